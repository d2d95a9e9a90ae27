public import TintypeDiagnostics

/// Reads a `.cube` file: Adobe's "Cube LUT Specification 1.0" (2013, what Iridas began), and the dialect of DaVinci Resolve, which
/// has a 1D table before the cube in one file and calls ranges `LUT_1D_INPUT_RANGE` and `LUT_3D_INPUT_RANGE`.
///
/// A file is right or it is not: the first thing that is wrong is all that is said. Whatever a file holds, reading ends, in time that
/// grows with its length.
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

  /// What a line with a keyword says, and where.
  private struct Setting<Value> {
    let value: Value
    let place: SourceLocation
  }

  /// Reads a file.
  ///
  /// - Parameter name: what to call the table.
  /// - Returns: the table, or the one thing that is wrong, with its place in the file.
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
      preconditionFailure("a table whose parts have been checked")
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
    case .domainLow: try set(&domainLow, word, try numbers(3, behind: word, place), place)
    case .domainHigh: try set(&domainHigh, word, try numbers(3, behind: word, place), place)
    case .curvesRange: try set(&curvesRange, word, try numbers(2, behind: word, place), place)
    case .cubeRange: try set(&cubeRange, word, try numbers(2, behind: word, place), place)
    case nil where ["nan", "inf", "infinity"].contains(word.lowercased()):
      throw TableComplaint(.notATableNumber(word, at: place))
    case nil:
      let known = Keyword.allCases.map(\.rawValue)
      throw TableComplaint(.unknownTableKeyword(word, at: place, nearest: nearestName(to: word, among: known)))
    }
  }

  /// The words that a line may begin with.
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
    // A size beyond every bound need not fit an Int to be told.
    guard let size = Int(String(decoding: file.text[range].prefix(20), as: UTF8.self)),
      (2...shape.largestEdge).contains(size)
    else { throw TableComplaint(.badTableSize(shape, at: place)) }
    try endLine()
    return size
  }

  private mutating func numbers(
    _ count: Int, behind word: String, _ keyword: SourceLocation
  ) throws(TableComplaint) -> [Float] {
    var numbers: [Float] = []
    for _ in 0..<count {
      scanner.skipSpaces()
      if scanner.isAtLineEnd {
        throw TableComplaint(.tableNumbersMissing(behind: word, count, found: numbers.count, at: keyword))
      }
      numbers.append(try number())
    }
    try endLine()
    return numbers
  }

  // MARK: Ranges

  /// The axes of each stage. What Adobe calls the domain is the range of whatever comes first.
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

  private var wantedEntries: Int {
    (curvesSize?.value ?? 0) + (cubeSize.map { $0.value * $0.value * $0.value } ?? 0)
  }

  private mutating func readEntries() throws(TableComplaint) {
    let wanted = wantedEntries
    // An entry is six bytes at least: a size that the file cannot fill takes no memory.
    entries.reserveCapacity(min(wanted, file.text.count / 6 + 1))
    while scanner.skipToContent() {
      guard scanner.beginsNumber else { throw strayWord() }
      if entries.count == wanted { throw TableComplaint(.tooManyEntries(wanted, sizes, at: restOfLine())) }
      var entry = SIMD4<Float>(repeating: 0)
      for lane in 0..<3 {
        scanner.skipSpaces()
        if scanner.isAtLineEnd { throw TableComplaint(.entryNotThreeNumbers(at: restOfLine())) }
        entry[lane] = try number()
      }
      entries.append(entry)
      scanner.skipSpaces()
      if !scanner.isAtLineEnd { throw TableComplaint(.entryNotThreeNumbers(at: restOfLine())) }
      scanner.skipLine()
    }
    if entries.count < wanted { throw TableComplaint(.tooFewEntries(wanted, found: entries.count, sizes, at: here)) }
  }

  private func strayWord() -> TableComplaint {
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
    guard scanner.isAtLineEnd else { throw TableComplaint(.tooMuchOnLine(at: restOfLine())) }
    scanner.skipLine()
  }

  // MARK: Places

  /// The sizes as the file says them.
  private var sizes: [SourceLocation] { [curvesSize?.place, cubeSize?.place].compactMap { $0 } }

  private var here: SourceLocation { SourceLocation(file, Span(scanner.position, scanner.position)) }

  /// From the beginning of this line to its end.
  private func restOfLine() -> SourceLocation {
    var ahead = scanner
    ahead.skipLine()
    var start = scanner.position
    while start > 0, file.text[start - 1] != UInt8(ascii: "\n"), file.text[start - 1] != UInt8(ascii: "\r") {
      start -= 1
    }
    return SourceLocation(file, Span(start, ahead.position))
  }

  /// The word that ends here.
  private func lastWord() -> SourceLocation {
    var start = scanner.position
    while start > 0, file.text[start - 1] > UInt8(ascii: " ") { start -= 1 }
    return SourceLocation(file, Span(start, scanner.position))
  }
}

/// What is wrong with a table's file.
public struct TableComplaint: Error, Hashable, Sendable {
  /// What there is to say, with its place in the table's file.
  public let diagnostic: Diagnostic

  init(_ diagnostic: Diagnostic) { self.diagnostic = diagnostic }
}
