import TintypeColor

/// What a file says of its colors, in one of the ways there are.
enum ColorStatement: Hashable {
  /// PNG's cICP.
  case codePoints(primaries: Int, transfer: Int, isRGB: Bool)
  /// An ICC profile; nil where its parts do not fit together.
  case profile([UInt8]?)
  /// PNG's sRGB.
  case srgb
  /// PNG's gAMA and cHRM.
  case measured(gamma: Double?, Chromaticities?)
  /// EXIF's, as cameras mark Adobe RGB (DCF 2.0, 5.3.2, and the older habit of a 2 in ColorSpace).
  case adobeRGB
}

extension PictureMetadata {
  /// What the file says, the statement first that counts before the others (PNG, third edition, 4.3).
  var colorStatements: [ColorStatement] {
    var statements: [ColorStatement] = []
    if let points = chunk("cICP"), points.count == 4 {
      statements.append(
        .codePoints(primaries: Int(points[0]), transfer: Int(points[1]), isRGB: points[2] == 0 && points[3] == 1))
    }
    if items.contains(where: { $0.kind == .iccProfile }) { statements.append(.profile(iccProfile)) }
    if chunk("sRGB") != nil { statements.append(.srgb) }
    if let measured { statements.append(measured) }
    if exif.flatMap(EXIFBlock.init)?.isAdobeRGB ?? false { statements.append(.adobeRGB) }
    return statements
  }

  private var measured: ColorStatement? {
    let gamma = chunk("gAMA").flatMap { $0.count == 4 ? Double($0.bigEndian32(at: 0)) / 100_000 : nil }
    var chromaticities: Chromaticities?
    if let numbers = chunk("cHRM"), numbers.count == 32 {
      let places = (0..<4).map { index in
        SIMD2((0..<2).map { Double(numbers.bigEndian32(at: index * 8 + $0 * 4)) / 100_000 })
      }
      chromaticities = Chromaticities(red: places[1], green: places[2], blue: places[3], white: places[0])
    }
    return gamma == nil && chromaticities == nil ? nil : .measured(gamma: gamma, chromaticities)
  }

  private func chunk(_ name: String) -> [UInt8]? {
    items.first { item in
      guard case .chunk(let type, _) = item.place else { return false }
      return item.kind == .color && type.elementsEqual(name.utf8)
    }?.payload
  }
}
