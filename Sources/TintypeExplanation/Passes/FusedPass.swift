import TintypeExecutor
public import TintypeIntrinsics
public import TintypePlan

/// One walk over the pixels, and what it costs.
public struct FusedPass: Sendable {
  /// All steps of a kind.
  public struct Share: Sendable, Equatable {
    /// What they do, such as `multiplyAdd` or `noise`.
    public var name: String
    /// How many there are.
    public var count: Int
    /// About how many cycles they take a pixel together.
    public var cyclesPerPixel: Double
  }

  /// The steps by kind, the dearest kind first.
  public var shares: [Share]

  /// How many steps there are, each over a tile of pixels.
  public var stepCount: Int

  /// How many of them compute; the others fetch samples, noise or the place of the pixel.
  public var laneOperationCount: Int

  /// How many tiles of numbers have to be at hand at once.
  public var registerCount: Int

  /// How many numbers are computed once for the whole picture.
  public var uniformCount: Int

  /// Pixels that go through the steps together.
  public var tileWidth: Int

  /// Bytes that a thread works in.
  public var workingSetBytes: Int

  /// About how many cycles a pixel takes on one core with AVX2 and FMA: steps and storing, codecs not counted.
  public var cyclesPerPixel: Double

  /// Bytes read and written for a pixel; those of fields that it reads not counted.
  public var bytesPerPixel: (read: Int, written: Int)

  /// The passes of a plan in the order in which they run, for a photo without alpha; the last one stores.
  public static func passes(of plan: Plan, depth: SampleDepth) -> [FusedPass] {
    let kept = plan.fields.compactMap { field -> FusedPass? in
      guard case .pass(let pass) = field.content else { return nil }
      return FusedPass(
        pass, of: plan, read: pass.readsSource ? 3 * depth.bytes : 0, stored: field.channels, bytesOfStored: 4,
        storing: plan.keepingCycles(channels: field.channels))
    }
    let last = FusedPass(
      plan.lastPass, of: plan, read: plan.lastPass.readsSource ? 3 * depth.bytes : 0, stored: plan.storedChannels,
      bytesOfStored: depth.bytes, storing: plan.storingCycles)
    return kept + [last]
  }

  private init(
    _ pass: Plan.Pass, of plan: Plan, read: Int, stored: Int, bytesOfStored: Int, storing: Double
  ) {
    stepCount = pass.steps.count
    laneOperationCount = pass.steps.count { if case .lane = $0 { true } else { false } }
    registerCount = pass.registerCount
    uniformCount = plan.uniforms.count
    tileWidth = Execution.tileWidth
    workingSetBytes = Execution.workingSetBytes(of: pass, in: plan)
    bytesPerPixel = (read, stored * bytesOfStored)
    let kinds = Dictionary(grouping: pass.steps, by: \.kindName)
    let steps = kinds.map { name, steps in
      Share(name: name, count: steps.count, cyclesPerPixel: steps.reduce(0) { $0 + $1.cost } / 8)
    }
    cyclesPerPixel = pass.steps.reduce(0) { $0 + $1.cost } / 8 + storing
    shares = (steps + [Share(name: "store", count: stored, cyclesPerPixel: storing)])
      .sorted { ($1.cyclesPerPixel, $0.name) < ($0.cyclesPerPixel, $1.name) }
  }
}

extension Plan.Step {
  /// What a step of its kind is called.
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
