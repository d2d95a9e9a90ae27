import TintypeDiagnostics
import TintypeIntrinsics
import TintypeSyntax

// Lists and their elements.
extension Diagnostic {
  static func listLength(at place: SourceLocation, _ count: Int) -> Diagnostic {
    Diagnostic(
      code: "list-length", "a list has at most \(CheckLimits.listElements) elements, and this has \(count)", at: place,
      notes: ["a longer table of numbers is a curve through points, or a lut in a file"])
  }

  static func notListed(_ element: TypedExpression, first: TypedExpression) -> Diagnostic {
    let found = element.type
    let note =
      switch found {
      case .list where element.location.text.filter { $0 == "," }.count == 2:
        "a color is rgb(\(element.location.text.filter { $0 != "[" && $0 != "]" })); rows stand in parentheses: "
          + "matrix((…), (…), (…)), or weights: (0, -1, 0), (-1, 5, -1), (0, -1, 0)"
      case .list:
        "rows stand in parentheses: matrix((…), (…), (…)), or weights: (0, -1, 0), (-1, 5, -1), (0, -1, 0); "
          + "another table is one list: rows[3 * row + column]"
      case .image, .mask: "name each image with a 'let' of its own"
      case .value(.scalar): "as a color, a number is rgb(\(element.location.text))"
      case .value(.rgb) where first.type == .value(.scalar): "as a color, a number is rgb(\(first.location.text))"
      default: "for example: [0.25, 0.5, 0.25], or [#102030, #c08060]"
      }
    return Diagnostic(
      code: "list-element",
      found == first.type
        ? "a list holds numbers, colors or quantities, and this is \(found.described)"
        : "the elements of a list have one type, and this is \(found.described)",
      at: element.location, found.described,
      related: found == first.type ? [] : [Label(first.location, "the first is \(first.type.described)")],
      notes: [note])
  }

  /// A constant index without an element.
  static func indexOutside(at place: SourceLocation, _ number: Double, count: Int) -> Diagnostic {
    // -1 is the last one in Python.
    let meant =
      number < 0 && number >= Double(-count) && number == number.rounded() ? (number + Double(count)).spelled : nil
    return Diagnostic(
      code: "index-outside",
      "this list has \(count) element\(count == 1 ? "" : "s"), and none has the number \(number.spelled)",
      at: place, notes: ["an index is a whole number from 0 to \(count - 1); a computed one is clamped"],
      fixIts: [meant.map { FixIt("write '\($0)', counted from the end", replace: place, with: $0) }])
  }

  /// `c[0]`, where `c` is no list.
  static func subscripted(_ base: TypedExpression, _ syntax: SubscriptSyntax) -> Diagnostic {
    let members = base.type.members
    let place = SourceLocation(syntax.location.file, Span(syntax.base.span.end, syntax.span.end))
    let member =
      base.type.isPicture ? nil : Int(syntax.index.text).flatMap { members.indices.contains($0) ? members[$0] : nil }
    let notes: [String] =
      switch base.type {
      case .image, .mask: ["the value of another pixel: neighbor(image, 1, 0), or sample(image, at: …)"]
      case .value(.matrix):
        [
          "a matrix has no element access; keep its rows as colors: let rows = [rgb(0.9, 0.1, 0), …], of which "
            + "rows[0].r is a number, and matrix(rows[0], rows[1], rows[2]) the matrix"
        ]
      case .value(let type) where type.isNumeric && type.width > 1:
        [
          "its parts are \(members.map { "." + $0 }.joined(separator: ", "))"
            + (type.isColor ? "; where blue came first, [0] was .b" : "")
        ]
      default: ["a list is written [0.25, 0.5, 0.25]"]
      }
    return Diagnostic(
      code: "subscript", "only a list has elements by number, and this is \(base.type.described)", at: place,
      notes: notes, fixIts: [member.map { FixIt("write '.\($0)'", replace: place, with: ".\($0)") }])
  }

  static let listInVariable = Mistake(
    code: "image-in-variable", "'var' takes numbers and colors, and this is a list",
    notes: ["name it with 'let'; the elements of a list do not change"])
}
