import TintypeColor

extension PNGForm {
  /// The order of precedence of PNG, third edition, 4.3.
  static func colorStatements(of metadata: PictureMetadata) -> [ColorStatement] {
    let srgb: [ColorStatement] = metadata.chunk("sRGB") == nil ? [] : [.srgb]
    return metadata.codePoints + metadata.profileStatements + srgb + metadata.measured + metadata.cameraStatements
  }
}

extension PictureMetadata {
  fileprivate var codePoints: [ColorStatement] {
    guard let points = chunk("cICP"), points.count == 4 else { return [] }
    return [.codePoints(primaries: Int(points[0]), transfer: Int(points[1]), isRGB: points[2] == 0 && points[3] == 1)]
  }

  fileprivate var measured: [ColorStatement] {
    let gamma = chunk("gAMA").flatMap { $0.count == 4 ? Double($0.bigEndian32(at: 0)) / 100_000 : nil }
    var chromaticities: Chromaticities?
    if let numbers = chunk("cHRM"), numbers.count == 32 {
      let places = (0..<4).map { index in
        SIMD2((0..<2).map { Double(numbers.bigEndian32(at: index * 8 + $0 * 4)) / 100_000 })
      }
      chromaticities = Chromaticities(red: places[1], green: places[2], blue: places[3], white: places[0])
    }
    return gamma == nil && chromaticities == nil ? [] : [.measured(gamma: gamma, chromaticities)]
  }

  fileprivate func chunk(_ name: String) -> [UInt8]? {
    items.first { $0.kind == .color && $0.place.tag.elementsEqual(name.utf8) }?.payload
  }
}
