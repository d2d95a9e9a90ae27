/// How a JPEG wraps metadata into APPn and COM segments.
enum JPEGForm: MetadataForm {
  /// The longest content of a segment: its length counts in 16 bits, itself included.
  static let maxPayload = 65_533

  static let jfifPrefix = Array("JFIF\0".utf8)
  static let exifPrefix = Array("Exif\0\0".utf8)
  static let xmpPrefix = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  static let extendedXMPPrefix = Array("http://ns.adobe.com/xmp/extension/\0".utf8)
  static let iccPrefix = Array("ICC_PROFILE\0".utf8)

  enum Marker {
    static let app0: UInt8 = 0xE0
    static let app1: UInt8 = 0xE1
    static let app2: UInt8 = 0xE2
    static let app11: UInt8 = 0xEB
    static let app13: UInt8 = 0xED
    static let app14: UInt8 = 0xEE
    static let app15: UInt8 = 0xEF
    static let comment: UInt8 = 0xFE
  }

  /// The kind of an APPn or COM segment; nil for one that must not go into another file.
  static func kind(marker: UInt8, _ payload: [UInt8]) -> MetadataItem.Kind? {
    switch marker {
    case Marker.app0 where payload.starts(with: jfifPrefix): .density
    case Marker.app0 where payload.starts(with: "JFXX\0".utf8): nil  // a thumbnail of the original
    case Marker.app1 where payload.starts(with: exifPrefix): .exif
    case Marker.app1 where payload.starts(with: xmpPrefix): .xmp
    case Marker.app1 where payload.starts(with: extendedXMPPrefix): .extendedXMP
    case Marker.app2 where payload.starts(with: iccPrefix): .iccProfile
    case Marker.app2 where isMultiPicture(payload): nil  // its offsets go stale
    case Marker.app13 where payload.starts(with: PhotoshopResources.prefix): .iptc
    case Marker.app14 where payload.starts(with: "Adobe".utf8): nil  // says how these pixels are stored
    case Marker.comment: .comment
    default: .other
    }
  }

  /// Whether an APP2 segment lists further pictures behind this one (CIPA DC-007).
  static func isMultiPicture(_ payload: [UInt8]) -> Bool {
    payload.starts(with: "MPF\0".utf8)
  }

  static func exif(_ block: [UInt8]) -> MetadataItem {
    MetadataItem(.exif, at: .segment(marker: Marker.app1), exifPrefix + block)
  }

  static func xmp(_ packet: [UInt8]) -> MetadataItem {
    MetadataItem(.xmp, at: .segment(marker: Marker.app1), xmpPrefix + packet)
  }

  static func iccProfile(_ profile: [UInt8]) -> [MetadataItem] {
    let partBytes = maxPayload - iccPrefix.count - 2
    let count = (profile.count + partBytes - 1) / partBytes
    guard (1...255).contains(count) else { return [] }
    return (0..<count).map { index in
      let part = profile[(index * partBytes)..<min((index + 1) * partBytes, profile.count)]
      let payload = iccPrefix + [UInt8(index + 1), UInt8(count)] + part
      return MetadataItem(.iccProfile, at: .segment(marker: Marker.app2), payload)
    }
  }

  /// Photoshop's resources, in as many segments as they need.
  static func iptc(_ resources: [UInt8]) -> [MetadataItem] {
    let most = maxPayload - PhotoshopResources.prefix.count
    return stride(from: 0, to: resources.count, by: most).map { start in
      // What does not fit goes on in the next segment, in the middle of a resource, as Photoshop has it.
      let part = resources[start..<min(start + most, resources.count)]
      return MetadataItem(.iptc, at: .segment(marker: Marker.app13), PhotoshopResources.prefix + part)
    }
  }

  static func comment(_ text: [UInt8]) -> MetadataItem {
    MetadataItem(.comment, at: .segment(marker: Marker.comment), text)
  }

  /// The JFIF header, version 1.01, without a thumbnail.
  static func density(_ density: PixelDensity) -> MetadataItem {
    var payload = jfifPrefix + [1, 1, density.unit.rawValue]
    for number in [density.x, density.y] { payload += [UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)] }
    return MetadataItem(.density, at: .segment(marker: Marker.app0), payload + [0, 0])
  }
}
