import Testing
import TintypeDiagnostics
import TintypeIR

/// Lists that lie in an instruction are lists all the same.
@Suite struct OperandsTests {
  @Test(arguments: 0...6) func holdWhatTheyAreMadeOf(_ count: Int) {
    let values = (0..<count).map { Value(7 * $0 + 1) }
    let operands = Operands(values)
    #expect(Array(operands) == values)
    #expect(operands.count == count)
    var longer = Operands()
    for value in values {
      #expect(longer != operands)
      longer.append(value)
    }
    #expect(longer == operands)
  }

  @Test(arguments: 0...6) func becomeOthersOneByOne(_ count: Int) {
    var operands = Operands((0..<count).map { Value($0) })
    operands.rename { Value(60_000 - $0.index) }
    #expect(Array(operands) == (0..<count).map { Value(60_000 - $0) })
    for position in operands.indices { operands[position] = Value(position) }
    #expect(operands == Operands((0..<count).map { Value($0) }))
  }

  /// As long as a list may be, and one more.
  @Test func areNotTooManyInAText() {
    func program(_ count: Int) -> String {
      let lanes = Array(repeating: "%0", count: count).joined(separator: " ")
      return """
        program "x"
        %0: uniform scalar = constant 1
        %1: varying scalar = construct \(lanes)
        output %1 in %0

        """
    }
    let (seven, none) = ProgramReader.read(SourceFile(name: "x", text: program(7)))
    #expect(none.isEmpty)
    #expect(seven?.instructions[1].operands.count == 7)
    let (eight, problems) = ProgramReader.read(SourceFile(name: "x", text: program(8)))
    #expect(eight == nil)
    #expect(problems.first?.message == "a value has 7 operands at most")
  }
}

@Suite struct NumbersTests {
  @Test(arguments: [[], [0.5], [-0.0], [1, 2], [3, 2, 1, 0]] as [[Double]]) func areAList(_ list: [Double]) {
    let numbers = Numbers(list)
    #expect(Array(numbers) == list)
    #expect(numbers == Numbers(list))
    #expect(numbers.description == list.description)
    #expect(numbers != Numbers(list + [1]))
  }

  @Test func areTheSameHoweverTheyAreMade() {
    #expect(Numbers(4) == [4])
    #expect(Numbers([4]) == [4])
    #expect(Numbers([]) == [])
  }
}
