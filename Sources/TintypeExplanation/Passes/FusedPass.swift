import TintypeExecutor
package import TintypeIntrinsics
package import TintypePlan

/// A pass over the pixels and its cost.
package struct FusedPass: Sendable {
  /// All steps of a kind together.
  package struct Share: Sendable, Equatable {
    /// The kind, such as `multiplyAdd` or `noise`.
    package var name: String
    /// The number of steps.
    package var count: Int
    /// Their estimated total of cycles per pixel.
    package var cyclesPerPixel: Double
  }

  /// The steps by kind, most expensive first.
  package var shares: [Share]

  /// The number of steps. Each runs over a tile of pixels.
  package var stepCount: Int

  /// The number of steps that compute. The others load samples, noise or positions.
  package var laneOperationCount: Int

  /// The number of registers, each of the width of a tile.
  package var registerCount: Int

  /// The number of uniform values, computed once per render.
  package var uniformCount: Int

  /// The number of pixels in a tile.
  package var tileWidth: Int

  /// The working set of a thread, in bytes.
  package var workingSetBytes: Int

  /// The estimated cycles per pixel on one core with AVX2 and FMA, for steps and storing, without codecs.
  package var cyclesPerPixel: Double

  /// The bytes read and written per pixel, without the fields it reads.
  package var bytesPerPixel: (read: Int, written: Int)

  /// The passes of a plan in order of execution, for a photo without alpha. The last one stores.
  package static func passes(of plan: Plan, depth: SampleDepth) -> [FusedPass] {
    let fieldPasses = plan.fields.compactMap { field -> FusedPass? in
      guard case .pass(let pass) = field.content else { return nil }
      return FusedPass(
        pass, of: plan, read: pass.sources.count * 3 * depth.bytes, stored: field.channels, bytesOfStored: 4,
        storing: plan.keepingCycles(channels: field.channels))
    }
    let last = FusedPass(
      plan.lastPass, of: plan, read: plan.lastPass.sources.count * 3 * depth.bytes, stored: plan.storedChannels,
      bytesOfStored: depth.bytes, storing: plan.storingCycles)
    return fieldPasses + [last]
  }

  private init(
    _ pass: Plan.Pass, of plan: Plan, read: Int, stored: Int, bytesOfStored: Int, storing: Double
  ) {
    stepCount = pass.steps.count
    laneOperationCount = pass.steps.count { if case .lane = $0 { true } else { false } }
    registerCount = pass.registerCount
    uniformCount = plan.uniforms.count
    tileWidth = Execution.tileWidth
    workingSetBytes = Execution.workingSetBytes(of: pass, in: plan).count
    bytesPerPixel = (read, stored * bytesOfStored)
    let kinds = Dictionary(grouping: pass.steps, by: { $0.kindName })
    let steps = kinds.map { name, steps in
      Share(name: name, count: steps.count, cyclesPerPixel: steps.reduce(0) { $0 + $1.cost } / 8)
    }
    cyclesPerPixel = pass.steps.reduce(0) { $0 + $1.cost } / 8 + storing
    shares = (steps + [Share(name: "store", count: stored, cyclesPerPixel: storing)])
      .sorted { ($1.cyclesPerPixel, $0.name) < ($0.cyclesPerPixel, $1.name) }
  }
}

extension Plan.Step {
  /// The name of the kind of step.
  fileprivate var kindName: String {
    switch self {
    case .load: "load"
    case .lookup: "lookup"
    case .interpolate: "interpolate"
    case .cubics: "function"
    case .noise: "noise"
    case .position: "position"
    case .letters: "letters"
    case .field: "field"
    case .sample(_, _, let filter, _, _, _): "sample \(filter.rawValue)"
    case .lane(let operation, _, _): operation.rawValue
    }
  }
}
