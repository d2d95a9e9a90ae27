import TintypeDiagnostics
import TintypeIR
import TintypeSizes
import TintypeSyntax

// Files become modules: a recipe with what it extends, and each recipe that it uses, checked for itself before it is
// used.
extension Analyzer {
  /// The recipe in a file; what its text lacks is reported when the file is first read.
  mutating func parsed(_ source: SourceFile, as identity: RecipeIdentity) -> RecipeSyntax {
    if let known = recipes[identity] { return known }
    let isShipped = if case .shipped = identity { true } else { false }
    let parsed = isShipped ? library?.parsed(source) ?? parse(source) : parse(source)
    note(parsed, of: source, as: identity)
    return parsed.tree.recipe
  }

  /// Notes what a file contains, and what its text lacks.
  mutating func note(
    _ parsed: (tree: SyntaxTree, diagnostics: [Diagnostic]), of source: SourceFile, as identity: RecipeIdentity
  ) {
    _ = model.budget.holds(parsed.tree.memory + ByteCount(source.text.count))
    syntaxDiagnostics += parsed.diagnostics
    model.files.append(source)
    recipes[identity] = parsed.tree.recipe
    wanted.formUnion(library?.files(namedIn: parsed.tree) ?? [])
  }

  /// Declares the module at work: what the recipe extends, the headers, then every name.
  mutating func declare(_ layer: Module.Layer) {
    module.layers = [layer]
    let outer = loading
    while let base = base(of: module.layers[module.layers.count - 1]) { module.layers.append(base) }
    let files = Set(module.layers.map { $0.recipe.location.file.name })
    if syntaxDiagnostics.contains(where: { $0.losesDeclarations && files.contains($0.primary.location.file.name) }) {
      module.isIncomplete = true
    }
    let chain = loading
    checkHeader()
    for (index, layer) in module.layers.enumerated() {
      // What a layer uses may be what it extends, which does not need the layer.
      loading = Array(chain.prefix(outer.count + index))
      checkEdition(layer.recipe)
      declare(layer.recipe)
      for case .use(let syntax) in layer.recipe.declarations { use(syntax, from: layer) }
    }
    loading = outer
  }

  private mutating func checkEdition(_ recipe: RecipeSyntax) {
    guard let number = recipe.edition?.number, number.text != "1" else { return }
    report(.unsupportedEdition(number))
  }

  // MARK: extends

  /// The file that a layer is a change of.
  private mutating func base(of layer: Module.Layer) -> Module.Layer? {
    let all = layer.recipe.declarations.compactMap { $0.extends }
    for extra in all.dropFirst() { report(.duplicateExtends(at: extra.location, first: all[0].location)) }
    guard let first = all.first else { return nil }
    guard let path = first.path, let found = try? located(path, from: layer.place) else {
      module.isIncomplete = true
      return nil
    }
    loading.append(found.identity)
    let recipe = parsed(found.source, as: found.identity)
    if !recipe.declarations.contains(where: { $0.look != nil || $0.extends != nil }) { report(.extendsNoLook(path)) }
    return Module.Layer(recipe: recipe, place: found.place)
  }

  /// A name that an extending file redeclares must have the same kind there.
  mutating func checkOverride(_ override: Module.Declared, of base: DeclarationSyntax, _ name: TokenSyntax) {
    guard let mistake = mistake(in: override, of: base, name) else { return }
    report(mistake)
    module.invalidNames.insert(name.text)
    module.invalidFunctions.insert(name.text)
  }

  private func mistake(
    in override: Module.Declared, of base: DeclarationSyntax, _ name: TokenSyntax
  ) -> Diagnostic? {
    switch (override.declaration, base) {
    case (.parameter(let new), .parameter(let old)):
      guard let type = new.type, let wanted = old.type?.name, type.name != wanted else { return nil }
      return .overrideDiffers(type.location, "'\(name.text)' keeps the type \(wanted)", base: old.type?.location)
    case (.function(let new), .function(let old)):
      return new.shape == old.shape ? nil : .overrideDiffersInShape(override.name, old, name)
    case (.constant, .constant), (.image, .image), (.use, .use): return nil
    default: return .overrideOfAnotherKind(override.name, name)
    }
  }

  // MARK: use

  private mutating func use(_ syntax: UseSyntax, from layer: Module.Layer) {
    guard let name = syntax.name else {
      module.isIncomplete = true
      return
    }
    guard module.isOwner(name) else { return }
    guard let path = syntax.path, let found = try? located(path, from: layer.place) else {
      module.invalidNames.insert(name.text)
      module.invalidFunctions.insert(name.text)
      return
    }
    let index = loaded[found.identity] ?? load(found)
    module.declared[name.text]?.symbol = .module(index)
  }

  /// Types a file as a module of its own. A shipped file has been checked: only what can be set is typed.
  private mutating func load(_ found: FoundRecipe) -> Int {
    let index = model.modules.count
    model.modules.append(Module())
    let outer = loading
    loading.append(found.identity)
    let errors = diagnostics.count
    let recipe = parsed(found.source, as: found.identity)
    inside(index) { analyzer in
      analyzer.module.isTrusted = analyzer.trusts(found.source)
      analyzer.declare(Module.Layer(recipe: recipe, place: found.place))
      if analyzer.module.isTrusted { analyzer.typeWhatIsSettable() } else { analyzer.typeEverything() }
    }
    model.modules[index].isGood = !diagnostics[errors...].contains { $0.severity == .error }
    loading = outer
    loaded[found.identity] = index
    return index
  }

  // MARK: Finding

