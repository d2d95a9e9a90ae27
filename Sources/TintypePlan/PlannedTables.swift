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

  /// The position of each line in the program.
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
    let text = text(instruction.operands[0], program)
    let line = Plan.Line(text: text, lettering: lettering, letters: LetterLine(text, lettering), place: slots)
    if let known = lines.firstIndex(of: line) { return known }
    lines.append(line)
    return lines.count - 1
  }

  /// The text of a value; an open parameter counts as its default.
  private func text(_ value: Value, _ program: Program) -> String {
    func lanes(_ value: Value) -> [Double] {
      switch program[value].operation {
      case .constant(let lanes): return Array(lanes)
      case .parameter(let index): return program.parameters[index].defaultValue
      case .source, .sourceBounds, .noise, .position, .frame, .curve, .evaluate, .interpolate, .lookup, .cubics,
        .construct, .dateText, .letters, .component, .apply, .lane, .intersect, .spatial:
        return program[value].meaning(of: program[value].operands.map(lanes), tables: []) ?? []
      }
    }
    return TextLanes.text(of: lanes(value))
  }

  /// The position of a function.
  mutating func position(of function: PiecewiseCubic) -> Int {
    if let known = functions.firstIndex(of: function) { return known }
    functions.append(function)
    return functions.count - 1
  }

  /// The position in the plan of a color table of the program. The plan holds only tables that are used.
  mutating func position(of table: Value, _ program: Program) -> Int {
    let position =
      switch program[table].operation {
      case .constant(let lanes): Int(lanes[0])
      // The choice of a table cannot stay open: a parameter counts as its default.
      case .parameter(let index): Int(program.parameters[index].defaultValue[0])
      case .source, .sourceBounds, .noise, .position, .frame, .curve, .evaluate, .interpolate, .lookup, .cubics,
        .construct, .dateText, .letters, .component, .apply, .lane, .intersect, .spatial:
        preconditionFailure("no table: \(table)\n\(program)")
      }
    if let known = positions.firstIndex(of: position) { return known }
    positions.append(position)
    colors.append(program.tables[position])
    return colors.count - 1
  }
}
