import TintypeDiagnostics

/// Writes what a confined decoder says.
struct MessageWriter {
  private(set) var bytes: [UInt8] = []

  /// Eight bytes, the lowest first.
  mutating func write(_ number: Int) { for shift in 0..<8 { bytes.append(UInt8(number >> (8 * shift) & 255)) } }

  mutating func write(_ number: Double) { write(Int(bitPattern: UInt(number.bitPattern))) }

  mutating func write(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  mutating func write(_ block: [UInt8]) {
    write(block.count)
    bytes += block
  }

  mutating func write(_ text: String) { write(Array(text.utf8)) }

  mutating func write(_ texts: [String]) {
    write(texts.count)
    for text in texts { write(text) }
  }

  /// A case, as its place among all.
  mutating func write<Case: CaseIterable & Equatable>(_ value: Case) {
    write(Array(Case.allCases).firstIndex(of: value) ?? 0)
  }
}

/// Reads it. Nothing is believed: who sends it may be anybody.
struct MessageReader {
  /// Bytes that no decoder sends.
  struct Nonsense: Error {}

  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func number(in range: ClosedRange<Int> = 0...Int.max) throws(Nonsense) -> Int {
    let number = Int(bitPattern: try bits())
    guard range.contains(number) else { throw Nonsense() }
    return number
  }

  /// A number that is one: neither NaN nor infinite.
  mutating func double() throws(Nonsense) -> Double {
    let number = Double(bitPattern: UInt64(try bits()))
    guard number.isFinite else { throw Nonsense() }
    return number
  }

  mutating func flag() throws(Nonsense) -> Bool { try take(1).first == 1 }

  mutating func block() throws(Nonsense) -> [UInt8] { Array(try take(try number())) }

  /// A text for people, as an error's: short, and without control characters.
  mutating func text() throws(Nonsense) -> String {
    let scalars = String(decoding: try block(), as: UTF8.self).unicodeScalars.prefix(1000)
    return String(String.UnicodeScalarView(scalars)).escapedForDisplay
  }

  /// The name of something that is compared, which no text would have to be cleaned for.
  mutating func name() throws(Nonsense) -> String {
    let bytes = try block()
    let name = String(decoding: bytes, as: UTF8.self)
    guard bytes.count <= 100, name.escapedForDisplay == name else { throw Nonsense() }
    return name
  }

  /// As many texts as a decoder may have.
  mutating func texts() throws(Nonsense) -> [String] {
    var texts: [String] = []
    for _ in 0..<(try number(in: 0...1000)) { texts.append(try text()) }
    return texts
  }

  mutating func value<Case: CaseIterable>(of type: Case.Type) throws(Nonsense) -> Case {
    let all = Array(Case.allCases)
    return all[try number(in: 0...(all.count - 1))]
  }

  /// Throws unless everything has been read.
  func end() throws(Nonsense) { if !rest.isEmpty { throw Nonsense() } }

  private mutating func bits() throws(Nonsense) -> UInt { try take(8).reversed().reduce(0) { $0 << 8 | UInt($1) } }

  private mutating func take(_ count: Int) throws(Nonsense) -> ArraySlice<UInt8> {
    guard count <= rest.count else { throw Nonsense() }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
