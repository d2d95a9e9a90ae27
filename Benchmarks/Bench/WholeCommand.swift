import Tintype

/// `tintype render` from JPEG to JPEG beside the codecs alone, in turns, as processes of their own.
enum WholeCommand {
  /// - Parameter photos: JPEGs; by default the scene of 24 megapixels that `Scripts/bench` has drawn.
  static func run(photos: [String]) throws {
    let (tintype, floor) = (sibling("tintype"), sibling("CodecFloor"))
    for photo in photos.isEmpty ? [".build/bench/scene.jpg"] : photos {
      var table = Table("whole command, \(photo)", "CPU s", "x floor", "wall s", "peak MB", "2 threads wall", "x floor")
      func render(_ look: String, _ threads: Int) -> [String] {
        [tintype, "render", look, photo, "--output", ".build/bench/out.jpg", "--quality", "95", "--subsampling", "420"]
          + ["--if-exists", "overwrite", "--date", "1998-08-24", "-j", String(threads)]
      }
      let looks = BenchmarkRecipes.own.map(BenchmarkRecipes.path) + shippedLooks.map(\.name)
      let commands =
        [[floor, photo, ".build/bench/floor.jpg", "95"]] + looks.flatMap { [render($0, 1), render($0, 2)] }
      let costs = try rounds(of: commands)
      let least = costs[0]
      table.add("codec floor", least.processor.text(3), "1.00", least.wall.text(3), least.peak.text(1), "", "")
      for (index, look) in looks.enumerated() {
        let (one, two) = (costs[1 + 2 * index], costs[2 + 2 * index])
        table.add(
          SourceFile(name: look, text: "").shortName, one.processor.text(3), one.ratio.text(2), one.wall.text(3),
          two.peak.text(1), two.wall.text(3), (two.wall / least.wall).text(2))
      }
      table.show()
    }
  }

  private struct Cost {
    var processor: Double
    /// The median of the ratios of each round: both sides of one saw the same neighbors.
    var ratio: Double
    /// The best of all rounds.
    var wall: Double
    var peak: Double
  }

  private static func rounds(of commands: [[String]]) throws -> [Cost] {
    var runs = [[ChildProcess]](repeating: [], count: commands.count)
    for _ in 0..<7 {
      for (index, command) in commands.enumerated() { runs[index].append(try ChildProcess(command)) }
    }
    return runs.map { runs_ in
      Cost(
        processor: runs_.map(\.processor).median,
        ratio: zip(runs_, runs[0]).map { $0.processor / $1.processor }.median,
        wall: runs_.map(\.wall).min() ?? .nan, peak: runs_.map(\.peak).median)
    }
  }
}
