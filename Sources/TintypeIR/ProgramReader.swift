public import TintypeDiagnostics
import TintypeIntrinsics
public import TintypeTables
public import TintypeText

/// Reads the text form of a program, the inverse of `Program.description`.
///
/// Lines are independent, so all malformed lines are reported at once. A program read without errors must still pass
/// ``Program/problems``.
public struct ProgramReader {
  private let source: SourceFile
  private var diagnostics: [Diagnostic] = []
  private var name: String?
  private let knownTables: [ColorTable]
  private let knownFonts: [LetterFont]
  private var parameters: [Parameter] = []
  private var tables: [ColorTable] = []
  private var pictures: [PlacedPicture] = []
  private var instructions: [Instruction] = []
  private var labels = Labels()
  private var output: Program.Output?

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - source: the text.
  ///   - tables: the tables that the text names by fingerprint only.
  ///   - fonts: the fonts, which are never part of the text.
  /// - Returns: the program, or nil if the diagnostics contain errors.
  public static func read(
    _ source: SourceFile, tables: [ColorTable] = [], fonts: [LetterFont] = []
  ) -> (program: Program?, diagnostics: [Diagnostic]) {
    var reader = ProgramReader(source: source, knownTables: tables, knownFonts: fonts)
    reader.readLines()
    return (reader.finished(), reader.diagnostics)
  }

  private init(source: SourceFile, knownTables: [ColorTable], knownFonts: [LetterFont]) {
    self.source = source
    self.knownFonts = knownFonts
    self.knownTables = knownTables
  }

