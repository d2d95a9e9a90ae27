import TintypeDiagnostics
import TintypeEditing
import TintypeImage
import TintypeJSON
import TintypeSemantics
import TintypeSyntax

// Where a name is declared and used, in all recipes.
extension LanguageServer {
  func definition(_ parameters: JSONValue) throws(Failure) -> JSONValue {
    let (analysis, offset) = try place(parameters)
    if let link = analysis.links.first(where: { $0.span.start <= offset && offset <= $0.span.end }) {
      return ["uri": .string(link.target), "range": TextPositions([], workspace.encoding).range(Span(0, 0))]
    }
    guard let (symbol, _) = analysis.symbol(at: offset), let place = analysis.model.declaration(of: symbol) else {
      return .null
    }
    // A shipped recipe has no file, so its alias is used.
    return analysis.place(place, workspace)
      ?? analysis.editing.alias(at: offset).flatMap { analysis.place($0.declaration, workspace) } ?? .null
  }

  func references(_ parameters: JSONValue) throws(Failure) -> JSONValue {
    let (analysis, offset) = try place(parameters)
    let withDeclaration = parameters["context"]?["includeDeclaration"]?.truth ?? true
    if let alias = analysis.editing.alias(at: offset) {
      return .array(
        places(of: alias, in: analysis).filter { withDeclaration || $0.location != alias.declaration }.compactMap {
          $0.analysis.place($0.location, workspace)
        })
    }
    guard let (symbol, _) = analysis.symbol(at: offset) else { return [] }
    let declaration = analysis.model.declaration(of: symbol)
    return .array(
      places(of: symbol, in: analysis).filter { withDeclaration || $0.location != declaration }.compactMap {
        $0.analysis.place($0.location, workspace)
      })
  }

  func highlights(_ parameters: JSONValue) throws(Failure) -> JSONValue {
    let (analysis, offset) = try place(parameters)
    guard let (symbol, _) = analysis.symbol(at: offset) else { return [] }
    let alias = analysis.editing.alias(at: offset)
    let declaration = alias?.declaration ?? analysis.model.declaration(of: symbol)
    return .array(
      (alias.map(analysis.places(of:)) ?? analysis.places(of: symbol)).filter { $0.file == analysis.file }.map {
        place in
        ["range": analysis.positions.range(place.span), "kind": place == declaration ? 3 : 2]
      })
  }

  func prepareRename(_ parameters: JSONValue) throws(Failure) -> JSONValue {
    let (analysis, offset) = try place(parameters)
    let (_, span) = try renamed(analysis, offset)
    return ["range": analysis.positions.range(span), "placeholder": .string(analysis.file.text(in: span))]
  }

  func rename(_ parameters: JSONValue) throws(Failure) -> JSONValue {
    let (analysis, offset) = try place(parameters)
    let (places, span) = try renamed(analysis, offset)
    guard let name = parameters["newName"]?.text, isName(name) else {
      throw .invalid("a name has letters from a to z, digits and '_', begins with no digit, and is no keyword")
    }
    let old = analysis.file.text(in: span)
    var renaming = Renaming(name: name)
    for (_, place) in places where workspace.uri(of: place.file) != nil {
      // What is written in another way, as `exposure` of `-e`, stays.
      if place.file.text(in: place.span) == old { renaming.add(place) }
    }
    try requireSameMeaning(after: renaming, in: analysis)
    return [
      "changes": .object(
        JSONObject(
          renaming.files.compactMap { file, spans in
            let positions = TextPositions(file.text, workspace.encoding)
            return workspace.uri(of: file).map { uri in
              (uri, .array(spans.map { ["range": positions.range($0), "newText": .string(name)] }))
            }
          }))
    ]
  }

  /// Refuses a rename after which a name would mean something else, or which brings errors, in any recipe.
  private func requireSameMeaning(after renaming: Renaming, in analysis: Analysis) throws(Failure) {
    var recipes = [analysis]
    for path in renaming.files.compactMap({ FilePath(fileURI: workspace.uri(of: $0.file) ?? "") }) {
      for path in [path] + workspace.dependents(of: path) {
        guard let other = workspace.analysis(ofFile: path), !recipes.contains(where: { $0 === other }) else { continue }
        recipes.append(other)
      }
    }
    for recipe in recipes where !recipe.keepsMeaning(after: renaming) {
      throw Failure(
        code: -32803, message: "'\(renaming.name)' means something else in \(recipe.file.name), or has no place there")
    }
  }

  /// The target of a rename: all occurrences of a name, and the one at the cursor.
  private func renamed(
    _ analysis: Analysis, _ offset: Int
  ) throws(Failure) -> (places: [(analysis: Analysis, location: SourceLocation)], span: Span) {
    if let alias = analysis.editing.alias(at: offset), let token = analysis.tree.token(at: offset) {
      return (places(of: alias, in: analysis), token.span)
    }
    guard let (symbol, span) = analysis.symbol(at: offset) else { throw .invalid("there is no name here") }
    guard let place = analysis.model.declaration(of: symbol), workspace.uri(of: place.file) != nil else {
      throw Failure(code: -32803, message: "'\(analysis.file.text(in: span))' comes with the program")
    }
    guard symbol.isNamedByItsDeclaration else {
      throw Failure(code: -32803, message: "a file is renamed on disk")
    }
    return (places(of: symbol, in: analysis), span)
  }

