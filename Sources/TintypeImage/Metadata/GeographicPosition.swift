/// Where a photo was taken, in degrees: north and east are positive.
public struct GeographicPosition: Hashable, Sendable {
  /// -90 to 90.
  public let latitude: Double
  /// -180 to 180.
  public let longitude: Double

  /// Nil for what is no place on Earth.
  init?(latitude: Double?, longitude: Double?) {
    guard let latitude, let longitude, abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
    (self.latitude, self.longitude) = (latitude, longitude)
  }
}

extension PictureMetadata {
  /// Where the photo was taken: EXIF, then XMP.
  public var position: GeographicPosition? {
    exifBlock?.position
      ?? xmpPacket.flatMap { packet in
        GeographicPosition(
          latitude: packet.value(of: "exif:GPSLatitude").flatMap { degrees(xmp: $0) },
          longitude: packet.value(of: "exif:GPSLongitude").flatMap { degrees(xmp: $0) })
      }
  }
}

/// A coordinate of XMP (part 2, 1.2.7.4): `48,51.5N` or `48,51,30N`; nil for another text.
private func degrees(xmp text: String) -> Double? {
  guard let letter = text.last, "NSEW".contains(letter) else { return nil }
  let parts = text.dropLast().split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
  guard (2...3).contains(parts.count), parts.allSatisfy({ $0 >= 0 && $0 < 181 }) else { return nil }
  let sum = parts[0] + parts[1] / 60 + (parts.count == 3 ? parts[2] / 3600 : 0)
  return "SW".contains(letter) ? -sum : sum
}

extension EXIFBlock {
  /// EXIF 2.32, 4.6.6: tags 1 to 4 of the directory of positions.
  fileprivate var position: GeographicPosition? {
    guard let link = mainDirectory?.find(TIFFTag.positionDirectory).flatMap(value), let directory = directory(at: link)
    else { return nil }
    return GeographicPosition(
      latitude: degrees(1, negative: "S", in: directory), longitude: degrees(3, negative: "W", in: directory))
  }

  /// Degrees, minutes and seconds as rationals, behind a tag for the half of the Earth.
  private func degrees(_ tag: Int, negative: String, in directory: TIFFDirectory) -> Double? {
    guard let half = directory.find(tag).flatMap(text), let entry = directory.find(tag + 1), entry.type == 5,
      entry.count == 3
    else { return nil }
    var sum = 0.0
    for (index, size) in [1.0, 60, 3600].enumerated() {
      guard let top = number(entry.place + 8 * index, bytes: 4),
        let bottom = number(entry.place + 8 * index + 4, bytes: 4),
        bottom != 0 || top == 0
      else { return nil }
      if bottom != 0 { sum += Double(top) / Double(bottom) / size }
    }
    return half == negative ? -sum : sum
  }
}
