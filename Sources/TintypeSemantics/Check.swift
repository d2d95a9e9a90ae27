public import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

/// Checks a recipe's text.
///
/// - Parameters:
///   - source: the recipe.
///   - library: files whose kernels, functions and constants are in scope, with no privileges beyond that.
///   - loader: gives the files that the recipe names; without one it can name none.
///   - withLints: whether to warn of what is no error and will probably surprise. That takes longer than checking.
/// - Returns: the look, or nil when there are errors or the file is a library file (it has no `look`, `param`, `image` and
///   `output`), and everything there is to say: first of this file, in the order of the text, then of the files it names.
public func check(
  _ source: SourceFile, library: [SourceFile] = [], loader: (any RecipeLoader)? = nil, withLints: Bool = false
) -> (look: Look?, diagnostics: [Diagnostic]) {
  var checker = Checker()
  if let loader { checker.loader = loader }
  if withLints { checker.linted = LintedFile(file: source) }
  checker.libraryIndex = LibraryIndex(library.filter { $0.name != source.name })
  checker.modules[Checker.library].isTrusted = true
  let look = checker.check(source)
  if withLints {
    checker.readTrustedBodies()
    checker.advise(on: look)
  }
  let all = checker.sorted()
  return (all.contains { $0.severity == .error } ? nil : look, limited(all))
}

/// The first so many, with a word about the others.
private func limited(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
  guard diagnostics.count > CheckLimits.diagnostics else { return diagnostics }
  let rest = diagnostics[CheckLimits.diagnostics...]
  return diagnostics.prefix(CheckLimits.diagnostics) + [.tooManyDiagnostics(rest)]
}

extension Checker {
  /// Checks the whole recipe; nil for a library file.
  mutating func check(_ source: SourceFile) -> Look? {
    let identity = loader.root.map(RecipeIdentity.file) ?? .given
    loading = [identity]
    module.isTrusted = trusts(source)
    declare(Module.Layer(recipe: parsed(source, as: identity), place: loader.root))
    let output = readTopToBottom()
    guard module.isLook, let output, let bounds = output.bounds, !isTooLarge else { return nil }
    images.append(NamedImage("output", output, in: header.workingSpace))
    let color = encoded(output)
    let variants = variants()
    let expectations = expectations()
    guard builder.instructions.count <= CheckLimits.instructions else {
      reportTooLarge(at: SourceLocation(source, Span(0, 0)))
      return nil
    }
    let program = Program(
      name: module.name, parameters: parameters, tables: tableCache.tables, instructions: builder.instructions,
      output: Program.Output(color: color, bounds: bounds))
    return Look(
      name: module.name, header: header, program: program, images: images, variants: variants,
      expectations: expectations,
      layers: module.layers.map(\.recipe.location.file), files: files,
      foreignSpaces: imported.mapValues(\.space))
  }

  /// Whether a file is one that comes with the program, as it was checked when the program was made.
  func trusts(_ source: SourceFile) -> Bool { loader.shipped(source.name) == source }

  /// Reads what the one who uses the module at work has to know; all else is read where it is needed.
  mutating func readWhatIsSettable() {
    let declarations = module.declarations
    // Which of its texts say how a date is written, only its images tell.
    guard !declarations.contains(where: \.isTextParameter) else {
      _ = readTopToBottom()
      return
    }
    readParameters(declarations)
    for case .constant(let syntax) in declarations { declareConstant(syntax) }
  }

  private mutating func readParameters(_ declarations: [DeclarationSyntax]) {
    names["source"] = .image(source())
    names["frame"] = .value(builder.frame())
    checkSettings()
    // Parameters first: a constant may use one that stands below it.
    for case .parameter(let syntax) in declarations { declareParameter(syntax) }
  }

