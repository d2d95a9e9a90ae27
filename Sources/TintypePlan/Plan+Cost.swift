import TintypeIR
import TintypeIntrinsics
import TintypeTables

extension Plan.Step {
  /// Approximate cost in cycles per eight pixels, in units of `LaneOperation.cost`, for 8-bit samples.
  public var cost: Double {
    switch self {
    case .load: 2
    case .lookup: 6.2
    case .interpolate: 79
    case .cubics: 14
    case .noise: 5.3
    case .position: 1.3
    // The cost of a pixel without text; few have any.
    case .letters: 1.5
    case .field: 3
    case .sample(_, _, let filter, _, _, _): Sample(filter: filter).cost
    case .lane(let operation, _, _): operation.cost
    }
  }
}

extension Plan {
  /// The cost of storing one channel of eight pixels, in units of `Plan.Step.cost`.
  private static let storeCost = 2.8

  /// The number of stored channels: alpha is omitted if it is 1 everywhere.
  public var storedChannels: Int { isOpaque ? 3 : 4 }

  /// The cost of storing a pixel.
  public var storingCycles: Double { Double(storedChannels) * Self.storeCost / 8 }

  /// The cost of storing a pixel of a field: whole vectors of floats.
  public func keepingCycles(channels: Int) -> Double { Double(channels) * 3 / 8 }

  /// Approximate cycles per pixel on one core with AVX2 and FMA, without codecs. Fields count as if they were as large
  /// as the result.
  public var cyclesPerPixel: Double {
    let last = steps.reduce(0) { $0 + $1.cost } / 8 + storingCycles
    return fields.reduce(last) { sum, field in
      switch field.content {
      case .pass(let pass):
        sum + pass.steps.reduce(0) { $0 + $1.cost } / 8 + keepingCycles(channels: field.channels)
      case .filtered(_, let operation, _): sum + Double(field.channels) * (operation.filter?.cyclesPerSample ?? 0)
      }
    }
  }
}
