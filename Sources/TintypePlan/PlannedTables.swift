import TintypeIR
import TintypeIntrinsics
import TintypeTables
import TintypeText

/// The tables and lines of text of a plan, without duplicates: all passes share them.
struct PlannedTables {
  /// Tables of 256 numbers.
  private(set) var numbers: [[Float]] = []

  /// Functions of one number.
  private(set) var functions: [PiecewiseCubic] = []

  /// Color tables that are used.
  private(set) var colors: [ColorTable] = []

  /// Lines of text.
  private(set) var lines: [Plan.Line] = []

  /// The position of each color table in the program.
  private var positions: [Int] = []

  /// The position of a table of numbers.
  mutating func position(of table: [Float]) -> Int {
    if let known = numbers.firstIndex(of: table) { return known }
    numbers.append(table)
    return numbers.count - 1
  }

  /// The position of a line of text.
  mutating func position(
    of instruction: Instruction, _ lettering: Lettering, _ program: Program, _ slots: [Plan.Slot]
  ) -> Int {
    let text = TextLanes.text(of: constantLanes(instruction.operands[0], program))
    let line = Plan.Line(text: text, lettering: lettering, letters: LetterLine(text, lettering), place: slots)
    if let known = lines.firstIndex(of: line) { return known }
    lines.append(line)
    return lines.count - 1
  }

  /// The lanes of a text or of a table, which must be known when the plan is made: a parameter has its default.
  private func constantLanes(_ value: Value, _ program: Program) -> [Double] {
    if case .parameter(let index) = program[value].operation { return program.parameters[index].defaultValue }
    let operands = program[value].operands.map { constantLanes($0, program) }
    return program[value].meaning(of: operands, tables: []) ?? []
  }

  /// The position of a function.
  mutating func position(of function: PiecewiseCubic) -> Int {
    if let known = functions.firstIndex(of: function) { return known }
    functions.append(function)
    return functions.count - 1
  }

  /// The position in the plan of a color table of the program. The plan holds only tables that are used.
  mutating func position(of table: Value, _ program: Program) -> Int {
    let position = Int(constantLanes(table, program)[0])
    if let known = positions.firstIndex(of: position) { return known }
    positions.append(position)
    colors.append(program.tables[position])
    return colors.count - 1
  }
}
