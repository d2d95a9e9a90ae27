import TintypeIntrinsics
import TintypeTables

extension Plan.Step {
  /// About how many cycles it takes for eight pixels, measured like `LaneOperation.cost`; of 8-bit samples.
  public var cost: Double {
    switch self {
    case .load: 2
    case .lookup: 7
    case .interpolate: 76
    case .noise: 5.7
    case .position: 5
    case .lane(let operation, _, _): operation.cost
    }
  }
}

extension Plan {
  /// What storing one channel of eight pixels takes, in the measure of `Plan.Step.cost`.
  private static let storeCost = 4.0

  /// How many channels it stores: alpha only where it is not 1 everywhere.
  public var storedChannels: Int { isOpaque ? 3 : 4 }

  /// About how many cycles a pixel takes on one core with AVX2 and FMA, codecs not counted.
  public var cyclesPerPixel: Double {
    (steps.reduce(0) { $0 + $1.cost } + Double(storedChannels) * Self.storeCost) / 8
  }
}
