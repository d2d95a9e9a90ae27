import Foundation
public import Testing

extension Trait where Self == ConditionTrait {
  /// Takes more than a second on one core in a debug build. `Scripts/test --fast` leaves it out.
  public static var slow: Self {
    .disabled(if: ProcessInfo.processInfo.environment["TINTYPE_TESTS"] == "fast", "slow: not with --fast")
  }
}

/// Whether `Scripts/test --all` runs: counts of random tests are larger then.
public let runsAllTests = ProcessInfo.processInfo.environment["TINTYPE_TESTS"] == "all"
