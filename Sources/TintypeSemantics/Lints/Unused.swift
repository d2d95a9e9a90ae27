import TintypeDiagnostics
import TintypeSyntax

extension SemanticModel {
  /// The names of the recipe without a use. A name that begins with `_` may be unused.
  var unused: [Diagnostic] {
    guard let layer = recipe.layers.first else { return [] }
    var uses = Uses(assignments: functions.flatMap { $0.body?.block.assignments.map { $0.place } ?? [] })
    forEachUse { uses.add($0, at: $1) }
    var warnings: [Diagnostic] = []
    // The output of a recipe that this one extends, or of one that uses this file, may use its declarations.
    let isWhole = recipe.output != nil && !layer.recipe.isExtension
    for declaration in layer.recipe.declarations {
      guard let name = declaration.declaredName, recipe.isOwner(name), let symbol = recipe.declared[name.text]?.symbol
      else { continue }
      if isWhole, !uses.contain(symbol, named: name.text), let kind = kind(of: symbol) {
        let next = kind.warning == .unusedImage ? layer.recipe.valueOfImage(after: name) : nil
        let restart = next.flatMap { $0.syntax.firstToken }.flatMap { $0.text == "source" ? $0.location : nil }
        let given = kind.warning == .unusedParameter ? functions(withInput: name.text) : []
        warnings += Diagnostic.unused(
          kind.warning, kind.name, name.text, at: name.location, restart: restart, inputOf: given.first)
      }
      if let index = symbol.function { warnings += unusedLocals(of: index, uses) }
    }
    return warnings
  }

  /// The recipe's own functions with a default for an input of this name.
  private func functions(withInput name: String) -> [String] {
    functions.filter { $0.module == Self.recipe && $0.inputs.contains { $0.name == name && $0.defaultValue != nil } }
      .map { $0.name }
  }

  private func kind(of symbol: Symbol) -> (warning: Warning, name: String)? {
    switch symbol {
    case .parameter: (.unusedParameter, "parameter")
    case .constant: (.unusedConstant, "constant")
    case .module: (.unusedUse, "recipe")
    case .image: (.unusedImage, "image")
    case .function(let index):
      functions[index].isKernel ? (.unusedKernel, "kernel") : (.unusedFunction, "function")
    case .source, .frame, .local, .intrinsic, .operation: nil
    }
  }

  private func unusedLocals(of function: Int, _ uses: Uses) -> [Diagnostic] {
    let locals = functions[function].body?.locals ?? []
    return locals.enumerated().flatMap { index, local -> [Diagnostic] in
      if uses.contain(.local(function: function, index), named: local.name) { return [] }
      return switch local.role {
      case .input: Diagnostic.unused(.unusedInput, "input", local.name, at: local.location)
      case .constant, .variable:
        Diagnostic.unused(
          .unusedLocal, "value", local.name, at: local.location,
          isChanged: functions[function].body?.block.assignments.contains { $0.local == index } == true)
      case .counter: []
      }
    }
  }
}

extension RecipeSyntax {
  /// That of the image or output that is declared next.
  fileprivate func valueOfImage(after name: TokenSyntax) -> ExpressionSyntax? {
    let values = declarations.lazy.compactMap { declaration -> ExpressionSyntax? in
      switch declaration {
      case .image(let image) where image.name?.location != name.location: image.value
      case .output(let output): output.value
      default: nil
      }
    }
    return values.first { $0.span.start > name.span.start }
  }
}

/// The symbols that are used. A recipe may be used under several names.
private struct Uses {
  private var symbols: Set<Symbol> = []
  private var modules: Set<String> = []
  /// What is assigned to is not used there, not even by `+=`.
  private let assignments: Set<SourceLocation>

  init(assignments: [SourceLocation]) { self.assignments = Set(assignments) }

  mutating func add(_ symbol: Symbol, at place: SourceLocation) {
    if assignments.contains(place) { return }
    symbols.insert(symbol)
    if symbol.module != nil { modules.insert(place.text) }
  }

  func contain(_ symbol: Symbol, named name: String) -> Bool {
    symbol.module == nil ? symbols.contains(symbol) : modules.contains(name)
  }
}
