#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The benchmarks: what a look costs to compile, what each word of the language and each benchmark recipe takes a
/// pixel, what whole commands take beside the codecs alone, and what other programs take.
///
///     Scripts/bench                          # everything, over the scene that Tintype draws
///     Scripts/bench passes kernels           # some suites
///     Scripts/bench whole PHOTO.jpg          # whole commands over a photo of one's own
///     Scripts/bench scale 10000000           # a manifest and a list of so many lines
///     Bench compile-twice LOOK ...           # for a profiler, see `ParseAndCompile`
@main
struct Bench {
  static func main() throws {
    let words = CommandLine.arguments.dropFirst()
    if words.first == "compile-twice" { return try ParseAndCompile.compileTwice(Array(words.dropFirst())) }
    if words.first == "scale" { return try Scale.run(lines: words.dropFirst().first.flatMap { Int($0) } ?? 1_000_000) }
    let photos = words.filter { $0.hasSuffix(".jpg") }
    let chosen = words.filter { !$0.hasSuffix(".jpg") }
    let suites = Self.suites(photos: photos)
    let names = suites.map(\.0)
    guard chosen.allSatisfy(names.contains) else {
      print("Suites are: \(names.joined(separator: ", ")).")
      exit(64)
    }
    for (name, run) in suites where chosen.isEmpty || chosen.contains(name) { try run() }
  }

  private static func suites(photos: [String]) -> [(String, () throws -> Void)] {
    [
      ("compile", ParseAndCompile.run), ("kernels", Kernels.run), ("passes", Passes.run), ("planes", Planes.run),
      ("spatial", Spatial.run), ("editor", Editor.run),
      ("whole", { try WholeCommand.run(photos: photos) }), ("peers", { try Peers.run(photos: photos) }),
    ]
  }
}