  private func isName(_ text: String) -> Bool {
    let tokens = parse(SourceFile(name: "name", text: text)).tree.allTokens
    // The lexer reads letters of other scripts as a name, with an error.
    return tokens.count == 2 && tokens[0].kind == .identifier && tokens[0].span == Span(0, text.utf8.count)
      && tokens[0].text == text && text.utf8.allSatisfy { $0 < 0x80 }
  }

  /// Every place of an alias, in this recipe, in what it extends, and in all recipes that extend its file.
  private func places(of alias: Alias, in analysis: Analysis) -> [(analysis: Analysis, location: SourceLocation)] {
    var found = analysis.places(of: alias).map { (analysis, $0) }
    guard let path = workspace.uri(of: alias.declaration.file).flatMap(FilePath.init(fileURI:)) else { return found }
    var seen = Set(found.map(\.1))
    for user in workspace.dependents(of: path) + [path] {
      guard let other = workspace.analysis(ofFile: user), other !== analysis else { continue }
      guard let same = other.editing.alias(declaredAt: alias.declaration) else { continue }
      for place in other.places(of: same) where seen.insert(place).inserted { found.append((other, place)) }
    }
    return found
  }

  /// Every place of a symbol, in this recipe, in what it uses, and in all recipes that use its file.
  private func places(of symbol: Symbol, in analysis: Analysis) -> [(analysis: Analysis, location: SourceLocation)] {
    var found = analysis.places(of: symbol).map { (analysis, $0) }
    guard let declaration = analysis.model.declaration(of: symbol), symbol.isSeenByOthers(analysis.model),
      let uri = workspace.uri(of: declaration.file), let path = FilePath(fileURI: uri)
    else { return found }
    var seen = Set(found.map(\.1))
    for user in workspace.dependents(of: path) + [path] {
      guard let other = workspace.analysis(ofFile: user), other !== analysis,
        let file = other.model.files.first(where: { $0.name == declaration.file.name }),
        let (symbol, _) = other.model.symbol(at: declaration.span.start, in: file)
      else { continue }
      for place in other.places(of: symbol) where seen.insert(place).inserted { found.append((other, place)) }
    }
    return found
  }
}

extension Analysis {
  /// The occurrences of an alias in the recipe and in the files it extends.
  func places(of alias: Alias) -> [SourceLocation] {
    model.recipe.files.flatMap { file in
      editing.syntax(of: file).allTokens.filter { $0.text == alias.name }.compactMap { token in
        editing.alias(token, in: file)?.declaration == alias.declaration ? SourceLocation(file, token.span) : nil
      }
    }
  }

  /// Where a symbol is named: of dotted names the part that names it.
  func places(of symbol: Symbol) -> [SourceLocation] {
    var seen: Set<SourceLocation> = []
    var trees = [file.name: tree]
    return model.references(to: symbol).map { place in
      let tree = trees[place.file.name] ?? parse(place.file).tree
      trees[place.file.name] = tree
      return SourceLocation(place.file, tree.lastName(in: place.span) ?? place.span)
    }.filter { seen.insert($0).inserted }
  }

  /// The files that the recipe names, where they lie.
  var links: [(span: Span, target: String)] {
    guard let path else { return [] }
    return tree.allTokens.compactMap { token in
      guard token.kind == .string, let text = token.stringValue, let before = token.previous,
        namesFile(token, after: before), let target = path.folder.file(named: text)
      else { return nil }
      return (Span(token.span.start + 1, max(token.span.start + 1, token.span.end - 1)), target.fileURI)
    }
  }

  private func namesFile(_ token: TokenSyntax, after before: TokenSyntax) -> Bool {
    ["use", "extends", "lut", "picture"].contains(before.text)
      || before.kind == .colon && before.previous?.text == "font"
  }
}

extension FilePath {
  /// A file that a recipe in this folder names, if it is there.
  fileprivate func file(named text: String) -> FilePath? {
    guard !text.isEmpty, !text.hasPrefix("/") else { return nil }
    let path = resolving(text)
    return FileStatus(path)?.kind == .file ? path : nil
  }
}

extension Symbol {
  /// Whether it can be renamed where it is declared; a recipe that is used has the name of its file.
  fileprivate var isNamedByItsDeclaration: Bool {
    switch self {
    case .parameter, .image, .constant, .function, .local: true
    case .source, .frame, .module, .intrinsic, .operation: false
    }
  }

  /// Whether other files can name it; inputs are named in calls.
  fileprivate func isSeenByOthers(_ model: SemanticModel) -> Bool {
    switch self {
    case .parameter, .constant, .function, .image: true
    case .local(let function, let index): model.functions[function].body?.locals[index].role == .input
    case .source, .frame, .module, .intrinsic, .operation: false
    }
  }
}
