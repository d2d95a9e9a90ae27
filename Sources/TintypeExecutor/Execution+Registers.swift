package import TintypePlan

extension Execution {
  /// The contents of the registers after a plan's lane steps and look-ups, from given contents of up to one tile,
  /// without a picture.
  ///
  /// Stored codes hide most bits of a number; this lets tests compare all of them.
  ///
  /// - Parameter isNarrow: whether to use the loops that every processor supports, instead of the widest.
  package static func registers(after plan: Plan, from contents: [[Float]], isNarrow: Bool = false) -> [[Float]] {
    require(contents.count == plan.registerCount, "contents for each register")
    let uniforms = plan.uniformValues(parameters: [], width: 0, height: 0, frame: 0)
    return TileProgram(
      plan, uniforms: uniforms, tables: TableMemory(plan.colorTables, plan.functions), frame: 0,
      loops: isNarrow ? .eight : .widest
    ).run(over: contents)
  }
}
