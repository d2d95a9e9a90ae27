import TintypeDiagnostics
import TintypeSyntax
import TintypeTables

// Tables of colors. Errors inside a table's file are reported where the file is read.
extension Diagnostic {
  static let unknownTableFormat = Mistake(
    code: "table-format", "a table is a file that ends in .cube, or a HaldCLUT that ends in .png",
    notes: ["other tables are converted by OpenColorIO: ociobakelut --lut film.clf --format iridas_cube film.cube"])

  static func notAHald(width: Int, height: Int, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "not-a-hald", "a picture of \(width) x \(height) pixels is not a HaldCLUT", at: place,
      notes: [
        "one of level n has n^3 pixels a side, such as 512 x 512",
        "levels are \(HaldPicture.levels.lowerBound) to \(HaldPicture.levels.upperBound)",
      ])
  }

  static let tooManyTables = Mistake(
    code: "too-many-tables", "the tables of a recipe have at most \(CheckLimits.tableEntries) entries together")

  static let tableInSetting = Mistake(
    code: "table-in-setting", "a table cannot be set here",
    notes: ["a parameter of type lut takes the path of a file: --set film=kodak.cube"])

  /// In one sentence, as answers to jobs have no notes.
  static func unreadableTable(_ name: String, _ reason: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(code: "unreadable-file", "the table '\(name)' cannot be read: \(reason)", at: place)
  }

  static func unknownTable(_ name: String, at place: SourceLocation, of parameter: String) -> Diagnostic {
    Diagnostic(
      code: "table-in-setting", "the recipe names no table '\(name)'", at: place,
      notes: ["for a file, omit 'lut': \(parameter)=\(name)"])
  }

  static let pictureInSetting = Mistake(
    code: "table-in-setting", "a picture cannot be set: it is a file", notes: ["give it as --picture NAME=FILE"])

  static let unknownTableValues = Mistake(
    code: "lookup-values", "the values of a table are .display or .working",
    notes: ["the default is .display, the values of a screen"])

  static func tableCalled(_ call: CallSyntax) -> Diagnostic {
    let arguments = call.arguments.map { $0.value.location }
    guard let first = arguments.first, arguments.count == 1 else {
      return Diagnostic(
        code: "table-called", "a table is not a function: look a color up in it", at: call.calleeLocation,
        notes: ["write lookup(c, \(call.callee))"])
    }
    let text = "lookup(\(first.text), \(call.callee))"
    return Diagnostic(
      code: "table-called", "a table is not a function: look a color up in it", at: call.calleeLocation,
      fixIts: [FixIt("write \(text)", replace: call.location, with: text, .safe)])
  }
}
