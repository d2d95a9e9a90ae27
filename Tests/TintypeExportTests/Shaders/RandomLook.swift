import Testing
import Tintype
import TintypeExport
import TintypeIR
import TintypeImage
import TintypeIntrinsics
import TintypeOptimizer
import TintypeTestSupport

/// A program of everything that looks at one pixel, whose shaders are judged by exact arithmetic.
///
/// A shader's operations are those of a render: the running error bound, and what the host's merging of steps adds to
/// it, as in `MeaningTests`.
struct RandomLook {
  let seed: Int
  let look: ConfiguredLook
  private let program: Program

  /// The photo that it runs on, 8 x 6 pixels of four channels.
  static let codes = (0..<8 * 6 * 4).map { UInt8(truncatingIfNeeded: $0 &* 73 &+ $0 / 7) }

  /// The same photo without alpha.
  static let opaqueCodes = codes.enumerated().map { $0 % 4 == 3 ? 255 : $1 }

  /// The programs of some seeds that an export supports, and its results.
  ///
  /// - Parameter most: of `Scripts/test --all`; a language that holds less than all of a look has fewer.
  static func all<Exported>(
    _ count: Int, orOfAllTests most: Int, share: Double = 0.67,
    _ export: (ConfiguredLook, _ seed: Int) throws -> Exported
  ) throws -> [(look: RandomLook, exported: Exported)] {
    let count = runsAllTests ? most : count
    let all = try (0..<count).compactMap { seed in
      let look = try RandomLook(seed: seed)
      return (try? export(look.look, seed)).map { (look, $0) }
    }
    #expect(Double(all.count) > share * Double(count), "only \(all.count) of \(count)")
    return all
  }

  private init(seed: Int) throws {
    var program = RandomProgram.make(seed: UInt64(seed), steps: 24, isLowered: false).answered(by: Self.shot)
    // Controls have whole numbers for these, as recipes do.
    for index in program.parameters.indices where [.choice, .seed].contains(program.parameters[index].type) {
      let whole = program.parameters[index].defaultValue[0].magnitude.rounded(.down)
      program.parameters[index].defaultValue = [whole.truncatingRemainder(dividingBy: 2)]
    }
    var look = try #require(compile(inlineRecipe("source")).look)
    (look.program, look.steps, look.images) = (program, [], [])
    (self.seed, self.look, self.program) = (seed, ConfiguredLook(look), program)
  }

  private static let shot: Shot = {
    var shot = Shot()
    for (field, value) in [(ShotField.iso, 400.0), (.aperture, 2.8), (.flash, 1)] { shot[field] = [value] }
    return shot
  }()

  private static let mergingError = 5e-6

  /// A pixel that a shader made: some lanes, or all.
  typealias Pixel = (column: Int, row: Int, lanes: [Float])

  /// What could be compared of what a shader made, and how much there was.
  func check(_ made: [Pixel], of codes: [UInt8] = Self.codes) -> (compared: Int, all: Int) {
    let values = program.parameters.map(\.defaultValue)
    let inexact = ["simplify", "simplify-lanes", "fuse-curves", "drop-and-merge", "combine-blurs"]
    let lowered = Pipeline.passes(parameters: values, sourceIsOpaque: false).filter { !inexact.contains($0.name) }
      .reduce(program) { $1.run($0) }
    let exact = Interpreter(lowered, parameters: values, width: 8, height: 6)
    var (compared, all) = (0, 0)
    for pixel in made {
      let place = 4 * (pixel.row * 8 + pixel.column)
      let source = Interpreter.Pixel(
        color: codes[place..<place + 4].map { Double($0) / 255 }, column: pixel.column, row: pixel.row)
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
