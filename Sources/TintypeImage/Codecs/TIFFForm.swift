/// How a TIFF wraps metadata: each kind of block is a tag of the first directory, without wrapping.
///
/// The camera data are tags of the directory itself and directories linked from it. They are read as a block of their
/// own, and written in front of the pixels.
enum TIFFForm: MetadataForm {
  static let kinds: [MetadataItem.Kind] = [.exif, .density, .xmp, .iptc, .iccProfile]

  static func items(_ kind: MetadataItem.Kind, holding block: [UInt8]) -> [MetadataItem] {
    kinds.contains(kind) ? [MetadataItem(kind, at: .tag, block)] : []
  }

  static func payload(of item: MetadataItem, holding block: [UInt8]) -> [UInt8] { block }

  /// A unit, and two numbers of 4 bytes.
  static func item(holding density: PixelDensity) -> MetadataItem? {
    guard let density = density.inTIFF else { return nil }
    var payload = [density.unit.rawValue]
    payload.appendBigEndian32(density.x)
    payload.appendBigEndian32(density.y)
    return MetadataItem(.density, at: .tag, payload)
  }

  static func density(in item: MetadataItem) -> PixelDensity? {
    guard item.payload.count == 9, let unit = PixelDensity.Unit(rawValue: item.payload[0]) else { return nil }
    return PixelDensity(unit, x: item.payload.bigEndian32(at: 1), y: item.payload.bigEndian32(at: 5))
  }
}

extension MetadataItem.Place {
  fileprivate static let tag = Self(type: .tiff)
}

extension PixelDensity {
  /// The density in a unit that TIFF has: it has no meters. Nil if a number is 0, or if the density states nothing.
  fileprivate var inTIFF: PixelDensity? {
    guard x > 0, y > 0, unit != .ratio || x != y else { return nil }
    guard unit == .meter else { return self }
    return PixelDensity(.inch, x: x.scaled(by: 0.0254), y: y.scaled(by: 0.0254)).inTIFF
  }
}