  /// A file that a recipe names.
  private struct FoundRecipe {
    let identity: RecipeIdentity
    let source: SourceFile
    let place: RecipePath?
  }

  /// The file that a text in a recipe at this place names: a path where it holds a slash or ends in `.tint`, else the
  /// name of a recipe that comes with the program.
  private mutating func located(_ path: TokenSyntax, from place: RecipePath?) throws(Reported) -> FoundRecipe {
    guard let text = path.stringValue else { throw Reported() }
    guard text.contains("/") || text.contains("\\") || text.hasSuffix(".tint") else {
      return try shipped(text, path, from: place)
    }
    let place = try self.path(text, at: path.location, from: place)
    let identity = RecipeIdentity.file(place)
    try checkLoading(of: identity, path)
    if let known = recipes[identity] {
      return FoundRecipe(identity: identity, source: known.location.file, place: place)
    }
    let bytes = try bytes(of: place, at: path.location, atMost: SyntaxLimits.fileBytes + 1)
    let source = SourceFile(name: displayName(of: place), text: bytes)
    return FoundRecipe(identity: identity, source: source, place: place)
  }

  private mutating func shipped(
    _ name: String, _ path: TokenSyntax, from place: RecipePath?
  ) throws(Reported) -> FoundRecipe {
    guard let source = loader?.shipped(name) else {
      let file = place.flatMap { try? $0.resolving(name + ".tint") }
      let isFile = file.flatMap { loader?.neighbors(of: $0).contains(name + ".tint") } ?? false
      let names = loader?.shippedNames ?? []
      throw reported(.unknownRecipe(path, nearest: isFile ? name + ".tint" : nearest(to: name, among: names)))
    }
    let identity = RecipeIdentity.shipped(name)
    try checkLoading(of: identity, path)
    return FoundRecipe(identity: identity, source: source, place: nil)
  }

  /// The name of a file in diagnostics.
  func displayName(of path: RecipePath) -> String { loader?.displayName(of: path) ?? path.description }

  private func name(of identity: RecipeIdentity) -> String {
    switch identity {
    case .file(let place): displayName(of: place)
    case .shipped(let name): name
    case .given: "this recipe"
    }
  }

  private mutating func checkLoading(of identity: RecipeIdentity, _ path: TokenSyntax) throws(Reported) {
    if let first = loading.firstIndex(of: identity) {
      throw reported(.recipeCycle(path, through: (loading[first...] + [identity]).map(name)))
    }
    guard loading.count < CheckLimits.loadingDepth, recipes[identity] != nil || recipes.count < CheckLimits.files
    else { throw reported(.tooManyRecipes(path)) }
  }

  /// The place that a text in a recipe names, if a recipe may name it.
  mutating func path(
    _ text: String, at location: SourceLocation, from place: RecipePath?
  ) throws(Reported) -> RecipePath {
    guard let place else { throw reported(.noFolder(at: location)) }
    do throws(RecipePath.Problem) {
      return try place.resolving(text)
    } catch {
      throw reported(.badPath(error, at: location))
    }
  }

  /// What a file contains, which is read once: nil in the cache for a file with an error, which is reported once.
  ///
  /// - Parameters:
  ///   - known: the file's entry in the cache.
  ///   - keep: writes the entry.
  mutating func once<Content>(
    _ known: Content??, _ read: (inout Analyzer) throws(Reported) -> Content,
    keep: (inout Analyzer, Content?) -> Void
  ) throws(Reported) -> Content {
    let content = known ?? (try? read(&self))
    keep(&self, content)
    guard let content else { throw Reported() }
    return content
  }

  /// The bytes of a file that a recipe names.
  mutating func bytes(of path: RecipePath, at location: SourceLocation, atMost limit: Int) throws(Reported) -> [UInt8] {
    try loaded(path, at: location) { (loader) throws(LoadFailure) in try loader.bytes(of: path, atMost: limit) }
  }

  /// What a loader has of a file that a recipe names.
  mutating func loaded<Content>(
    _ path: RecipePath, at location: SourceLocation, _ load: (any RecipeLoader) throws(LoadFailure) -> Content
  ) throws(Reported) -> Content {
    guard let loader else { throw reported(.noFolder(at: location)) }
    do throws(LoadFailure) {
      return try load(loader)
    } catch {
      guard error.isMissing, let name = path.components.last else {
        let unreadable = isSetting ? Diagnostic.unreadableTable : Diagnostic.unreadableFile
        throw reported(unreadable(displayName(of: path), error.reason, location))
      }
      let neighbors = loader.neighbors(of: path)
      let isEndingAway = neighbors.contains("\(name).tint")
      let nearest = isEndingAway ? "\(name).tint" : nearest(to: name, among: neighbors)
      if nearest == nil, name.hasSuffix(".tint"), loader.shipped(String(name.dropLast(5))) != nil {
        throw reported(.shippedFile(String(name.dropLast(5)), at: location))
      }
      throw reported(.missingFile(displayName(of: path), nearest: nearest, isSetting: isSetting, at: location))
    }
  }
}

extension DeclarationSyntax {
  /// The name that the recipe knows it by; headers and variants have names of another kind.
  var declaredName: TokenSyntax? {
    switch self {
    case .use, .parameter, .constant, .function, .image: name
    case .look, .extends, .setting, .variant, .output, .expectation: nil
    }
  }
}

extension FunctionSyntax {
  /// What a caller has to know, as written.
  fileprivate var shape: [String] {
    [isKernel ? "kernel" : "function", result?.name ?? ""]
      + parameters.map { "\($0.name?.text ?? ""): \($0.type?.name ?? "")" }
  }
}
