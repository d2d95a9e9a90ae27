extension Plan {
  /// Makes a plan step by step, without a program behind it: for measuring, where equal steps have to stay apart.
  package init(
    byHand steps: [Step], registerCount: Int, uniforms: [Uniform], tables: [[Float]], color: [Operand], bounds: [Slot]
  ) {
    self.init(
      name: "by hand", uniforms: uniforms, tables: tables, steps: steps, registerCount: registerCount, color: color,
      bounds: bounds)
  }
}

extension Plan.Field {
  /// A field that a pass makes pixel by pixel, step by step as above.
  package init(
    byHand steps: [Plan.Step], registerCount: Int, results: [Plan.Operand], bounds: [Plan.Slot]
  ) {
    self.init(
      content: .pass(Plan.Pass(steps: steps, registerCount: registerCount, results: results)), channels: results.count,
      bounds: bounds)
  }
}
