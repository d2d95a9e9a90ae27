/// Spaces by the code points of ITU-T H.273, which PNG's cICP chunk and video streams use.
extension RGBSpace {
  /// - Parameters:
  ///   - primaries: H.273, table 2.
  ///   - transfer: H.273, table 3. High dynamic range curves (PQ, HLG) are not supported and give nil.
  public init?(primaries: Int, transfer: Int) {
    guard let (name, chromaticities) = Chromaticities.known(primaries), let curve = ToneCurve(transfer: transfer)
    else { return nil }
    let named: [RGBSpace] = [.srgb, .displayP3]
    guard let space = RGBSpace(name: name, curve: curve, chromaticities) else { return nil }
    self = named.first { $0.colorants == space.colorants && $0.curves == space.curves } ?? space
  }
}

extension Chromaticities {
  fileprivate static func known(_ code: Int) -> (name: String, Chromaticities)? {
    switch code {
    case 1: ("Rec. 709", .rec709)
    case 5:
      ("PAL", Chromaticities(red: [0.64, 0.33], green: [0.29, 0.6], blue: [0.15, 0.06], white: [0.3127, 0.329]))
    case 6, 7:
      ("NTSC", Chromaticities(red: [0.63, 0.34], green: [0.31, 0.595], blue: [0.155, 0.07], white: [0.3127, 0.329]))
    case 9: ("Rec. 2020", .rec2020)
    case 11:
      (
        "DCI-P3",
        Chromaticities(red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06], white: [0.314, 0.351])
      )
    case 12: ("P3", .p3)
    default: nil
    }
  }
}

extension ToneCurve {
  fileprivate init?(transfer code: Int) {
    switch code {
    case 1, 6, 14, 15: self = .rec709
    case 4: self = .gamma(2.2)
    case 5: self = .gamma(2.8)
    case 8: self = .gamma(1)
    case 13: self = .srgb
    default: return nil
    }
  }
}
