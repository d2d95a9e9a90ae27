#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Other programs at the work of `w1`, as whole commands beside the codecs alone: those of them that are installed.
enum Peers {
  /// - Parameter photos: JPEGs; by default the scene of 24 megapixels that `Scripts/bench` has drawn.
  static func run(photos: [String]) throws {
    for photo in photos.isEmpty ? [".build/bench/scene.jpg"] : photos {
      let output = ".build/bench/peer.jpg"
      let commands = [([sibling("CodecFloor"), photo, output, "95"], "codec floor")] + others(photo, output)
      var runs = [[ChildProcess]](repeating: [], count: commands.count)
      for _ in 0..<3 {
        for (index, (command, _)) in commands.enumerated() { runs[index].append(try ChildProcess(command)) }
      }
      var table = Table("w1 by others, \(photo)", "CPU s", "x floor", "wall s", "peak MB")
      for (index, (_, name)) in commands.enumerated() {
        let ratio = zip(runs[index], runs[0]).map { $0.processor / $1.processor }.median
        table.add(
          name, runs[index].map(\.processor).median.text(3), ratio.text(2),
          (runs[index].map(\.wall).min() ?? .nan).text(3), runs[index].map(\.peak).median.text(0))
      }
      table.show()
    }
  }

  /// (x + 0.03, then (0.75 luma + 0.125)²), in the words of each.
  private static func others(_ photo: String, _ output: String) -> [([String], String)] {
    let luma = "0.299:0.587:0.114:0"
    let lighter = ["r", "g", "b"].map { "\($0)='clip(val+7.65,0,255)'" }.joined(separator: ":")
    let toned = ["r", "g", "b"].map { "\($0)='255*pow(val/255*0.75+0.125,2)'" }.joined(separator: ":")
    let filter = "lutrgb=\(lighter),colorchannelmixer=\(luma):\(luma):\(luma),lutrgb=\(toned)"
    let gray = Array(repeating: "0.299 0.587 0.114", count: 3).joined(separator: " ")
    let jpeg = ["-quality", "95", "-sampling-factor", "2x2", output]
    return [
      (["ffmpeg", "-v", "error", "-y", "-threads", "1", "-i", photo, "-vf", filter, "-q:v", "2", output], "ffmpeg"),
      (
        [
          "gm", "convert", photo, "-operator", "All", "Add", "3%", "-recolor", gray, "-operator", "All", "Multiply",
          "0.75",
        ]
          + ["-operator", "All", "Add", "12.5%", "-operator", "All", "Pow", "2"] + jpeg, "GraphicsMagick"
      ),
      (
        ["convert", photo, "-evaluate", "Add", "3%", "-colorspace", "Rec601Luma"]
          + ["-function", "Polynomial", "0.5625,0.1875,0.015625"] + jpeg, "ImageMagick"
      ),
      (["vips", "copy", photo, "\(output)[Q=95,subsample_mode=on]"], "libvips, copying only"),
      (
        [sibling("tintype"), "render", BenchmarkRecipes.path(of: "w1"), photo, "-o", output]
          + ["--subsampling", "420", "--if-exists", "overwrite", "-j", "1"], "tintype"
      ),
    ].compactMap { command, name in
      installed(command[0]).map { ([$0] + command.dropFirst(), name) }
    }
  }

  private static func installed(_ program: String) -> String? {
    if program.contains("/") { return program }
    let folders = getenv("PATH").map { String(cString: $0) } ?? ""
    return folders.split(separator: ":").map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
  }
}
