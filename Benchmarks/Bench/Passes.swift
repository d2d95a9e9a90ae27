import CKernelLimits
import Tintype
import TintypeExecutor
import TintypeIR
import TintypeIntrinsics
import TintypeOptimizer
import TintypePlan

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The benchmark recipes and the shipped looks over 8-bit RGB in memory, on one thread, beside what somebody would
/// write by hand and beside copying the bytes.
enum Passes {
  static func run() throws {
    // A strip as commands have them between the codecs, in the second-level cache.
    var canvas = Canvas(width: 6000, height: 16)
    let turns = 32
    func often(_ body: @escaping () -> Void) -> () -> Void { { for _ in 0..<turns { body() } } }
    let bytes = canvas.pixels * 3
    func copy() { canvas.withMemory { source, result in memcpy(result, source, bytes) } }
    var table = Table("passes, 8-bit RGB", "ns/pixel", "MP/s", "unspecialised", "x memcpy", "by hand ns", "x by hand")
    for source in try BenchmarkRecipes.all() {
      guard let look = compile(source).look else { continue }
      let values = look.parameters.map(\.defaultValue)
      func execution(_ parameters: [[Double]]?) -> Execution {
        let program = Pipeline.run(
          look.program, parameters: parameters, sourceIsOpaque: true, sourceIsBytes: parameters != nil,
          resultIsBytes: true)
        let format = PixelFormat(channels: 3, depth: .eight)
        return Execution(
          Planner.plan(program), parameters: values, width: canvas.width, height: canvas.height, source: format,
          result: format)
      }
      let (special, general) = (execution(values), execution(nil))
      // What looks beyond its pixel is in `whole`.
      guard !special.isStreamed, !general.isStreamed else { continue }
      let seconds = medians(
        rounds: 15,
        [{ canvas.run(special) }, { canvas.run(general) }, copy, { explicit(source.shortName, &canvas) }].map(often))
      let nanoseconds = seconds.map { $0 * 1e9 / Double(canvas.pixels * turns) }
      let hasHand = BenchmarkRecipes.own.prefix(3).contains(source.shortName)
      let hand = hasHand ? nanoseconds[3] : .nan
      table.add(
        source.shortName, nanoseconds[0].text(2), (1000 / nanoseconds[0]).text(0), nanoseconds[1].text(2),
        (nanoseconds[0] / nanoseconds[2]).text(1), hand.text(2), (nanoseconds[0] / hand).text(2))
    }
    table.show()
  }

  private static func explicit(_ name: String, _ canvas: inout Canvas) {
    let (width, height, pixels) = (canvas.width, canvas.height, canvas.pixels)
    canvas.withMemory { source, result in
      switch name {
      case "w1": limit_w1(source, result, pixels, 0.03, 0.75)
      case "w2": limit_w2(source, result, pixels, 0.05, 0.85, 1.3)
      case "w3": limit_w3(source, result, width, height, 0.05, 0.85, 1.3)
      default: break
      }
    }
  }
}
