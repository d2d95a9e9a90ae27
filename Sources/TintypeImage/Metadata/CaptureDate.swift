/// When a photo was taken, by the clock of its camera.
public struct CaptureDate: Hashable, Sendable {
  /// Year, month, day, hour, minute and second.
  public let year, month, day, hour, minute, second: Int

  /// Parses `2024:05:06 07:08:09`, the form of EXIF, and `2024-05-06T07:08:09.5+02:00`, the form of XMP. The time, and
  /// in XMP the seconds, may be missing.
  ///
  /// Nil for anything else, such as the zeros and spaces of a camera whose clock was never set.
  package init?(_ text: some StringProtocol) {
    let zone = text.firstIndex(of: "T").flatMap { text[$0...].firstIndex { "+-Z".contains($0) } } ?? text.endIndex
    let numbers = text[..<zone].split { !$0.isASCII || !$0.isNumber }.prefix(6).map { Int($0) ?? -1 }
    guard numbers.count >= 3, (1800...9999).contains(numbers[0]), (1...12).contains(numbers[1]),
      (1...31).contains(numbers[2])
    else { return nil }
    (year, month, day) = (numbers[0], numbers[1], numbers[2])
    let time = numbers.count >= 5 ? Array(numbers[3...]) + [0] : [0, 0, 0]
    guard (0...23).contains(time[0]), (0...59).contains(time[1]), (0...60).contains(time[2]) else { return nil }
    (hour, minute, second) = (time[0], time[1], time[2])
  }
}

extension CaptureDate: CustomStringConvertible {
  /// `2024-05-06T07:08:09`, without a time zone.
  public var description: String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(year)-\(two(month))-\(two(day))T\(two(hour)):\(two(minute)):\(two(second))"
  }
}

extension PictureMetadata {
  /// When the photo was taken: the dates of EXIF in their order, then those of XMP.
  public var captureDate: CaptureDate? {
    if let date = exifBlock?.dates.lazy.compactMap({ CaptureDate($0) }).first { return date }
    guard let packet = xmpPacket else { return nil }
    return ["exif:DateTimeOriginal", "photoshop:DateCreated", "xmp:CreateDate"].lazy
      .compactMap { packet.value(of: $0).flatMap { CaptureDate($0) } }.first
  }

  /// The camera's model.
  public var camera: String? {
    exifBlock?.model ?? xmpPacket?.value(of: "tiff:Model").map(unescapedFromXML)
  }
}
