package import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
package import TintypeSizes
import TintypeSyntax

/// Resolves and types a recipe.
///
/// - Parameters:
///   - source: the recipe.
///   - library: files whose kernels, functions and constants are in scope, with no privileges beyond that.
///   - loader: gives the files that the recipe names; without one it can name none.
///   - isLinted: whether lints will be asked for, which look into every body of the recipe.
///   - isForEditing: whether all of the library can be named, not only what the recipe names so far.
///   - budget: the budget for checking; if it runs out, the model is unusable.
/// - Returns: what everything in it means, with what is wrong: first in this file, in the order of the text, then in
///   the files that it names.
package func analyze(
  _ source: SourceFile, library: RecipeLibrary = RecipeLibrary([]), loader: (any RecipeLoader)? = nil,
  isLinted: Bool = false, isForEditing: Bool = false, within budget: CompileBudget = CompileBudget()
) -> SemanticModel {
  let parsed = parse(source)
  let others = library.files.filter { $0.name != source.name }
  let library = others.count == library.files.count ? library : RecipeLibrary(others)
  var wanted = isForEditing ? Set(library.files.indices) : library.files(namedIn: parsed.tree)
  // A file that the recipe uses may need more of the library, and so may a hint at a name.
  let held = budget.heldBytes
  while true {
    budget.release(to: held)
    let (start, declared) = library.analyzer(knowing: wanted)
    var analyzer = start
    analyzer.library = library
    analyzer.loader = loader
    analyzer.model.budget = budget
    if isLinted { analyzer.model.linted = source }
    analyzer.analyze(source, parsed)
    wanted = analyzer.wanted
    guard wanted.isSubset(of: declared) || !budget.isGoing else { continue }
    analyzer.model.diagnostics = sorted(
      analyzer.syntaxDiagnostics, analyzer.diagnostics.withoutFollowing(analyzer.syntaxDiagnostics),
      analyzer.model.files)
    if analyzer.model.diagnostics.isEmpty, budget.isGoing { library.keepTyped(by: analyzer.model, from: start) }
    return analyzer.model
  }
}

extension Analyzer {
  fileprivate mutating func analyze(_ source: SourceFile, _ parsed: (tree: SyntaxTree, diagnostics: [Diagnostic])) {
    let identity = (loader?.root).map(RecipeIdentity.file) ?? .given
    loading = [identity]
    module.isTrusted = trusts(source)
    note(parsed, of: source, as: identity)
    declare(Module.Layer(recipe: parsed.tree.recipe, place: loader?.root))
    typeEverything()
    typeUncheckedBodies()
    reportRecursion()
    model.settable = SettableParameters(of: model).parameters
    guard module.isLook, let output = module.output, output.type.isBounded, !isTooLarge else { return }
    model.variants = variants()
    model.expectations = expectations()
  }

  /// Whether a file is one that comes with the program, as it was checked when the program was made.
  func trusts(_ source: SourceFile) -> Bool { loader?.shipped(source.name) == source }

  /// Types the parameters of the current module, which its user needs; the rest is typed on demand.
  mutating func typeWhatIsSettable() {
    let declarations = module.declarations
    // Only the images tell which of its texts are patterns of a date.
    guard !declarations.contains(where: { $0.parameter?.type?.name == ValueType.text.rawValue }) else {
      return typeEverything()
    }
    typeParameters(among: declarations)
    module.isOnDemand = true
  }

  /// Types the declarations of the current module in their order.
  mutating func typeEverything() {
    let declarations = module.declarations
    // Parameters first: a constant may use one that stands below it.
    typeParameters(among: declarations)
    var outputs: [OutputSyntax] = []
    for declaration in declarations {
      switch declaration {
      case .look, .function, .parameter, .use, .extends, .setting, .variant, .expectation: break
      case .constant(let syntax): declare(syntax) { analyzer in _ = analyzer.typed(syntax) }
      case .image(let syntax): declare(syntax) { analyzer in _ = analyzer.picture(syntax) }
      case .output(let syntax):
        if let first = outputs.first(where: { $0.location.file == syntax.location.file }) {
          report(.duplicateOutput(at: syntax.location, first: first.location))
        } else if isOutput(syntax) {
          outputs.append(syntax)
          module.output = output(syntax)
        }
      }
    }
    if !module.isTrusted || model.linted != nil && current == SemanticModel.recipe {
      for function in model.functions.indices where model.functions[function].module == current {
        typeBody(of: function)
      }
    }
    if outputs.isEmpty, !module.isIncomplete, let look = looks(of: module).first {
      let images = module.layers.first?.recipe.declarations.compactMap { declaration -> String? in
        if case .image(let image) = declaration { image.name?.text } else { nil }
      }
      report(.missingOutput(of: look, image: images?.last))
    }
    module.isOnDemand = true
  }

