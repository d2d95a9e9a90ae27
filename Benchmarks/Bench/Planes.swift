import CKernelLimits
import Tintype
import TintypeExecutor
import TintypeIR
import TintypeIntrinsics
import TintypeOptimizer
import TintypePlan

/// The benchmark recipes from planes of floats to planes of floats, on one thread, beside what somebody would write by
/// hand.
///
/// Such planes are what fields are. A pass that makes one field of another is a plan with it less the plan without it.
enum Planes {
  static func run() throws {
    let canvas = Canvas(width: 6000, height: 500)
    var table = Table("passes, planes of floats", "ns/pixel", "MP/s", "unspecialised", "by hand ns", "x by hand")
    for source in try BenchmarkRecipes.all().prefix(3) {
      guard let look = compile(source).look else { continue }
      let values = look.parameters.map(\.defaultValue)
      func execution(_ parameters: [[Double]]?, withPass: Bool) -> Execution {
        let plan = Planner.plan(
          Pipeline.run(look.program, parameters: parameters, sourceIsOpaque: true, sourceIsBytes: false))
        let format = PixelFormat(channels: 3, depth: .eight)
        return Execution(
          plan.overFields(withPass: withPass), parameters: values, width: canvas.width, height: canvas.height,
          source: format, result: format)
      }
      let special = execution(values, withPass: true)
      let general = execution(nil, withPass: true)
      let without = execution(values, withPass: false)
      var rows = HandRows(width: canvas.width)
      let seconds = medians(
        rounds: 15,
        [
          { Spatial.flow(without, canvas) }, { Spatial.flow(special, canvas) }, { Spatial.flow(general, canvas) },
          { rows.run(source.shortName, canvas.height) },
        ])
      let nanoseconds = seconds.map { $0 * 1e9 / Double(canvas.pixels) }
      let (known, open) = (nanoseconds[1] - nanoseconds[0], nanoseconds[2] - nanoseconds[0])
      table.add(
        source.shortName, known.text(2), (1000 / known).text(0), open.text(2), nanoseconds[3].text(2),
        (known / nanoseconds[3]).text(2))
    }
    table.show()
  }

  /// Rows of planes and room for as many, as a field keeps them.
  private struct HandRows {
    let width: Int
    private let source: [Float]
    private var result: [Float]
    private static let rows = 32

    init(width: Int) {
      self.width = width
      source = (0..<width * 3 * Self.rows).map { Float($0 &* 97 % 256) / 255 }
      result = source
    }

    mutating func run(_ name: String, _ height: Int) {
      source.withUnsafeBufferPointer { sources in
        result.withUnsafeMutableBufferPointer { results in
          guard let first = sources.baseAddress, let firstResult = results.baseAddress else { return }
          for row in 0..<height {
            let place = row % Self.rows * width * 3
            let (source, result) = (first + place, firstResult + place)
            switch name {
            case "w1": limit_w1_planes(source, result, width, 0.03, 0.75)
            case "w2": limit_w2_planes(source, result, width, 0.05, 0.85, 1.3)
            default: limit_w3_planes(source, result, width, row, 0.05, 0.85, 1.3)
            }
          }
        }
      }
    }
  }
}

extension Plan {
  /// The same from a field of the source's channels into a field of the result's, which is stored; or the source's
  /// channels stored.
  fileprivate func overFields(withPass: Bool) -> Plan {
    let registers = (0..<3).map { Register($0) }
    let loads = registers.map { Step.load(channel: $0.index, into: $0) }
    var plan = self
    plan.fields = [
      Field(explicit: loads, registerCount: 3, results: registers.map { .register($0) }, bounds: bounds)
    ]
    if withPass {
      let steps = steps.map { (step: Step) -> Step in
        if case .load(let channel, _, let register) = step { .field(0, channel: channel, into: register) } else { step }
      }
      plan.fields.append(
        Field(explicit: steps, registerCount: registerCount, results: Array(color.prefix(3)), bounds: bounds))
    }
    plan.steps = registers.map { Step.field(plan.fields.count - 1, channel: $0.index, into: $0) }
    plan.registerCount = 3
    plan.color = registers.map { .register($0) } + [color[3]]
    return plan
  }
}
