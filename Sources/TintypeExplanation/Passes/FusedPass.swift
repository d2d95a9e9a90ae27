import TintypeExecutor
public import TintypeIntrinsics
public import TintypePlan

/// One walk over the pixels, and what it costs.
public struct FusedPass: Sendable, Equatable {
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

  /// Bytes read and written for a pixel.
  public var bytesPerPixel: (read: Int, written: Int) { (3 * sampleBytes, storedChannels * sampleBytes) }

  private var sampleBytes: Int
  private var storedChannels: Int

  /// What a plan costs, for a photo without alpha.
  public init(_ plan: Plan, depth: SampleDepth) {
    stepCount = plan.steps.count
    laneOperationCount = plan.steps.count { if case .lane = $0 { true } else { false } }
    registerCount = plan.registerCount
    uniformCount = plan.uniforms.count
    tileWidth = Execution.tileWidth
    workingSetBytes = Execution.workingSetBytes(of: plan)
    cyclesPerPixel = plan.cyclesPerPixel
    sampleBytes = depth.bytes
    storedChannels = plan.storedChannels
    let kinds = Dictionary(grouping: plan.steps, by: \.kindName)
    let steps = kinds.map { name, steps in
      Share(name: name, count: steps.count, cyclesPerPixel: steps.reduce(0) { $0 + $1.cost } / 8)
    }
    let storing = plan.cyclesPerPixel - steps.reduce(0) { $0 + $1.cyclesPerPixel }
    shares = (steps + [Share(name: "store", count: plan.storedChannels, cyclesPerPixel: storing)])
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
    case .noise: "noise"
    case .position: "position"
    case .lane(let operation, _, _): operation.rawValue
    }
  }
}
