/// The resolution of chroma, compared with luma.
public enum ChromaSubsampling: Hashable, Sendable {
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
  init(across: [Int], down: [Int]) {
    guard across.count > 1 else {
      self = .gray
      return
    }
    guard across.count == 3, across[1] == across[2], down[1] == down[2] else {
      self = .other
      return
    }
    let whole = across[0] % across[1] == 0 && down[0] % down[1] == 0
    self =
      switch (across[0] / across[1], down[0] / down[1]) {
      case (1, 1) where whole: .full444
      case (2, 1) where whole: .half422
      case (2, 2) where whole: .quarter420
      case (1, 2) where whole: .half440
      case (4, 1) where whole: .quarter411
      case (4, 2) where whole: .eighth410
      default: .other
      }
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