  private mutating func readLines() {
    var start = 0
    for line in source.text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let span = Span(start, start + line.count)
      start += line.count + 1
      do {
        var words = LineScanner(line)
        if !words.isAtEnd { try readLine(&words) }
      } catch {
        report(error.message, span)
      }
    }
  }

  private mutating func finished() -> Program? {
    let end = Span(source.text.count, source.text.count)
    if name == nil { report("a program begins with 'program' and its name in quotes", end) }
    if output == nil { report("a program ends with 'output' and two values", end) }
    guard diagnostics.isEmpty, let name, let output else { return nil }
    return Program(
      name: name, parameters: parameters, tables: tables, pictures: pictures, instructions: instructions,
      labels: labels, output: output
    )
  }

  private mutating func report(_ message: String, _ span: Span) {
    let code = "malformed-program"
    diagnostics.append(Diagnostic(code: code, message: message, primary: .init(SourceLocation(source, span))))
  }

  private mutating func readLine(_ line: inout LineScanner) throws(MalformedLine) {
    if line.peek == UInt8(ascii: "%") { return try readInstruction(&line) }
    switch try line.word() {
    case "program": name = try line.string()
    case "table": tables.append(try line.table(among: knownTables))
    case "picture": try readPicture(&line)
    case "parameter": try readParameter(&line)
    case "output":
      let color = try value(&line)
      try line.expect("in")
      output = Program.Output(color: color, bounds: try value(&line))
    case let word:
      throw MalformedLine(
        "a line begins with 'program', 'table', 'picture', 'parameter', 'output' or a value, not '\(word)'")
    }
    try line.end()
  }

  private mutating func readInstruction(_ line: inout LineScanner) throws(MalformedLine) {
    guard try line.value() == instructions.count else {
      throw MalformedLine("the next value is %\(instructions.count)")
    }
    if line.peek == UInt8(ascii: "\"") { labels.add(try line.string(), to: Value(instructions.count)) }
    try line.expect(":")
    guard let rate = Rate(rawValue: try line.word()) else { throw MalformedLine("a rate is 'uniform' or 'varying'") }
    let type = try type(&line)
    try line.expect("=")
    var (operation, operands) = (try operation(&line), Operands())
    while line.peek == UInt8(ascii: "%") {
      guard operands.count < Operands.mostCount else {
        throw MalformedLine("a value has \(Operands.mostCount) operands at most")
      }
      operands.append(try value(&line))
    }
    if let number = operation.sourceNumber, !line.isAtEnd {
      guard number == 0, let given = Int(try line.word()) else { throw MalformedLine("a source has a number") }
      if case .source(_, let isLight) = operation {
        operation = .source(given, isLight: isLight)
      } else {
        operation = .sourceBounds(given)
      }
    }
    if case .component = operation { operation = .component(try lanes(&line)) }
    if case .lookup = operation { operation = .lookup(try numbers(&line)) }
    if case .spatial(.convolve) = operation { operation = .spatial(.convolve(try kernel(&line))) }
    if case .spatial(.blurs) = operation {
      let weights = try numbers(&line).map { Float($0) }
      guard !weights.isEmpty, weights.allSatisfy({ $0.isFinite }) else {
        throw MalformedLine("a sum of blurs has a weight for each")
      }
      operation = .spatial(.blurs(weights))
    }
    try line.end()
    instructions.append(Instruction(operation, operands, type: type, rate: rate))
  }

  private func operation(_ line: inout LineScanner) throws(MalformedLine) -> Operation {
    switch try line.word() {
    case "constant": return .constant(Numbers(try numbers(&line)))
    case "curve": return .curve(try numbers(&line))
    case "parameter":
      let name = try line.word()
      guard let index = parameters.firstIndex(where: { $0.name == name }) else {
        throw MalformedLine("there is no parameter '\(name)' above")
      }
      return .parameter(index)
    case "measured":
      guard let number = Int(try line.word()), 0..<Measurement.most ~= number else {
        throw MalformedLine("a measurement has a number")
      }
      return .measured(number)
    case "lookup": return .lookup([])
    case "cubics": return .cubics(try line.cubics())
    case "component": return .component([])
    case "blurs": return .spatial(.blurs([]))
    case "letters.font": return .letters(.font(try font(&line)))
    case let word:
      guard let operation = Operation.byName[word] else { throw MalformedLine("there is no operation '\(word)'") }
      return operation
    }
  }

  private func font(_ line: inout LineScanner) throws(MalformedLine) -> LetterFont {
    let (name, fingerprint) = (try line.string(), try line.word())
    let found = knownFonts.first { $0.name == name && String($0.fingerprint, radix: 16) == fingerprint }
    guard let found else { throw MalformedLine("the font \(quoted(name)) is not at hand") }
    return found
  }

  private func kernel(_ line: inout LineScanner) throws(MalformedLine) -> ConvolutionKernel {
    let columns = Int(try line.word()) ?? 0
    guard let kernel = ConvolutionKernel(columns: max(columns, 1), weights: try numbers(&line)) else {
      throw MalformedLine("a convolution has its number of columns, and an odd number of rows of weights")
    }
    return kernel
  }

  private func numbers(_ line: inout LineScanner) throws(MalformedLine) -> [Double] {
    var numbers: [Double] = []
    while !line.isAtEnd { numbers.append(try line.number()) }
    return numbers
  }

  private func lanes(_ line: inout LineScanner) throws(MalformedLine) -> [Int] {
    var lanes: [Int] = []
    while !line.isAtEnd {
      guard let lane = Int(try line.word()), 0..<4 ~= lane else { throw MalformedLine("a lane is 0, 1, 2 or 3") }
      lanes.append(lane)
    }
    return lanes
  }

  private mutating func readPicture(_ line: inout LineScanner) throws(MalformedLine) {
    var picture = PlacedPicture(name: try line.string())
    if line.peek == UInt8(ascii: "\"") { picture.file = try line.string() }
    if !line.isAtEnd {
      try line.expect("data")
      picture.isData = true
    }
    pictures.append(picture)
  }

  private mutating func readParameter(_ line: inout LineScanner) throws(MalformedLine) {
    let name = try line.word()
    try line.expect(":")
    let type = try type(&line)
    try line.expect("=")
    var parameter = Parameter(name: name, type: type, defaultValue: [])
    while line.beginsNumber { parameter.defaultValue.append(try line.number()) }
    while !line.isAtEnd {
      switch try line.word() {
      case "in": parameter.hardRange = try range(&line)
      case "slider": parameter.sliderRange = try range(&line)
      case "step": parameter.step = try line.number()
      case "of":
        while line.peek == UInt8(ascii: "\"") { parameter.choices.append(try line.string()) }
      case "pattern": parameter.isDatePattern = true
      case "unit": parameter.unit = try line.string()
      case "group": parameter.group = try line.string()
      case "label": parameter.label = try line.string()
      case "doc": parameter.documentation = try line.string()
      case let word: throw MalformedLine("a parameter has no '\(word)'")
      }
    }
    parameters.append(parameter)
  }

  private func range(_ line: inout LineScanner) throws(MalformedLine) -> ClosedRange<Double> {
    let (lower, upper) = (try line.number(), try line.number())
    guard lower <= upper else { throw MalformedLine("a range goes from the smaller number to the larger") }
    return lower...upper
  }

  private func type(_ line: inout LineScanner) throws(MalformedLine) -> ValueType {
    let word = try line.word()
    guard let type = ValueType(rawValue: word) else { throw MalformedLine("there is no type '\(word)'") }
    return type
  }

  private func value(_ line: inout LineScanner) throws(MalformedLine) -> Value {
    let index = try line.value()
    guard index < instructions.count else { throw MalformedLine("%\(index) does not stand above this line") }
    return Value(index)
  }
}
