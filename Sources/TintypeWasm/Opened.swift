import TintypeDiagnostics
import TintypeEditing
import TintypeIR
import TintypeIntrinsics
import TintypeJSON
import TintypeLowering
import TintypeRecipes
import TintypeSemantics
import TintypeSyntax

/// The recipe that is open, checked.
struct Opened {
  let source: SourceFile
  /// nil for a recipe with errors and for one without a look.
  let look: Look?
  private let library: RecipeLibrary
  /// Of the names that the text has, which colors and problems need.
  private let seen: RecipeAnalysis
  private let whole = Whole()

  /// Why a setting is none.
  struct Refusal: Error {
    let reason: String

    static let noLook = Refusal(reason: "this recipe has errors, or no look")
  }

  /// Made when it is first asked for: it declares all of the library.
  private final class Whole {
    var analysis: RecipeAnalysis?
  }

  init(
    _ source: SourceFile, _ model: SemanticModel, _ look: Look?, _ diagnostics: [Diagnostic], _ library: RecipeLibrary
  ) {
    (self.source, self.look, self.library) = (source, look, library)
    seen = RecipeAnalysis(source, parse(source).tree, model, look, diagnostics, .utf16, library: library)
  }

  // MARK: Editing

  /// Of all names that the text can have, which completion and hover need.
  var analysis: RecipeAnalysis {
    if let known = whole.analysis { return known }
    let model = analyze(source, library: library, loader: ShippedOnly(), isLinted: true, isForEditing: true)
    let made = RecipeAnalysis(source, seen.tree, model, look, seen.diagnostics, .utf16, library: library)
    whole.analysis = made
    return made
  }

  /// Diagnostics with ways out, and colored words, as the Language Server Protocol has them.
  var view: JSONValue {
    let problems = zip(seen.own, seen.published()).map { diagnostic, problem -> JSONValue in
      let fixes = seen.fixes(of: diagnostic, published: problem, "").map { fix -> JSONValue in
        ["title": fix["title"], "isPreferred": fix["isPreferred"], "edits": fix["edit"]?["changes"]?[""]]
      }
      return ["problem": problem, "fixes": .array(fixes)]
    }
    return ["problems": .array(problems), "tokens": seen.semanticTokens()["data"]]
  }

  // MARK: Values

  /// The text and the look with other defaults.
  ///
  /// - Parameter settings: texts such as `contrast=1.3`, as `--set` has them; of two for one parameter the last counts.
  func setting(_ settings: [String]) throws(Refusal) -> (source: SourceFile, look: Look) {
    guard let look else { throw .noLook }
    var changes: [String: String] = [:]
    var defaults = look.parameters.map { $0.defaultValue }
    for setting in settings {
      var name = ""
      for character in setting where !character.isWhitespace {
        if character == "=" { break }
        name.append(character)
      }
      guard let index = look.parameters.firstIndex(where: { $0.name == name }) else {
        throw Refusal(reason: "the look has no parameter '\(name)'")
      }
      let written = look.listed(try value(of: index, setting), of: look.parameters[index])
      // The text may have fewer digits.
      defaults[index] = try value(of: index, name + "=" + written)
      changes[name] = written
    }
    do throws(UndeclaredParameter) {
      let edited = SourceFile(name: source.name, text: try seen.tree.text(of: source, changing: changes))
      return (edited, look.from(edited, insteadOf: source, defaults: defaults))
    } catch {
      throw Refusal(reason: "'\(error.name)' is not declared in this text")
    }
  }

  private func value(of index: Int, _ setting: String) throws(Refusal) -> [Double] {
    guard let look else { throw .noLook }
    let text = SourceFile(name: "set", text: setting)
    let (values, diagnostics) = parameterValues(of: look, variant: nil, settings: [text])
    if let error = diagnostics.first(where: { $0.severity == .error }) {
      throw Refusal(reason: "\(look.parameters[index].name): \(error.message)")
    }
    return values[index]
  }

  /// The shipped look of the recipe's name, if this text differs from it in defaults alone.
  func shippedOrigin(_ library: RecipeLibrary) -> SourceFile? {
    guard let look, let shipped = shippedLook(source.name) else { return nil }
    if shipped.text == source.text { return shipped }
    let model = analyze(shipped, library: library, loader: ShippedOnly(), isLinted: true)
    let (found, diagnostics) = checked(model, withLints: true)
    guard let found else { return nil }
    let original = Opened(shipped, model, found, diagnostics, library)
    var settings: [String] = []
    for parameter in look.parameters {
      guard let known = found.parameters.first(where: { $0.name == parameter.name }) else { return nil }
      guard known.defaultValue != parameter.defaultValue else { continue }
      settings.append(parameter.name + "=" + look.listed(parameter.defaultValue, of: parameter))
    }
    do throws(Refusal) {
      return try original.setting(settings).source.text == source.text ? shipped : nil
    } catch {
      return nil
    }
  }
}
