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
