import TintypeDiagnostics
import TintypeIntrinsics
import TintypeSyntax

extension SemanticModel {
  /// The names of the recipe without a use. A name that begins with `_` may be unused.
  var unused: [Diagnostic] {
    guard let layer = recipe.layers.first else { return [] }
    var uses = Uses(assignments: functions.flatMap { $0.body?.block.assignments.map { $0.place } ?? [] })
    forEachUse { uses.add($0, at: $1) }
    var warnings: [Diagnostic] = []
    // The output of a recipe that uses this file may use its declarations.
    let isWhole = recipe.output != nil
    // What replaces an unused declaration of a recipe that this one extends is no more unused than that one.
    let inherited = Set(
      recipe.layers.dropFirst().flatMap { $0.recipe.declarations }.compactMap { $0.declaredName?.text })
    let uncalled = functionLeftOut(uses)
    for declaration in layer.recipe.declarations {
      guard let name = declaration.declaredName, recipe.isOwner(name), let symbol = recipe.declared[name.text]?.symbol
      else { continue }
      if isWhole, !inherited.contains(name.text), !uses.contain(symbol, named: name.text), let kind = kind(of: symbol) {
        let next = kind.warning == .unusedImage ? layer.recipe.valuesOfImages(after: name) : []
        let restart = next.first?.syntax.firstToken.flatMap { $0.text == "source" ? $0.location : nil }
        let given = kind.warning == .unusedParameter ? functions(withInput: name.text) : []
        warnings += Diagnostic.unused(
          kind.warning, kind.name, name.text, at: name.location, restart: restart,
          passing: restart == nil ? places(passing: symbol, in: next, uses) : [], inputOf: given.first,
          call: uncalled == symbol.function ? uncalled.flatMap { callOfPhoto($0) } : nil,
          outputsAnother: kind.warning == .unusedImage && layer.recipe.isExtension && layer.recipe.output == nil)
      }
      if let index = symbol.function { warnings += unusedLocals(of: index, uses) }
    }
    return warnings
  }

  /// The places in the first of some values that is made from what an unused image is made from, instead of that image.
  private func places(passing symbol: Symbol, in values: [ExpressionSyntax], _ uses: Uses) -> [SourceLocation] {
    guard case .image(let index) = symbol, let value = images[index].value else { return [] }
    let origins = value.all.compactMap { part -> (symbol: Symbol, start: Int)? in
      guard case .reference(let symbol) = part.kind, case .image = symbol else { return nil }
      return (symbol, part.location.span.start)
    }
    guard let origin = origins.min(by: { $0.start < $1.start })?.symbol, type(of: origin).isMask == value.type.isMask
    else { return [] }
    let places = uses.ofImages[origin] ?? []
    return values.lazy.map { value in
      places.filter { value.span.start <= $0.span.start && $0.span.end <= value.span.end }
    }.first { !$0.isEmpty }?.sorted { $0.span.start < $1.span.start } ?? []
  }

  /// The only unused kernel or function of the recipe that makes a color or image of one, where the photo comes out as
  /// it is.
  private func functionLeftOut(_ uses: Uses) -> Int? {
    guard case .reference(.source)? = recipe.output?.withoutParentheses.kind else { return nil }
    let found = functions.indices.filter { index in
      let entry = functions[index]
      return entry.module == Self.recipe && !uses.contain(.function(index), named: entry.name)
        && entry.inputs.first?.type.isColorful == true && entry.result?.isColorful == true
    }
    return found.count == 1 ? found[0] : nil
  }

  /// The call of a function on the photo that the output may be.
  private func callOfPhoto(_ function: Int) -> (text: String, isWhole: Bool, output: SourceLocation)? {
    let open = functions[function].inputs.dropFirst().filter { !$0.type.isPosition && $0.defaultValue == nil }
    let text = "\(functions[function].name)(source\(open.map { ", \($0.name): …" }.joined()))"
    return recipe.output.map { (text, open.isEmpty, $0.location) }
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
  /// Those of the images and the output that are declared below.
  fileprivate func valuesOfImages(after name: TokenSyntax) -> [ExpressionSyntax] {
    let values = declarations.compactMap { declaration -> ExpressionSyntax? in
      switch declaration {
      case .image(let image) where image.name?.location != name.location: image.value
      case .output(let output): output.value
      default: nil
      }
    }
    return values.filter { $0.span.start > name.span.start }
  }
}

extension ExpressionType {
  /// Whether it has the colors of a photo.
  fileprivate var isColorful: Bool { isImage || value?.isColor == true }
}

/// The symbols that are used. A recipe may be used under several names.
private struct Uses {
  private var symbols: Set<Symbol> = []
  private var modules: Set<String> = []
  /// Where images are used.
  private(set) var ofImages: [Symbol: [SourceLocation]] = [:]
  /// What is assigned to is not used there, not even by `+=`.
  private let assignments: Set<SourceLocation>

  init(assignments: [SourceLocation]) { self.assignments = Set(assignments) }

  mutating func add(_ symbol: Symbol, at place: SourceLocation) {
    if assignments.contains(place) { return }
    symbols.insert(symbol)
    if case .image = symbol { ofImages[symbol, default: []].append(place) }
    if symbol.module != nil { modules.insert(place.text) }
  }

  func contain(_ symbol: Symbol, named name: String) -> Bool {
    symbol.module == nil ? symbols.contains(symbol) : modules.contains(name)
  }
}
