import Tintype
import TintypeFit
import TintypeImage
import TintypeImport
import TintypeJSON

extension Tool {
  static let fit = Tool(
    name: "fit",
    summary: """
      Find a recipe from pictures before and after, or from a table of colors (.cube, .clf, .cdl, a HaldCLUT). With a \
      'look', finds the values of its parameters; without one, a new recipe: curves and steps by hue, or a film. \
      Answers with the recipe and with what remains in dE2000, of which 1 is barely visible.
      """,
    arguments: [
      ToolArgument(
        "look", .text, "The look whose parameters are fitted, a name from 'list' or the path of a .tint file."),
      ToolArgument("set", .settings, "Values of parameters that stay fixed."),
      ToolArgument("before", .texts, "Paths of pictures before."),
      ToolArgument("after", .texts, "Paths of the pictures after, in the same order."),
      ToolArgument("table", .text, "The path of a table, in place of pictures."),
      ToolArgument("name", .text, "The name of the new look; fitted by default."), .output, .ifExists,
    ], writes: true
  ) { (arguments, session) throws(Refusal) in
    let fitted = try FittedRecipe(arguments, &session)
    let written = try session.write(fitted.text, arguments)
    let text = String(decoding: fitted.text, as: UTF8.self)
    return ToolAnswer(
      ([text] + fitted.report + (written.map { ["written to \($0)"] } ?? [])).joined(separator: "\n"),
      [
        "recipe": JSONValue(text), "before": JSONValue(fitted.before.mean), "after": JSONValue(fitted.after.mean),
        "output": JSONValue(written),
      ])
  }
}

/// A recipe that the tool has found.
private struct FittedRecipe {
  let text: [UInt8]
  let report: [String]
  let before: ColorError
  let after: ColorError

  init(_ arguments: ToolArguments, _ session: inout ToolSession) throws(Refusal) {
    let (before, after) = (arguments.texts("before"), arguments.texts("after"))
    let table = arguments.text("table")
    guard before.count == after.count, before.isEmpty == (table != nil) else {
      throw Refusal(.usage, "give 'before' and 'after', lists of the same length, or a 'table'")
    }
    let name = arguments.text("name") ?? "fitted"
    let files = session.files
    let base = arguments["look"] == nil ? nil : try arguments.look()
    if let base, isExpression(base.name) || isPackName(base.name) {
      throw Refusal(.usage, "the recipe extends 'look', which is a name from 'list' or a .tint file")
    }
    var held: Set<String> = []
    if case .object(let values)? = arguments["set"] { held = Set(values.names) }
    let look = try base.map { request throws(Refusal) in try session.look(request) }
    let target: ConfiguredLook? = try table.map { table throws(Refusal) in try Self.table(table, files) }
    let pairs = try zip(before, after).map { (before, after) throws(Refusal) in
      let paths = (try files.path(FilePath(before)), try files.path(FilePath(after)))
      do throws(FitFailure) {
        return try PhotoPair(before: paths.0, after: paths.1, look: look ?? .original)
      } catch {
        throw Refusal(error.status, "\(error.file): \(error.message)")
      }
    }
    if session.isInterrupted() { throw .interrupted }
    let source = table ?? (pairs.count == 1 ? "a pair of pictures" : "\(pairs.count) pairs of pictures")
    if let look, let base {
      let fit = try refusing(on: base.name) { () throws(ImageError) in
        guard let target else { return try LookFit(look, holding: held, to: pairs) }
        return try LookFit(look, holding: held, toTable: target)
      }
      text = fit.recipe(named: name, extending: base.name, from: source)
      report = FitReport.lines(on: fit, to: source, pairs)
      (self.before, self.after) = (fit.before, fit.after)
    } else {
      let fit = try refusing(on: source) { () throws(ImageError) in
        guard let target else { return try NewLookFit(to: pairs, named: name, from: source) }
        return try NewLookFit(to: target, named: name, from: source)
      }
      text = fit.recipe
      report = FitReport.lines(on: fit, to: source)
      (self.before, self.after) = (fit.before, fit.after)
    }
  }

  private static func table(_ name: String, _ files: JobFiles) throws(Refusal) -> ConfiguredLook {
    let path = try files.path(FilePath(name))
    do {
      return try ConfiguredLook(table: path)
    } catch let error as ImageError {
      throw Refusal(name, error)
    } catch let refusal as ImportRefusal {
      throw Refusal(.data, refusal.lines.joined(separator: "\n"))
    } catch let invalid as InvalidTable {
      throw Refusal(.data, invalid.messages.map { "\(name): \($0)" }.joined(separator: "\n"))
    } catch {
      preconditionFailure("reading a table fails with \(error)")
    }
  }
}
