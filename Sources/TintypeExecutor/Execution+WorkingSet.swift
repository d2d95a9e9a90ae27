public import TintypePlan
@_exported public import TintypeSizes

extension Execution {
  /// The width of a tile: pixels that a plan's steps process together.
  public static var tileWidth: Int { RegisterFile.tileWidth }

  /// Bytes that a thread uses while it works on a tile: registers, uniform numbers and tables.
  public static func workingSetBytes(of pass: Plan.Pass, in plan: Plan) -> ByteCount {
    ByteCount(MemoryLayout<Lanes>.stride)
      * RegisterFile.vectorCount(
        registerCount: pass.registerCount, uniformCount: plan.uniforms.count, tableCount: plan.tables.count)
  }

  /// Bytes that each thread of a render holds for all passes, and bytes of the plan itself, with its tables by codes.
  public var workingBytes: (perThread: ByteCount, plan: ByteCount) {
    let fieldPasses = plan.fields.compactMap { if case .pass(let pass) = $0.content { pass } else { nil } }
    let passes = fieldPasses + [plan.lastPass]
    let steps = passes.reduce(0) { $0 + $1.steps.count }
    return (
      passes.map { Self.workingSetBytes(of: $0, in: plan) }.total, Self.bytesPerStep * steps + (codes?.bytes ?? 0)
    )
  }

  /// The memory per step for optimizing, planning and running, measured as peak memory for plans of 3,000 to 24,000
  /// steps.
  private static let bytesPerStep: ByteCount = 1024
}
