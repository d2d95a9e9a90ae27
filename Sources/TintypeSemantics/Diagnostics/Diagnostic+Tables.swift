import TintypeDiagnostics
import TintypeSyntax
import TintypeTables

// Tables of colors. What is wrong inside of a table's file is said where the file is read.
extension Diagnostic {
  static func unknownTableFormat(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "table-format", message: "a table is a file that ends in .cube, or a HaldCLUT that ends in .png",
      primary: Label(place))
  }

  static func notAHald(width: Int, height: Int, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "not-a-hald", message: "a picture of \(width) x \(height) pixels is no HaldCLUT", primary: Label(place),
      notes: [
        "one of level n has n^3 pixels a side, for n from \(HaldPicture.levels.lowerBound) to \(HaldPicture.levels.upperBound), such as 512 x 512"
      ])
  }

  static func tooManyTables(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "too-many-tables",
      message: "the tables of a recipe have at most \(CheckLimits.tableEntries) entries together",
      primary: Label(place))
  }

  static func tableInSetting(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "table-in-setting", message: "which table a look uses stands in its recipe and cannot be set",
      primary: Label(place), notes: ["copy the recipe, and name another table there"])
  }

  static func unknownTableValues(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "lookup-values", message: "a table speaks of the values .display or .working", primary: Label(place),
      notes: ["without a word it speaks of what a screen shows, .display"])
  }

  static func tableCalled(_ call: CallSyntax) -> Diagnostic {
    let arguments = call.arguments.map { $0.value.location }
    guard let first = arguments.first, arguments.count == 1 else {
      return Diagnostic(
        code: "table-called", message: "a color is looked up in a table, which is no function",
        primary: Label(call.calleeLocation), notes: ["write lookup(c, \(call.callee))"])
    }
    let text = "lookup(\(first.file.text(in: first.span)), \(call.callee))"
    return Diagnostic(
      code: "table-called", message: "a color is looked up in a table, which is no function",
      primary: Label(call.calleeLocation),
      fixIts: [FixIt("write \(text)", replace: call.location, with: text, .safe)])
  }
}
