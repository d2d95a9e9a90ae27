import Testing
import Tintype
import TintypeIR
import TintypeIntrinsics
import TintypeOptimizer
import TintypePlan
import TintypeTestSupport

/// A pixel move agrees with the scalar evaluator, and every other plan has a reason.
@Suite struct PixelMoveTests {
  private let size = (width: 11, height: 7)
  private let beside = "kernel beside(place: position, by: vec2) -> vec2 { return place.pixels + by }"

  private func plan(_ output: String, working: String = "linear-srgb") throws -> Plan {
    let text = "tintype 1\nlook \"t\" { working \(working) }\n\(beside)\n\(output)\n"
    let (look, diagnostics) = compile(SourceFile(name: "t.tint", text: text))
    let program = try #require(look?.program, "\(diagnostics.map(\.message))")
    return Planner.plan(
      Pipeline.run(
        program, parameters: look?.parameters.map(\.defaultValue), sourceIsOpaque: true, sourceIsBytes: true,
        resultIsBytes: true))
  }

  /// A code for each channel of each pixel.
  private func codes(_ x: Int, _ y: Int) -> [UInt16] {
    (0..<3).map { UInt16(truncatingIfNeeded: (y * size.width + x) * 3 + $0 * 83) & 255 }
  }

  private func check(_ output: String, working: String = "linear-srgb") throws {
    let plan = try plan(output, working: working)
    let move = try plan.pixelMove(width: size.width, height: size.height)
    var evaluator = ScalarEvaluator(plan, width: size.width, height: size.height)
    evaluator.makeFields(depth: .eight) { codes($0, $1) }
    let uniforms = plan.uniformValues(parameters: [], width: size.width, height: size.height, frame: 0)
    let bounds = plan.pixels(uniforms: uniforms, width: size.width, height: size.height)
    let (columns, rows) = (move.rectangle.columns.count, move.rectangle.rows.count)
    #expect((move.exchangesAxes ? (rows, columns) : (columns, rows)) == (bounds.columns.count, bounds.rows.count))
    for row in bounds.rows {
      for column in bounds.columns {
        let inside = column < size.width && row < size.height
        let color = evaluator.color(
          of: inside ? codes(column, row) : [0, 0, 0], depth: .eight, column: column, row: row)
        let place = move.source(x: column - bounds.columns.lowerBound, y: row - bounds.rows.lowerBound)
        let stored = color.prefix(3).map { SampleDepth.eight.code(of: $0) }
        #expect(stored == codes(place.x, place.y), "\(output) at \(column) \(row)")
      }
    }
  }

  @Test func everyChainOfMoves() throws {
    let steps = [
      "turn(by: 90deg)", "turn(by: 180deg)", "turn(by: 270deg)", "flip(.horizontal)", "flip(.vertical)",
      "crop(left: 2px, bottom: 1px)", "crop(ratio: 1, anchor: .right)",
    ]
    for first in steps {
      try check("output source |> \(first)")
      for second in steps {
        try check("output source |> \(first) |> \(second)")
        try check("output source |> \(first) |> \(second) |> turn(by: 90deg)", working: "display")
      }
    }
  }

  @Test(arguments: [
    "source", "source |> straighten(by: 0deg)", "source |> zoom(by: 1)", "source * 1", "mix(source, source, 0.5)",
    "source |> sample(at: beside(by: vec2(0, 0)), filter: .bicubic)",
  ])
  func whatChangesNothingIsNoObstacle(_ output: String) throws { try check("output " + output) }

  @Test(arguments: [
    ("source * 1.01", "computes colors"), ("source |> turn(by: 90deg) |> blur(radius: 1px)", "runs a blur"),
    ("source |> median(radius: 1px)", "runs a median"), ("source + noise(1) * 0.1", "draws noise"),
    ("source |> straighten(by: 1deg)", "reads between pixels"), ("source |> zoom(by: 1.5)", "reads between pixels"),
    ("source |> resize(by: 0.5)", "runs a blur"), ("text(\"a\", on: source) * source", "writes text"),
    ("source |> sample(at: beside(by: vec2(3, 0)), filter: .nearest)", "repeats the edges of the picture"),
    ("source |> sample(at: beside(by: vec2(0.5, 0)))", "reads between pixels"),
  ])
  func whatChangesPixelsHasAReason(_ output: String, _ reason: String) throws {
    let plan = try plan("output " + output)
    let size = size
    let error = #expect(throws: ChangedPixels.self) { try plan.pixelMove(width: size.width, height: size.height) }
    #expect(error?.reason == reason)
  }

  @Test func channelsStayWhereTheyAre() throws {
    let swap = "kernel swapped(c: rgb) -> rgb { return rgb(c.g, c.r, c.b) }\noutput source |> swapped()"
    let plan = try plan(swap, working: "display")
    #expect(throws: ChangedPixels.self) { try plan.pixelMove(width: 8, height: 8) }
  }
}
