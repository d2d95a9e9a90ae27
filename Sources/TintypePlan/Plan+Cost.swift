import TintypeIR
import TintypeIntrinsics
import TintypeTables

extension Plan.Step {
  /// About how many cycles it takes for eight pixels, measured like `LaneOperation.cost`; of 8-bit samples.
  public var cost: Double {
    switch self {
    case .load: 2
    case .lookup: 6.2
    case .interpolate: 79
    case .cubics: 14
    case .noise: 5.3
    case .position: 1.3
    // Of a pixel without a letter; those with one are few.
    case .letters: 1.5
    case .field: 3
    case .sample(_, _, let filter, _, _, _): Sample(filter: filter).cost
    case .lane(let operation, _, _): operation.cost
    }
  }
}

extension Plan {
  /// What storing one channel of eight pixels takes, in the measure of `Plan.Step.cost`.
  private static let storeCost = 2.8

  /// How many channels it stores: alpha only where it is not 1 everywhere.
  public var storedChannels: Int { isOpaque ? 3 : 4 }

  /// What storing a pixel takes.
  public var storingCycles: Double { Double(storedChannels) * Self.storeCost / 8 }

  /// What keeping a pixel of a field takes: whole vectors of floats.
  public func keepingCycles(channels: Int) -> Double { Double(channels) * 3 / 8 }

  /// About how many cycles a pixel takes on one core with AVX2 and FMA, codecs not counted; a field as large as what comes
  /// out.
  public var cyclesPerPixel: Double {
    let last = steps.reduce(0) { $0 + $1.cost } / 8 + storingCycles
    return fields.reduce(last) { sum, field in
      switch field.content {
      case .pass(let pass):
        sum + pass.steps.reduce(0) { $0 + $1.cost } / 8 + keepingCycles(channels: field.channels)
      case .filtered(_, let operation, _): sum + Double(field.channels) * operation.cyclesPerSample
      }
    }
  }
}
