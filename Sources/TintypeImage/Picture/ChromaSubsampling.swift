/// The resolution of chroma, compared with luma.
public enum ChromaSubsampling: CaseIterable, Hashable, Sendable {
  /// Full resolution.
  case full444
  /// Half across.
  case half422
  /// Half across and down, as most cameras write.
  case quarter420
  /// Half down.
  case half440
  /// A quarter across.
  case quarter411
  /// A quarter across, half down.
  case eighth410
  /// The source is gray.
  case gray
  /// Other factors.
  case other

  /// Reads the sampling factors of a frame's components, luma first.
  init(_ factors: [(across: Int, down: Int)]) {
    guard factors.count == 3, factors[1] == factors[2] else {
      self = factors.count > 1 ? .other : .gray
      return
    }
    let (luma, chroma) = (factors[0], factors[1])
    let known: [ChromaSubsampling] = [.full444, .half422, .quarter420, .half440, .quarter411, .eighth410]
    self =
      known.first { kind in
        let times = kind.lumaFactors
        return luma == (times.across * chroma.across, times.down * chroma.down)
      } ?? .other
  }

  /// Luma samples for one chroma sample; full resolution where the source cannot be followed.
  var lumaFactors: (across: Int, down: Int) {
    switch self {
    case .full444, .gray, .other: (1, 1)
    case .half422: (2, 1)
    case .quarter420: (2, 2)
    case .half440: (1, 2)
    case .quarter411: (4, 1)
    case .eighth410: (4, 2)
    }
  }
}
