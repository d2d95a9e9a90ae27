import ArgumentParser
import TintypeImage

/// The processors and the memory that rendering may use.
struct EffortOptions: ParsableArguments {
  @Option(
    name: [.customShort("j", allowingJoined: true), .long],
    help: "The number of threads (default: one per processor).")
  var jobs: Int?

  @Option(help: "The memory limit for all photos in progress, such as 512M or 4G.")
  var memory = Amount(count: 2_000_000_000)

  @Option(help: "Refuse photos, frames and results with more pixels, such as 200M.")
  var maxPixels = Amount(count: PictureLimits.usualPixels)

  /// The threads that were asked for, or one per processor.
  var threads: Int { jobs ?? availableProcessors() }

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("-j is at least 1.") }
  }
}