  private mutating func typeParameters(among declarations: [DeclarationSyntax]) {
    checkSettings()
    for case .parameter(let syntax) in declarations {
      declare(syntax) { analyzer in _ = syntax.name.map { try? analyzer.parameter(syntax, $0) } }
    }
  }

  /// Types the bodies that are called and belong to modules that are typed on demand.
  private mutating func typeUncheckedBodies() {
    while let next = uncheckedBodies.popLast() { typeBody(of: next) }
  }

  /// Whether no file that extends this one has an output of its own.
  private func isOutput(_ syntax: OutputSyntax) -> Bool {
    let layer = module.layers.first { $0.recipe.declarations.contains { $0.output != nil } }
    return layer?.recipe.location.file == syntax.location.file
  }

  /// Types the output of the current module on demand.
  mutating func typeOutput() {
    for layer in module.layers where module.output == nil {
      guard let syntax = layer.recipe.declarations.lazy.compactMap({ $0.output }).first else { continue }
      module.output = output(syntax)
      return
    }
  }

  private mutating func output(_ syntax: OutputSyntax) -> TypedExpression? {
    let value = expression(syntax.value, .topLevel)
    switch value.type {
    case .image(let isBounded):
      // A kernel with an error may have been meant to read the photo.
      if !isBounded, !diagnostics.contains(where: { $0.severity == .error }) {
        report(.unboundedOutput(at: syntax.value.location))
      }
    case .unknown: break
    default: report(.outputIsNoImage(at: syntax.value.location, value.type.described))
    }
    return value
  }

  /// Reports functions that call themselves, each once.
  private mutating func reportRecursion() {
    var isDone = [Bool](repeating: false, count: model.functions.count)
    var isOpen = isDone
    var reported: Set<Int> = []
    for root in calls.map({ $0.callee }) + model.functions.indices where !isDone[root] {
      // Chains of calls may be long: a stack is short.
      var open = [(function: root, next: 0)]
      isOpen[root] = true
      while let (function, next) = open.last {
        guard next < model.functions[function].calls.count else {
          (isDone[function], isOpen[function]) = (true, false)
          open.removeLast()
          continue
        }
        open[open.count - 1].next += 1
        let call = model.functions[function].calls[next]
        if isOpen[call.callee] {
          if reported.insert(call.callee).inserted {
            report(.recursion(call.syntax, model.functions[call.callee].syntax))
          }
        } else if !isDone[call.callee] {
          isOpen[call.callee] = true
          open.append((call.callee, 0))
        }
      }
    }
  }
}

/// The diagnostics without duplicates: of the recipe, then of each file in the order in which it was read.
func sorted(_ parsing: [Diagnostic], _ typing: [Diagnostic], _ files: [SourceFile]) -> [Diagnostic] {
  func place(_ diagnostic: Diagnostic) -> String {
    let location = diagnostic.primary.location
    return "\(location.file.name):\(location.span.start)-\(location.span.end)"
  }
  let broken = Set(parsing.map(place))
  // An error where the parser has reported one is a consequence of it.
  let all = parsing + typing.filter { !broken.contains(place($0)) }
  var seen: Set<String> = []
  let once = all.filter { seen.insert(place($0) + $0.code).inserted }
  let ranks = positions(of: files.map { $0.name })
  let keys = once.enumerated().map { offset, diagnostic in
    let place = diagnostic.primary.location
    return (ranks[place.file.name] ?? ranks.count, place.span.start, offset)
  }
  return zip(keys, once).sorted { $0.0 < $1.0 }.map { $0.1 }
}

/// Where each name is first in a list.
func positions(of names: [String]) -> [String: Int] {
  names.indices.reversed().reduce(into: [:]) { $0[names[$1]] = $1 }
}
