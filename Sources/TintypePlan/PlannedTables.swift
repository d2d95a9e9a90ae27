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

  /// The letters of the lines, which the executor sets one by one.
  private(set) var letterCount = 0

  /// The letters that one letter of a date's format stands for at most.
  private static let longestField = 12

  /// The most letters that each text has.
  private var lengths: [Int] = []

  /// The position of each text.
  private var textPositions: [Plan.Text: Int] = [:]

  /// The position of the text that a value is.
  private var positionsOfValues: [Value: Int] = [:]

  /// The numbers of the first slots; nil for one that depends on more than constants.
  private var known: [Float?] = []

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
    var letters: [LetterLine]?
    if case .constant(let lanes) = texts[text] { letters = LetterLine.lines(of: TextLanes.text(of: lanes), lettering) }
    let line = Plan.Line(text: text, lettering: lettering, letters: letters, place: place)
    if let known = lines.firstIndex(of: line) { return known }
    letterCount += lengths[text]
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
      guard positionsOfValues[value] == nil, needed.insert(value).inserted else { continue }
      open += program[value].operands.filter { program[$0].type.isLetters }
    }
    for value in needed.sorted(by: { $0.index < $1.index }) {
      positionsOfValues[value] = position(of: text(value, program, slots, uniforms))
    }
    return positionsOfValues[value]!
  }

  private mutating func position(of text: Plan.Text) -> Int {
    // A condition that is known has chosen.
    if case .chosen(_, let then, let otherwise) = text, then == otherwise { return then }
    if let known = textPositions[text] { return known }
    textPositions[text] = texts.count
    switch text {
    case .constant(let lanes): lengths.append(lanes.count)
    case .chosen(_, let then, let otherwise): lengths.append(max(lengths[then], lengths[otherwise]))
    case .date(_, let pattern, _): lengths.append(lengths[pattern] * Self.longestField)
    case .number: lengths.append(NumberFormat.mostCharacters)
    case .joined(let text, let next): lengths.append(min(lengths[text] + lengths[next], TextLanes.mostCharacters))
    }
    texts.append(text)
    return texts.count - 1
  }

  /// A text whose operands have positions.
  private mutating func text(
    _ value: Value, _ program: Program, _ slots: [Value: Plan.Slot], _ uniforms: [Plan.Uniform]
  ) -> Plan.Text {
    let instruction = program[value]
    switch instruction.operation {
    case .apply(let intrinsic) where intrinsic == .select:
      let (otherwise, then) = (positionsOfValues[instruction.operands[0]]!, positionsOfValues[instruction.operands[1]]!)
      let condition = slots[instruction.operands[2]]!
      guard let truth = number(in: condition, uniforms) else {
        return .chosen(by: condition, then: then, otherwise: otherwise)
      }
      return texts[truth.bitPattern != 0 ? then : otherwise]
    case .text(.number(let format)):
      let slot = slots[instruction.operands[0]]!
      guard let number = number(in: slot, uniforms) else { return .number(slot, format) }
      return .constant(TextOperation.number(format).lanes(of: [[Double(number)]]))
    case .text(let operation):
      let (first, second) = (positionsOfValues[instruction.operands[0]]!, positionsOfValues[instruction.operands[1]]!)
      if case (.constant(let lanes), .constant(let others)) = (texts[first], texts[second]) {
        return .constant(operation.lanes(of: [lanes, others]))
      }
      if case .date(let locale) = operation { return .date(first, pattern: second, locale) }
      return .joined(first, second)
    default: return .constant(constantLanes(value, program))
    }
  }

  /// The number in a slot, if it depends on constants alone.
  private mutating func number(in slot: Plan.Slot, _ uniforms: [Plan.Uniform]) -> Float? {
    for uniform in uniforms[known.count..<max(known.count, slot.index + 1)] {
      switch uniform {
      case .constant(let number): known.append(number)
      case .truth(let truth): known.append(.truth(truth))
      case .lane(let operation, let slots):
        let operands = slots.compactMap { known[$0.index] }
        let all = operands + [0, 0]
        known.append(operands.count == slots.count ? operation(all[0], all[1], all[2]) : nil)
      case .parameter, .truthParameter, .sourceBounds, .frame, .interpolate: known.append(nil)
      }
    }
    return known[slot.index]
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
