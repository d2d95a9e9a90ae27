import TintypeDiagnostics
import TintypeIntrinsics
import TintypeSyntax

// Rows, matrices, and those that cannot be undone.
extension Diagnostic {
  /// A matrix of something else than three rows.
  static func notRows(_ found: [(what: String, place: SourceLocation)], _ call: CallSyntax) -> Diagnostic {
    var fixIts: [FixIt?] = []
    if found.count == 9, found.allSatisfy({ $0.what == "a scalar" }) {
      let numbers = found.map { $0.place.text }
      let rows = stride(from: 0, to: 9, by: 3).map { "(\(numbers[$0..<$0 + 3].joined(separator: ", ")))" }
      fixIts = [
        FixIt("put each row in parentheses", replace: call.location, with: "matrix(\(rows.joined(separator: ", ")))")
      ]
    }
    let wrong = found.first { $0.what != "an rgb" }
    let these =
      found.count == 3 ? "this is \(wrong?.what ?? "")" : found.count == 1 ? "this is one" : "these are \(found.count)"
    return Diagnostic(
      code: "wrong-width", "'matrix' is made of three rows, and \(these)",
      at: found.count == 3 ? wrong?.place ?? call.location : call.location,
      notes: ["a row is three numbers or an rgb: \(ValueType.matrix.declaration.example)"], fixIts: fixIts)
  }

  /// `(a, b)` in a matrix.
  static func shortRow(_ row: RowSyntax) -> Diagnostic {
    Diagnostic(
      code: "wrong-width", "a row of a matrix has three numbers, and this has \(row.numbers.count)", at: row.location,
      notes: row.numbers.count > 3
        ? ["what is added is a color: colorMatrix(image, red: …, green: …, blue: …, bias: rgb(0.04, 0.03, 0.06))"]
        : ["a matrix is 3 by 3, for colors: \(ValueType.matrix.declaration.example)"])
  }

  /// `(a, b, c)` where neither a matrix is made nor weights are given.
  static func rowWithoutMatrix(_ row: RowSyntax) -> Diagnostic {
    let place = row.location
    let isSize = row.numbers.count == 2 && row.numbers.allSatisfy { Double($0.text).map { $0 > 1 } == true }
    let isRectangle = row.numbers.count == 4 && row.numbers.contains { Double($0.text).map { $0 > 4 } == true }
    let type = [2: "vec2", 4: "rgba"][row.numbers.count] ?? "rgb"
    let opener = SourceLocation(place.file, Span(place.span.start, place.span.start))
    return Diagnostic(
      code: "tuple", "parentheses hold one value", at: place,
      notes: [
        row.numbers.count == 2
          ? "two numbers are a vec2; a radius is one length, such as radius: 0.2%"
          : isRectangle
            ? "a rectangle has two corners, from 0 to 1: from: vec2(0.1, 0.1), to: vec2(0.9, 0.9)"
            : "for a color, write rgb(r, g, b); rows stand in a matrix: matrix((…), (…), (…))"
      ],
      fixIts: isSize || isRectangle ? [] : [FixIt("write '\(type)(…)'", replace: opener, with: type)])
  }

  /// - Parameter rows: its numbers, row after row.
  static func noInverse(at place: SourceLocation, of matrix: String, rows: [Double]) -> Diagnostic {
    let isGray = (0..<6).allSatisfy { rows.count == 9 && rows[$0] == rows[$0 + 3] }
    let mixed = "inverse(mix(matrix((1, 0, 0), (0, 1, 0), (0, 0, 1)), \(matrix), 0.5))"
    return Diagnostic(
      code: "no-inverse", "this matrix has no inverse", at: place,
      notes: [
        isGray
          ? "its rows are equal, so it maps every color to a gray"
          : "its determinant is 0: a row is a sum of multiples of the others, so several colors become one"
      ]
        // Half of it changes no gray into black.
        + (isGray && rows[0] + rows[1] + rows[2] > 0 && !matrix.mentions("\n")
          ? ["invert a blend with the identity: \(mixed)"] : []))
  }
}