  /// Reads the declarations of the module at work in their order; gives its output.
  mutating func readTopToBottom() -> ImageOperand? {
    let declarations = module.declarations
    readParameters(declarations)
    var outputs: [(syntax: OutputSyntax, image: ImageOperand?)] = []
    for declaration in declarations {
      switch declaration {
      case .look, .function, .parameter, .use, .extends, .setting, .variant, .expectation: break
      case .constant(let syntax): declareConstant(syntax)
      case .image(let syntax): declareImage(syntax)
      case .output(let syntax):
        if let first = outputs.first(where: { $0.syntax.location.file == syntax.location.file }) {
          report(.duplicateOutput(at: syntax.location, first: first.syntax.location))
        } else if isOutput(syntax) {
          outputs.append((syntax, checkOutput(syntax)))
        }
      }
    }
    if !module.isTrusted {
      for function in functions.indices where functions[function].module == instance.module { checkBody(of: function) }
    }
    if outputs.isEmpty, !module.isIncomplete, let look = looks(of: module).first { report(.missingOutput(of: look)) }
    return outputs.last?.image
  }

  /// Whether no file that extends this one has an output of its own.
  private func isOutput(_ syntax: OutputSyntax) -> Bool {
    let layer = module.layers.first { layer in
      layer.recipe.declarations.contains { if case .output = $0 { true } else { false } }
    }
    return layer?.recipe.location.file == syntax.location.file
  }

  /// The stored picture in the working space, straight.
  private mutating func source() -> ImageOperand {
    let stored = builder.source()
    let color = builder.component([0, 1, 2], of: stored)
    let working = header.workingSpace == .linearSRGB ? builder.apply(.srgbToLinear, color) : color
    builder.label(working, "source")
    let source = ImageOperand(
      color: .straight(working, alpha: builder.component([3], of: stored)), bounds: builder.sourceBounds())
    images.append(NamedImage("source", source, in: header.workingSpace))
    return source
  }

  /// What is stored of a picture in the working space.
  private mutating func encoded(_ image: ImageOperand) -> Value {
    let stored = converted(image, from: header.workingSpace, to: .display)
    return builder.construct([builder.straight(stored), builder.alpha(of: stored)], .rgba)
  }

  mutating func checkOutput(_ syntax: OutputSyntax) -> ImageOperand? {
    switch operand(syntax.value, .topLevel(of: instance.module)) {
    case .image(let image):
      if image.bounds == nil { report(.unboundedOutput(at: syntax.value.location)) }
      return image
    case .poison: return nil
    case let other:
      report(.outputIsNoImage(at: syntax.value.location, describe(other)))
      return nil
    }
  }

  /// Everything that was reported, once: of the recipe itself, then of each file in the order in which it was read.
  func sorted() -> [Diagnostic] {
    let broken = Set(syntaxDiagnostics.map { ReportedPlace($0) })
    // The checker's complaints about what the parser could not read would be echoes.
    let all = syntaxDiagnostics + diagnostics.filter { !broken.contains(ReportedPlace($0)) }
    var seen: Set<ReportedPlace> = []
    let once = all.filter { seen.insert(ReportedPlace($0, code: $0.code)).inserted }
    let ranks = Dictionary(files.enumerated().map { ($1.name, $0) }) { first, _ in first }
    let keys = once.enumerated().map { offset, diagnostic in
      let place = diagnostic.primary.location
      return (ranks[place.file.name] ?? ranks.count, place.span.start, offset)
    }
    return zip(keys, once).sorted { $0.0 < $1.0 }.map(\.1)
  }
}

/// Where something was reported, and perhaps what.
private struct ReportedPlace: Hashable {
  private let file: String
  private let span: Span
  private let code: String

  init(_ diagnostic: Diagnostic, code: String = "") {
    (file, span) = (diagnostic.primary.location.file.name, diagnostic.primary.location.span)
    self.code = code
  }
}

extension DeclarationSyntax {
  fileprivate var isTextParameter: Bool {
    if case .parameter(let syntax) = self { syntax.type?.name == ValueType.text.rawValue } else { false }
  }
}
