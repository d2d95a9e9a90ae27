import ArgumentParser

/// What rendering may take of the machine.
struct EffortOptions: ParsableArguments {
  @Option(
    name: [.customShort("j", allowingJoined: true), .long],
    help: "Threads; as many as there are processors unless given.")
  var jobs: Int?

  @Option(help: "Memory that the pictures in the making may take together, such as 512M or 4G.")
  var memory = Amount(count: 2_000_000_000)

  @Option(help: "Refuse photos and frames with more pixels, such as 200M.")
  var maxPixels: Amount?

  /// As many threads as were asked for, or as there are processors.
  var threads: Int { jobs ?? availableProcessors() }

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("-j is at least 1.") }
  }
}
