public import TintypeDiagnostics

/// Reads a `.cube` file: Adobe's "Cube LUT Specification 1.0" (2013, originally by Iridas) and the dialect of DaVinci
/// Resolve, in which a file may have a 1D table before the cube and ranges are called `LUT_1D_INPUT_RANGE` and
/// `LUT_3D_INPUT_RANGE`.
///
/// Reading stops at the first error. It takes time linear in the file's length, for any bytes.
public struct CubeFileReader {
  private let file: SourceFile
  private var scanner: DecimalScanner
  private var curvesSize: Setting<Int>?
  private var cubeSize: Setting<Int>?
  private var domainLow: Setting<[Float]>?
  private var domainHigh: Setting<[Float]>?
  private var curvesRange: Setting<[Float]>?
  private var cubeRange: Setting<[Float]>?
  private var hasTitle = false
  private var entries: [SIMD4<Float>] = []

  /// The value of a keyword and the place of the keyword in the file.
  private struct Setting<Value> {
    let value: Value
    let place: SourceLocation
  }

  /// Reads a file.
  ///
  /// - Parameter name: the name of the table.
  /// - Returns: the table, or the first error with its place in the file.
  public static func read(_ file: SourceFile, name: String) -> Result<ColorTable, TableComplaint> {
    var reader = CubeFileReader(file)
    do throws(TableComplaint) {
      return .success(try reader.table(name: name))
    } catch {
      return .failure(error)
    }
  }

  private init(_ file: SourceFile) {
    self.file = file
    scanner = DecimalScanner(file.text)
  }

  private mutating func table(name: String) throws(TableComplaint) -> ColorTable {
    while scanner.skipToContent() {
      if scanner.beginsNumber { break }
      try readSetting()
    }
    guard curvesSize != nil || cubeSize != nil else { throw TableComplaint(.tableWithoutSize(at: here)) }
    let axes = try axes()
    try readEntries()
    var stages: [ColorTable.Stage] = []
    var first = 0
    for (shape, axes) in axes {
      let count = ColorTable.Stage.entryCount(shape, edge: axes[0].edge)
      let part = first == 0 && count == entries.count ? entries : Array(entries[first..<first + count])
      first += count
      if let stage = ColorTable.Stage(shape, edge: axes[0].edge, axes: axes, entries: part) { stages.append(stage) }
    }
    guard let table = ColorTable(name: name, stages: stages) else {
      preconditionFailure("the parts of a table have been checked")
    }
    return table
  }

  // MARK: Keywords

  private mutating func readSetting() throws(TableComplaint) {
    let range = scanner.word()
    let word = String(decoding: file.text[range], as: UTF8.self)
    let place = SourceLocation(file, Span(range.lowerBound, range.upperBound))
    switch Keyword(rawValue: word) {
    case .title:
      if hasTitle { throw TableComplaint(.tableKeywordTwice(word, at: place)) }
      hasTitle = true
      scanner.skipLine()
    case .curvesSize: try set(&curvesSize, word, try size(.curves, place), place)
    case .cubeSize: try set(&cubeSize, word, try size(.cube, place), place)
    case .domainLow: try set(&domainLow, word, try numbers(3, after: word, place), place)
    case .domainHigh: try set(&domainHigh, word, try numbers(3, after: word, place), place)
    case .curvesRange: try set(&curvesRange, word, try numbers(2, after: word, place), place)
    case .cubeRange: try set(&cubeRange, word, try numbers(2, after: word, place), place)
    case nil where ["nan", "inf", "infinity"].contains(word.lowercased()):
      throw TableComplaint(.notATableNumber(word, at: place))
    case nil:
      let known = Keyword.allCases.map { $0.rawValue }
      throw TableComplaint(.unknownTableKeyword(word, at: place, nearest: nearestName(to: word, among: known)))
    }
  }

  /// The keywords that a line may begin with.
  private enum Keyword: String, CaseIterable {
    case title = "TITLE"
    case curvesSize = "LUT_1D_SIZE"
    case cubeSize = "LUT_3D_SIZE"
    case domainLow = "DOMAIN_MIN"
    case domainHigh = "DOMAIN_MAX"
    case curvesRange = "LUT_1D_INPUT_RANGE"
    case cubeRange = "LUT_3D_INPUT_RANGE"
  }

  private func set<Value>(
    _ setting: inout Setting<Value>?, _ word: String, _ value: Value, _ place: SourceLocation
  ) throws(TableComplaint) {
    if setting != nil { throw TableComplaint(.tableKeywordTwice(word, at: place)) }
    setting = Setting(value: value, place: place)
  }

  private mutating func size(_ shape: ColorTable.Stage.Shape, _ keyword: SourceLocation) throws(TableComplaint) -> Int {
    scanner.skipSpaces()
    let start = scanner.position
    let range = scanner.word()
    let place = range.isEmpty ? keyword : SourceLocation(file, Span(start, range.upperBound))
    // 20 characters suffice: a longer number is out of bounds anyway.
    guard let size = Int(String(decoding: file.text[range].prefix(20), as: UTF8.self)),
      (2...shape.largestEdge).contains(size)
    else { throw TableComplaint(.badTableSize(shape, at: place)) }
    try endLine()
    return size
  }

