public import TintypePlan

extension Execution {
  /// The width of a tile: pixels that a plan's steps process together.
  public static var tileWidth: Int { RegisterFile.tileWidth }

  /// Bytes that a thread uses while it works on a tile: registers, uniform numbers and tables.
  public static func workingSetBytes(of pass: Plan.Pass, in plan: Plan) -> Int {
    RegisterFile.vectorCount(
      registerCount: pass.registerCount, uniformCount: plan.uniforms.count, tableCount: plan.tables.count)
      * MemoryLayout<Lanes>.stride
  }
}
