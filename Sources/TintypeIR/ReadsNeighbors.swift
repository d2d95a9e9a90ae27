extension Operation {
  /// Whether it looks beyond this pixel, so that its first operand, a field, has to be finished before: it begins another
  /// pass.
  public var readsNeighbors: Bool {
    switch self {
    case .blur, .sample: true
    case .constant, .parameter, .source, .sourceBounds, .noise, .position, .frame, .curve, .evaluate, .interpolate,
      .lookup, .cubics,
      .construct, .component, .dateText, .letters, .apply, .lane, .intersect:
      false
    }
  }
}

extension Operation {
  /// Whether it writes letters.
  public var isLetters: Bool { if case .letters = self { true } else { false } }
}
