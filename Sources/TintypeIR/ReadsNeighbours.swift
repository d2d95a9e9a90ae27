extension Operation {
  /// Whether it looks beyond this pixel, so that what it looks at has to be finished before: it begins another pass.
  ///
  /// No operation does yet. Whoever adds one answers here.
  public var readsNeighbours: Bool {
    switch self {
    case .constant, .parameter, .source, .sourceBounds, .noise, .position, .frame, .curve, .evaluate, .interpolate,
      .lookup,
      .construct, .component, .apply, .lane, .intersect:
      false
    }
  }
}