  private mutating func numbers(
    _ count: Int, after word: String, _ keyword: SourceLocation
  ) throws(TableComplaint) -> [Float] {
    var numbers: [Float] = []
    for _ in 0..<count {
      scanner.skipSpaces()
      if scanner.isAtLineEnd {
        throw TableComplaint(.tableNumbersMissing(after: word, count, found: numbers.count, at: keyword))
      }
      numbers.append(try number())
    }
    try endLine()
    return numbers
  }

  // MARK: Ranges

  /// The axes of each stage. Adobe's domain is the range of the first stage.
  private func axes() throws(TableComplaint) -> [(ColorTable.Stage.Shape, [ColorTable.Axis])] {
    var result: [(ColorTable.Stage.Shape, [ColorTable.Axis])] = []
    for (shape, size, range) in [
      (ColorTable.Stage.Shape.curves, curvesSize, curvesRange), (.cube, cubeSize, cubeRange),
    ] {
      guard let size else {
        if let range, range.value != [0, 1] { throw TableComplaint(.rangeOfNoTable(shape, at: range.place)) }
        continue
      }
      let domain = result.isEmpty ? domainHigh ?? domainLow : nil
      if let range, let domain { throw TableComplaint(.tableRangeTwice(at: range.place, other: domain.place)) }
      var (low, high): ([Float], [Float]) = ([0, 0, 0], [1, 1, 1])
      if domain != nil { (low, high) = (domainLow?.value ?? low, domainHigh?.value ?? high) }
      if let range {
        (low, high) = (Array(repeating: range.value[0], count: 3), Array(repeating: range.value[1], count: 3))
      }
      let axes = (0..<3).compactMap { ColorTable.Axis(from: low[$0], to: high[$0], edge: size.value) }
      guard axes.count == 3 else { throw TableComplaint(.badTableRange(at: (range?.place ?? domain?.place)!)) }
      result.append((shape, axes))
    }
    return result
  }

  // MARK: Entries

  private var declaredEntries: Int {
    (curvesSize?.value ?? 0) + (cubeSize.map { $0.value * $0.value * $0.value } ?? 0)
  }

  private mutating func readEntries() throws(TableComplaint) {
    let declared = declaredEntries
    // An entry has at least six bytes. A declared size that the file cannot fill must not allocate memory.
    entries.reserveCapacity(min(declared, file.text.count / 6 + 1))
    while scanner.skipToContent() {
      guard scanner.beginsNumber else { throw unexpectedWord() }
      if entries.count == declared { throw TableComplaint(.tooManyEntries(declared, sizes, at: wholeLine())) }
      var entry = SIMD4<Float>(repeating: 0)
      for lane in 0..<3 {
        scanner.skipSpaces()
        if scanner.isAtLineEnd { throw TableComplaint(.entryNotThreeNumbers(at: wholeLine())) }
        entry[lane] = try number()
      }
      entries.append(entry)
      scanner.skipSpaces()
      if !scanner.isAtLineEnd { throw TableComplaint(.entryNotThreeNumbers(at: wholeLine())) }
      scanner.skipLine()
    }
    if entries.count < declared {
      throw TableComplaint(.tooFewEntries(declared, found: entries.count, sizes, at: here))
    }
  }

  private func unexpectedWord() -> TableComplaint {
    var ahead = scanner
    let range = ahead.word()
    let place = SourceLocation(file, Span(range.lowerBound, range.upperBound))
    let word = String(decoding: file.text[range], as: UTF8.self)
    if Keyword(rawValue: word) != nil { return TableComplaint(.lateTableKeyword(word, at: place)) }
    return TableComplaint(.notATableNumber(word, at: place))
  }

  private mutating func number() throws(TableComplaint) -> Float {
    if let number = scanner.number() {
      if number.isFinite { return number }
      throw TableComplaint(.tableNumberTooLarge(at: lastWord()))
    }
    let range = scanner.word()
    let word = String(decoding: file.text[range].prefix(40), as: UTF8.self)
    throw TableComplaint(
      .notATableNumber(word, at: SourceLocation(file, Span(range.lowerBound, range.upperBound))))
  }

  private mutating func endLine() throws(TableComplaint) {
    scanner.skipSpaces()
    guard scanner.isAtLineEnd else { throw TableComplaint(.tooMuchOnLine(at: wholeLine())) }
    scanner.skipLine()
  }

  // MARK: Places

  /// The places of the declared sizes.
  private var sizes: [SourceLocation] { [curvesSize?.place, cubeSize?.place].compactMap { $0 } }

  private var here: SourceLocation { SourceLocation(file, Span(scanner.position, scanner.position)) }

  /// The place of the whole line.
  private func wholeLine() -> SourceLocation {
    var ahead = scanner
    ahead.skipLine()
    return SourceLocation(file, Span(file.text.lineStart(of: scanner.position), ahead.position))
  }

  /// The place of the word that ends at the current position.
  private func lastWord() -> SourceLocation {
    var start = scanner.position
    while start > 0, file.text[start - 1] > UInt8(ascii: " ") { start -= 1 }
    return SourceLocation(file, Span(start, scanner.position))
  }
}

/// An error in a table's file.
public struct TableComplaint: Error, Hashable, Sendable {
  /// The diagnostic, with its place in the table's file.
  public let diagnostic: Diagnostic

  init(_ diagnostic: Diagnostic) { self.diagnostic = diagnostic }
}
