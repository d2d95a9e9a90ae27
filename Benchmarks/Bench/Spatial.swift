import Tintype
import TintypeExecutor
import TintypeIntrinsics
import TintypeOptimizer
import TintypePlan

/// Steps that look beyond their pixel over 8-bit RGB in memory, on one thread, beside what the passes around them take.
///
/// A blur of three channels of floats is the whole render less that of the photo as it is; it should be flat in sigma.
enum Spatial {
  private static let sigmas = [0.5, 1, 2, 3.9, 4, 7.9, 8, 20, 40, 100, 400]

  private static let steps = [
    "flip(source, .horizontal)", "turn(source, by: 90deg)", "straighten(source, by: 3deg)",
    "erode(source, radius: 2px)", "erode(source, radius: 20px)", "erode(source, radius: 80px)",
    "convolve(source, weights: (0, -1, 0), (-1, 5, -1), (0, -1, 0))",
    "convolve(source, weights: \(Array(repeating: "(1, 2, 1, 2, 1, 2, 1, 2, 1)", count: 9).joined(separator: ", ")))",
    "guidedFilter(source, radius: 3px)", "guidedFilter(source, radius: 80px)",
    "zoom(source, by: 2)", "resize(source, by: 0.25)", "sample(source, at: vec2(1, 1))",
  ]

  static func run() throws {
    let canvas = Canvas(width: 4000, height: 3000)
    var table = Table("steps beyond the pixel", "ns/pixel", "MP/s", "kept MiB")
    let plain = try execution("source", canvas)
    let recipes = sigmas.map { "blur(source, radius: \($0)px)" } + steps
    for recipe in recipes {
      let execution = try execution(recipe, canvas)
      let seconds = medians(rounds: 5, [{ flow(plain, canvas) }, { flow(execution, canvas) }])
      let nanoseconds = (seconds[1] - seconds[0]) * 1e9 / Double(canvas.pixels)
      let kept = Double(StagedExecution.peakMemory(of: execution, workers: 1).bytes(workers: 1).count) / 1_048_576
      table.add(recipe, nanoseconds.text(2), (1000 / nanoseconds).text(0), kept.text(1))
    }
    table.show()
  }

  private static func execution(_ output: String, _ canvas: Canvas) throws -> Execution {
    let text = "tintype 1\nlook \"spatial\" { working display }\noutput \(output)\n"
    guard let look = compile(SourceFile(name: "spatial.tint", text: text)).look else { throw NotCompiled() }
    let plan = Planner.plan(
      Pipeline.run(
        look.program, parameters: [], sourceIsOpaque: true, sourceIsBytes: true, resultIsBytes: true))
    return canvas.execution(plan)
  }

  private struct NotCompiled: Error {}

  /// Runs a plan over all rows.
  static func flow(_ execution: Execution, _ canvas: Canvas) {
    let staged = StagedExecution(execution, workers: 1)
    while !staged.isOver, let task = staged.next() {
      if let read = task.read {
        for row in 0..<task.rows.count {
          let bytes = canvas.source[((task.rows.lowerBound + row) * canvas.width * 3)...].prefix(canvas.width * 3)
          UnsafeMutableRawBufferPointer(rebasing: read.memory[(row * read.rowBytes)...]).copyBytes(from: bytes)
        }
      } else {
        staged.run(task)
      }
      staged.finish(task)
      staged.release(before: staged.made.upperBound)
    }
  }
}
