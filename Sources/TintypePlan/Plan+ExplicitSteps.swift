extension Plan {
  /// Creates a plan from explicit steps, without a program: for benchmarks in which equal steps must not merge.
  package init(
    explicit steps: [Step], registerCount: Int, uniforms: [Uniform], tables: [[Float]], color: [Operand], bounds: [Slot]
  ) {
    self.init(
      name: "explicit", uniforms: uniforms, tables: tables, steps: steps, registerCount: registerCount, color: color,
      bounds: bounds)
  }
}

extension Plan.Field {
  /// A field computed by a pass with explicit steps, as above.
  package init(
    explicit steps: [Plan.Step], registerCount: Int, results: [Plan.Operand], bounds: [Plan.Slot]
  ) {
    self.init(
      content: .pass(Plan.Pass(steps: steps, registerCount: registerCount, results: results)), channels: results.count,
      bounds: bounds)
  }
}
