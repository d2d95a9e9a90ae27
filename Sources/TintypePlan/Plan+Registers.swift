extension Plan.Step {
  /// The operands that are read at each pixel.
  public var operands: [Plan.Operand] {
    switch self {
    case .lane(_, _, let operands), .interpolate(_, _, let operands): operands
    case .sample(_, _, _, let x, let y, _): [x, y]
    case .cubics(_, _, let x): [x]
    case .load, .lookup, .noise, .position, .letters, .field: []
    }
  }

  /// The registers that are written.
  public var results: [Plan.Register] {
    switch self {
    case .load(_, _, let register), .lookup(_, _, _, let register), .noise(_, _, let register),
      .position(_, let register), .cubics(_, let register, _), .letters(_, let register), .lane(_, let register, _),
      .field(_, _, let register),
      .sample(_, _, _, _, _, let register):
      [register]
    case .interpolate(_, let registers, _): registers
    }
  }
}
