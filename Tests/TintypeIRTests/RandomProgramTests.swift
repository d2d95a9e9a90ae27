import Testing
import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeTestSupport

/// Laws of the text form and of the validator, on random programs.
@Suite struct RandomProgramTests {
  @Test(arguments: 0..<150) func areValidAndReadBack(_ seed: UInt64) {
    let program = RandomProgram.make(seed: seed, .awkward, spatialSteps: Int(seed % 4), pictures: Int(seed % 3))
    #expect(program.problems == [])
    let (read, diagnostics) = ProgramReader.read(
      SourceFile(name: "random", text: program.description), tables: program.tables, fonts: [SampleFont.squares])
    #expect(diagnostics == [])
    #expect(read == program)
    #expect(read?.description == program.description)
  }

  @Test func coverTheLanguage() {
    var operations: Set<String> = []
    var types: Set<ValueType> = []
    for seed in 0..<150 {
      for instruction in RandomProgram.make(seed: UInt64(seed), .awkward, spatialSteps: 2, pictures: 1).instructions {
        types.insert(instruction.type)
        switch instruction.operation {
        case .apply(let intrinsic): operations.insert(intrinsic.rawValue)
        case .lane(let operation): operations.insert("lane.\(operation)")
        case .constant: operations.insert("constant")
        case .parameter: operations.insert("parameter")
        case .source(let number, _): operations.insert("source \(number)")
        case .sourceBounds(let number): operations.insert("source.bounds \(number)")
        case .letters(let lettering): operations.insert("letters.\(lettering)")
        case .text(.date): operations.insert("text.date")
        case .text(.number): operations.insert("text.number")
        case .shot: operations.insert("shot")
        case .curve: operations.insert("curve")
        case .component: operations.insert("component")
        case .spatial(let operation): operations.insert(operation.name)
        default: operations.insert("\(instruction.operation)")
        }
      }
    }
    let words = [
      "constant", "parameter", "source 0", "source 1", "source.bounds 0", "source.bounds 1", "noise", "construct",
      "component", "intersect", "position",
      "frame", "shot", "curve", "evaluate", "interpolate", "blur", "blurs", "median", "erode", "dilate", "convolve",
      "guidedFilter", "sample.nearest", "sample.bilinear",
      "sample.bicubic",
      "text.date", "text.number", "text(TintypeIR.TextOperation.joined)", "letters.segments", "letters.plain",
      "letters.squares",
    ]
    let lanes = LaneOperation.allCases.map { "lane.\($0)" }
    #expect(operations == Set(words + Intrinsic.primitives.map(\.rawValue) + lanes))
    #expect(types == Set(ValueType.primitives))
  }

  /// Any damage to a text gives a program or reasons, and asking for its problems is safe.
  @Test(arguments: 0..<60) func survivesDamage(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let whole = Array(RandomProgram.make(seed: seed, .awkward, steps: 12).description.utf8)
    for _ in 0..<12 {
      var text = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) { damage(&text, &random) }
      let (program, diagnostics) = ProgramReader.read(SourceFile(name: "damaged", text: text))
      #expect((program == nil) == !diagnostics.isEmpty)
      if let program { #expect(program.problems.count <= program.instructions.count + 20) }
    }
  }

  @Test(arguments: 0..<100) func survivesAnyBytes(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let signs = Array("%0123: =\"\\\nsource constant uniform rgba lane.add parameter in output program é-e.".utf8)
    let text = (0..<300).map { _ in
      seed % 2 == 0 ? UInt8.random(in: 0...255, using: &random) : signs.randomElement(using: &random)!
    }
    let (program, diagnostics) = ProgramReader.read(SourceFile(name: "noise", text: text))
    #expect(program == nil)
    #expect(!diagnostics.isEmpty)
  }

  private func damage(_ text: inout [UInt8], _ random: inout SplitMix64) {
    let place = Int.random(in: 0..<text.count, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: text[place] = UInt8.random(in: 0...255, using: &random)
    case 1: text.remove(at: place)
    case 2: text.insert(text.randomElement(using: &random)!, at: place)
    default:
      var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      lines.swapAt(Int.random(in: lines.indices, using: &random), Int.random(in: lines.indices, using: &random))
      text = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    }
  }
}
