import Tintype
import TintypeImage
import TintypeJSON
import TintypeSyntax

// The tools that work on the text of a recipe.

extension Tool {
  static let check = Tool(
    name: "check",
    summary: """
      Check a recipe. Answers with all errors and warnings, each with a code, a place and often a fix. 'help' explains \
      a code.
      """,
    arguments: [.look, .recipe]
  ) { (arguments, session) throws(Refusal) in
    let (source, file) = try session.files.recipe(arguments.look())
    return ToolAnswer(on: try session.check(source, file))
  }

  static let fix = Tool(
    name: "fix",
    summary: """
      Apply the fixes that keep a recipe's meaning or spell what it plainly says. Answers with the new text and with \
      what remains. A file is changed where 'output' names it.
      """,
    arguments: [
      .look, .recipe, ToolArgument("unsafe", .flag, "Apply the first fix of every diagnostic, guesses too."), .output,
      .ifExists,
    ], writes: true
  ) { (arguments, session) throws(Refusal) in
    let (source, file) = try session.files.recipe(arguments.look())
    let takesGuesses = arguments["unsafe"]?.truth ?? false
    _ = try session.check(source, file)
    // A check that is stopped finds nothing; it is repeated below, where that ends the call.
    let result = applyFixIts(to: source, where: { takesGuesses || $0.applicability == .safe }) { source in
      (try? session.check(source, file)) ?? []
    }
    let left = try session.check(result.source, file)
    let written = try session.write(result.source.text, arguments)
    return ToolAnswer(on: left, recipe: result.source.text, written, ["fixed": JSONValue(result.count)])
  }

  static let format = Tool(
    name: "format",
    summary: "Format a recipe: spaces, columns, line breaks. Answers with the new text. With 'output', saves it.",
    arguments: [.look, .recipe, .output, .ifExists], writes: true
  ) { (arguments, session) throws(Refusal) in
    let (source, file) = try session.files.recipe(arguments.look())
    let errors = try session.check(source, file).filter { $0.severity == .error }
    guard errors.isEmpty else {
      throw Refusal(Status(errors), "\(source.name): a recipe with errors is left alone", errors)
    }
    let text = formatted(TintypeSyntax.parse(source).tree)
    return ToolAnswer(on: [], recipe: text, try session.write(text, arguments))
  }
}

extension ToolAnswer {
  /// The diagnostics of a recipe, and its new text if it has one.
  ///
  /// - Parameter written: the file that now holds it.
  init(
    on diagnostics: [Diagnostic], recipe: [UInt8]? = nil, _ written: String? = nil, _ more: JSONObject = [:]
  ) {
    let errors = diagnostics.count { $0.severity == .error }
    let text = recipe.map { String(decoding: $0, as: UTF8.self) }
    let parts = [text] + diagnostics.map(\.rendered) + [written.map { "written to \($0)" }]
    let facts: JSONObject = [
      "errors": JSONValue(errors), "warnings": JSONValue(diagnostics.count - errors),
      "diagnostics": diagnostics.values, "recipe": JSONValue(text), "output": JSONValue(written),
    ]
    self.init(
      (parts.compactMap(\.self) + [Check.verdict(on: diagnostics)]).joined(separator: "\n"), facts.merging(more),
      isError: errors > 0)
  }
}
