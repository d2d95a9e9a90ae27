import Foundation
public import Testing

/// For tests that take more than a second on one core. `Scripts/test --fast` leaves it out; otherwise it is timed.
///
/// The runner's own times include the wait for a core, so they tell little.
public struct SlowTrait: TestTrait, SuiteTrait, TestScoping {
  /// A slow suite has slow tests.
  public var isRecursive: Bool { true }

  /// Skips the test with `--fast`.
  public func prepare(for test: Test) async throws {
    let isLeftOut = ProcessInfo.processInfo.environment["TINTYPE_TESTS"] == "fast"
    try await ConditionTrait.disabled(if: isLeftOut, "slow: not with --fast").prepare(for: test)
  }

  /// Times the test, or one of its cases.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing run: @Sendable () async throws -> Void
  ) async throws {
    let start = ContinuousClock.now
    defer { Self.note("\((ContinuousClock.now - start) / .seconds(1)) \(test.id)") }
    try await run()
  }

  /// Appends a line to the file that `TINTYPE_TIMES` names.
  private static func note(_ line: String) {
    guard let path = ProcessInfo.processInfo.environment["TINTYPE_TIMES"], let file = fopen(path, "a") else { return }
    fputs(line + "\n", file)
    fclose(file)
  }
}

extension Trait where Self == SlowTrait {
  /// For tests that take more than a second on one core. `Scripts/test --fast` leaves it out.
  public static var slow: Self { SlowTrait() }
}

/// Whether `Scripts/test --all` runs: counts of random tests are larger then.
public let runsAllTests = ProcessInfo.processInfo.environment["TINTYPE_TESTS"] == "all"
