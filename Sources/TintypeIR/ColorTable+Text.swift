import TintypeTables

// A table's line in a program's text: `table "warm.cube" cube 33 0 1 0 1 0 1 fingerprint 8c41…`. The numbers after the
// edge length are the start and end of each axis. A table of few entries is printed in full, `= 0 0 0 1 0 0 …`. A table
// of thousands is identified by its fingerprint, and the reader must supply it: a megabyte of numbers would be
// unreadable.
extension ColorTable {
  /// The largest number of entries that are printed.
  private static let mostEntriesShown = 64

  /// The line.
  var text: String {
    var parts = ["table \(quoted(name))"]
    for stage in stages {
      parts.append("\(stage.shape) \(stage.edge)")
      parts += stage.axes.flatMap { [$0.low.description, $0.high.description] }
    }
    if entryCount <= Self.mostEntriesShown {
      parts.append("=")
      parts += stages.flatMap { $0.entries }.flatMap { [$0.x.description, $0.y.description, $0.z.description] }
    } else {
      parts.append("fingerprint \(String(fingerprint, radix: 16))")
    }
    return parts.joined(separator: " ")
  }
}

extension LineScanner {
  /// Parses the rest of the line after the word `table`.
  mutating func table(among known: [ColorTable]) throws(MalformedLine) -> ColorTable {
    let name = try string()
    var forms: [(shape: ColorTable.Stage.Shape, edge: Int, axes: [ColorTable.Axis])] = []
    while true {
      let word = try word()
      if word == "fingerprint" { return try table(named: name, withFingerprint: self.word(), known) }
      if word == "=" { break }
      guard let shape = ColorTable.Stage.Shape(rawValue: word), forms.count < 2 else {
        throw MalformedLine("a table is 'curves', 'cube' or both, then '=' or 'fingerprint', not '\(word)'")
      }
      guard let edge = Int(try self.word()), (2...shape.largestEdge).contains(edge) else {
        throw MalformedLine("an edge has 2 to \(shape.largestEdge) entries")
      }
      forms.append((shape, edge, try axes(edge)))
    }
    var stages: [ColorTable.Stage] = []
    for form in forms {
      let entries = try entries(ColorTable.Stage.entryCount(form.shape, edge: form.edge))
      if let stage = ColorTable.Stage(form.shape, edge: form.edge, axes: form.axes, entries: entries) {
        stages.append(stage)
      }
    }
    guard stages.count == forms.count, let table = ColorTable(name: name, stages: stages) else {
      throw MalformedLine("a table has one or two stages of finite numbers")
    }
    return table
  }

  private func table(
    named name: String, withFingerprint text: String, _ known: [ColorTable]
  ) throws(MalformedLine) -> ColorTable {
    guard let table = known.first(where: { $0.name == name && String($0.fingerprint, radix: 16) == text }) else {
      throw MalformedLine("there is no table \(quoted(name)) with this fingerprint at hand")
    }
    return table
  }

  private mutating func axes(_ edge: Int) throws(MalformedLine) -> [ColorTable.Axis] {
    var axes: [ColorTable.Axis] = []
    for _ in 0..<3 {
      let (low, high) = (try single(), try single())
      guard let axis = ColorTable.Axis(from: low, to: high, edge: edge) else {
        throw MalformedLine("an axis goes from a number to a clearly larger one")
      }
      axes.append(axis)
    }
    return axes
  }

  private mutating func entries(_ count: Int) throws(MalformedLine) -> [SIMD4<Float>] {
    var entries: [SIMD4<Float>] = []
    // The text may announce more numbers than it has.
    for _ in 0..<count { entries.append(SIMD4(try single(), try single(), try single(), 0)) }
    return entries
  }

  /// A number in single precision.
  private mutating func single() throws(MalformedLine) -> Float {
    let text = try word()
    guard let number = Float(text), number.isFinite else { throw MalformedLine("'\(text)' is no finite number") }
    return number
  }
}
