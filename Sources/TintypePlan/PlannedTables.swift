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

  /// The texts of the lines.
  private(set) var texts: [Plan.Text] = []

  /// Lines of text.
  private(set) var lines: [Plan.Line] = []

  /// The position of the text that a value is.
  private var textPositions: [Value: Int] = [:]

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
    of instruction: Instruction, _ lettering: Lettering, _ program: Program, _ slots: [Value: Plan.Slot],
    _ uniforms: [Plan.Uniform]
  ) -> Int {
    let place = instruction.operands.dropFirst().map { slots[$0]! }
    let text = position(ofText: instruction.operands[0], program, slots, uniforms)
    var letters: LetterLine?
    if case .constant(let lanes) = texts[text] { letters = LetterLine(TextLanes.text(of: lanes), lettering) }
    let line = Plan.Line(text: text, lettering: lettering, letters: letters, place: place)
    if let known = lines.firstIndex(of: line) { return known }
    lines.append(line)
    return lines.count - 1
  }

  /// The position of a text. The texts that it depends on come first; the chain of choices may be long, so this is a
  /// loop.
  private mutating func position(
    ofText value: Value, _ program: Program, _ slots: [Value: Plan.Slot], _ uniforms: [Plan.Uniform]
  ) -> Int {
    var (needed, open): (Set<Value>, [Value]) = ([], [value])
    while let value = open.popLast() {
      guard textPositions[value] == nil, needed.insert(value).inserted else { continue }
      open += program[value].operands.filter { program[$0].type.isLetters }
    }
    for value in needed.sorted(by: { $0.index < $1.index }) {
      textPositions[value] = position(of: text(value, program, slots, uniforms))
    }
    return textPositions[value]!
  }

  private mutating func position(of text: Plan.Text) -> Int {
    // A condition that is known has chosen.
    if case .chosen(_, let then, let otherwise) = text, then == otherwise { return then }
    if let known = texts.firstIndex(of: text) { return known }
    texts.append(text)
    return texts.count - 1
  }

  /// A text whose operands have positions.
  private func text(
    _ value: Value, _ program: Program, _ slots: [Value: Plan.Slot], _ uniforms: [Plan.Uniform]
  ) -> Plan.Text {
    let instruction = program[value]
    switch instruction.operation {
    case .apply(.select):
      let (otherwise, then) = (textPositions[instruction.operands[0]]!, textPositions[instruction.operands[1]]!)
      let condition = slots[instruction.operands[2]]!
      guard let truth = uniforms.known(condition) else {
        return .chosen(by: condition, then: then, otherwise: otherwise)
      }
      return texts[truth.bitPattern != 0 ? then : otherwise]
    case .dateText(let locale):
      let (date, pattern) = (textPositions[instruction.operands[0]]!, textPositions[instruction.operands[1]]!)
      guard case (.constant(let numbers), .constant(let letters)) = (texts[date], texts[pattern]) else {
        return .date(date, pattern: pattern, locale)
      }
      return .constant(Instruction.dateText(numbers, letters, locale))
    default: return .constant(constantLanes(value, program))
    }
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

extension [Plan.Uniform] {
  /// The value of a slot, if it depends on constants alone.
  fileprivate func known(_ slot: Plan.Slot) -> Float? {
    var values: [Float?] = []
    values.reserveCapacity(slot.index + 1)
    for uniform in prefix(slot.index + 1) {
      switch uniform {
      case .constant(let number): values.append(number)
      case .truth(let truth): values.append(.truth(truth))
      case .lane(let operation, let slots):
        let known = slots.compactMap { values[$0.index] }
        let operands = known + [0, 0]
        values.append(known.count == slots.count ? operation(operands[0], operands[1], operands[2]) : nil)
      case .parameter, .truthParameter, .sourceBounds, .frame, .interpolate: values.append(nil)
      }
    }
    return values[slot.index]
  }
}
