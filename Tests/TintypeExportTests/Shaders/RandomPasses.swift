import Testing
import Tintype
import TintypeExport
import TintypeIR
import TintypeImage
import TintypeInterpreter
import TintypeIntrinsics
import TintypeOptimizer
import TintypeTestSupport

/// Programs of everything that looks at one pixel, whose shaders are judged by exact arithmetic.
///
/// A shader's operations are those of a render: the running error bound, and what the host's merging of steps adds to
/// it, as in `MeaningTests`.
struct RandomPasses {
  let seed: Int
  let passes: ExportedPasses
  private let program: Program

  /// The photo that they run on, 8 x 6 pixels of four channels.
  static let codes = (0..<8 * 6 * 4).map { UInt8(truncatingIfNeeded: $0 &* 73 &+ $0 / 7) }

  /// Those of some seeds that shaders can hold.
  static func all(_ count: Int, in language: PassLanguage) throws -> [RandomPasses] {
    let all = try (0..<count).compactMap { try RandomPasses(seed: $0, language) }
    #expect(all.count * 3 > count * 2)
    return all
  }

  private init?(seed: Int, _ language: PassLanguage) throws {
    let program = RandomProgram.make(seed: UInt64(seed), steps: 24, isLowered: false).answered(by: Self.shot)
    var look = try #require(compile(inlineRecipe("source")).look)
    (look.program, look.steps, look.images) = (program, [], [])
    guard let passes = try? ExportedPasses(ConfiguredLook(look), in: language) else { return nil }
    (self.seed, self.passes, self.program) = (seed, passes, program)
  }

  private static let shot: Shot = {
    var shot = Shot()
    for (field, value) in [(ShotField.iso, 400.0), (.aperture, 2.8), (.flash, 1)] { shot[field] = [value] }
    return shot
  }()

  private static let mergingError = 5e-6

  /// What could be compared of what a shader made, and how much there was.
  func check(_ made: [(column: Int, row: Int, lanes: [Float])]) -> (compared: Int, all: Int) {
    let values = program.parameters.map(\.defaultValue)
    let inexact = ["simplify", "simplify-lanes", "drop-and-merge"]
    let lowered = Pipeline.passes(parameters: values, sourceIsOpaque: false).filter { !inexact.contains($0.name) }
      .reduce(program) { $1.run($0) }
    let exact = Interpreter(lowered, parameters: values, width: 8, height: 6)
    var (compared, all) = (0, 0)
    for pixel in made {
      let place = 4 * (pixel.row * 8 + pixel.column)
      let source = Interpreter.Pixel(
        color: Self.codes[place..<place + 4].map { Double($0) / 255 }, column: pixel.column, row: pixel.row)
      let bounds = ErrorBound.values(of: lowered, exact: exact.values(at: source))[lowered.output.color.index]
      for (lane, bound) in zip(pixel.lanes, bounds) {
        all += 1
        guard bound.isKnown, bound.bound <= 1e-3 * max(1, bound.exact.magnitude) else { continue }
        compared += 1
        let difference = abs(Double(lane) - bound.exact)
        #expect(
          difference <= bound.bound + Self.mergingError * max(1, bound.exact.magnitude),
          "program \(seed): \(lane) is not \(bound.exact) within \(bound.bound)")
      }
    }
    return (compared, all)
  }

  /// That most could be compared.
  static func expectMost(_ counts: [(compared: Int, all: Int)]) {
    let (compared, all) = counts.reduce((0, 0)) { ($0.0 + $1.compared, $0.1 + $1.all) }
    #expect(compared * 10 > all * 7, "only \(compared) of \(all) lanes could be compared")
  }
}
