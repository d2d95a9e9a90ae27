import Testing
import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics

/// Each kind of damage to a program's form has a name.
@Suite struct ProgramProblemsTests {
  @Test(arguments: [
    ("%2: uniform rgba = add %0 %0", "%2: the rate is varying"),
    ("%2: varying scalar = constant 1", "%2: the rate is uniform"),
    ("%2: varying rgb = add %0 %0", "%2: the type is rgba, not rgb"),
    ("%2: varying rgba = add %0 %1", "%2: apply(TintypeIntrinsics.Intrinsic.add) does not take [\"rgba\", \"rect\"]"),
    ("%2: uniform rgb = constant 1 2", "%2: constant([1.0, 2.0]) does not take []"),
    ("%2: varying scalar = component %0 0 1", "%2: the type is vec2, not scalar"),
    ("%2: uniform rect = intersect %1", "%2: intersect does not take [\"rect\"]"),
    ("%2: varying rgba = noise %0", "%2: noise does not take [\"rgba\"]"),
    ("%2: varying rgba = construct %0 %0", "%2: construct does not take [\"rgba\", \"rgba\"]"),
    ("%2: varying rgba = source %0", "%2: source(0, isLight: false) does not take [\"rgba\"]"),
    (
      "%2: varying scalar = lane.add %0 %0",
      "%2: lane(TintypeIntrinsics.LaneOperation.add) does not take [\"rgba\", \"rgba\"]"
    ),
    ("parameter x: bool = 1\n%2: uniform scalar = parameter x", "%2: the type is bool, not scalar"),
  ])
  func areFound(_ line: String, _ problem: String) throws {
    let text = "program \"x\"\n%0: varying rgba = source\n%1: uniform rect = source.bounds\n\(line)\noutput %0 in %1\n"
    let (program, diagnostics) = ProgramReader.read(SourceFile(name: "damaged", text: text))
    #expect(diagnostics == [])
    let problems = try #require(program).problems
    #expect(problems.count == 1)
    #expect(problems.first?.hasPrefix(problem) == true, "\(problems)")
  }

  @Test func areFoundInTheOutput() {
    var program = sound
    program.output = .init(color: Value(1), bounds: Value(0))
    #expect(
      program.problems == ["output: the color is a rect", "output: the bounds is a rgba", "output: the bounds vary"])
    program.output = .init(color: Value(7), bounds: Value(-1))
    #expect(program.problems == ["output: the color is no value", "output: the bounds is no value"])
  }

  @Test func areFoundInOperandsAndDefaults() {
    var program = sound
    program.instructions.append(Instruction(.apply(.abs), [Value(2)], type: .rgba, rate: .varying))
    program.instructions.append(Instruction(.apply(.abs), [Value(-1)], type: .rgba, rate: .varying))
    program.instructions.append(Instruction(.parameter(3), type: .scalar, rate: .uniform))
    program.instructions.append(Instruction(.component([4]), [Value(0)], type: .scalar, rate: .varying))
    program.instructions.append(Instruction(.component([]), [Value(0)], type: .scalar, rate: .varying))
    program.parameters = [Parameter(name: "x", type: .rgb, defaultValue: [1])]
    let problems = program.problems
    #expect(problems.prefix(2) == ["%2: an operand does not stand above", "%3: an operand does not stand above"])
    #expect(problems.count == 6)
    #expect(problems.last == "x: the default has 1 numbers")
  }

  @Test func areFoundWhereAPixelDecidesAboutAllOfThem() {
    var program = sound
    program.instructions.append(Instruction(.component([0]), [Value(0)], type: .scalar, rate: .varying))
    program.instructions.append(Instruction(.noise, [Value(2)], type: .rgba, rate: .varying))
    let edges = Array(repeating: Value(2), count: 4)
    program.instructions.append(Instruction(.construct, Operands(edges), type: .rect, rate: .varying))
    program.instructions.append(Instruction(.intersect, [Value(4), Value(1)], type: .rect, rate: .varying))
    #expect(program.problems.map { $0.prefix(3) } == ["%3:", "%5:"])
  }

  private let sound = Program(
    name: "sound", parameters: [],
    instructions: [
      Instruction(.source(), type: .rgba, rate: .varying), Instruction(.sourceBounds(), type: .rect, rate: .uniform),
    ],
    output: .init(color: Value(0), bounds: Value(1)))
}
