public import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

/// Checks a recipe's text.
///
/// - Parameters:
///   - source: the recipe.
///   - library: files whose kernels, functions and constants are in scope, with no privileges beyond that.
///   - withAdvice: whether to warn of what is no error and will probably surprise. That takes longer than checking.
/// - Returns: the look, or nil when there are errors or the file is a library file (it has no `look`, `param`, `image` and
///   `output`), and everything there is to say, in the order of the text.
public func check(
  _ source: SourceFile, library: [SourceFile] = [], withAdvice: Bool = false
) -> (look: Look?, diagnostics: [Diagnostic]) {
  let (tree, syntaxDiagnostics) = parse(source)
  var checker = Checker()
  if withAdvice { checker.advised = AdvisedFile(file: source) }
  checker.declareLibrary(library.filter { $0.name != source.name }.map { parse($0).tree.recipe })
  let look = checker.check(tree.recipe)
  // The checker's complaints about what the parser could not read would be echoes.
  let broken = Set(syntaxDiagnostics.map(\.primary.location.span))
  let checked = checker.diagnostics.filter {
    $0.primary.location.file != source || !broken.contains($0.primary.location.span)
  }
  var found = syntaxDiagnostics + checked
  if withAdvice, !found.contains(where: { $0.severity == .error }) {
    found = heeding(tree.silences, found + checker.advice(on: tree, look))
  }
  let all = found.enumerated().sorted {
    ($0.element.primary.location.span.start, $0.offset) < ($1.element.primary.location.span.start, $1.offset)
  }.map(\.element)
  return (all.contains { $0.severity == .error } ? nil : look, limited(all))
}

/// The first so many, with a word about the others.
private func limited(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
  guard diagnostics.count > CheckLimits.diagnostics else { return diagnostics }
  let rest = diagnostics[CheckLimits.diagnostics...]
  return diagnostics.prefix(CheckLimits.diagnostics) + [.tooManyDiagnostics(rest.count, from: rest[rest.startIndex])]
}

extension Checker {
  /// Checks the whole recipe; nil for a library file.
  mutating func check(_ recipe: RecipeSyntax) -> Look? {
    checkEdition(recipe)
    declare(recipe, isLibrary: false)
    let looks = recipe.declarations.compactMap { if case .look(let look) = $0 { look } else { nil } }
    checkHeader(looks, of: recipe)
    names["source"] = .image(source())
    names["frame"] = .value(builder.frame())
    // Parameters first: a constant may use one that stands below it.
    for case .parameter(let syntax) in recipe.declarations { declareParameter(syntax) }
    var output: (OutputSyntax, ImageOperand?)?
    for declaration in recipe.declarations {
      switch declaration {
      case .look, .function, .parameter: break
      case .use, .extends, .setting, .variant:
        let keyword = declaration.syntax.firstToken
        report(.declarationNotRead(keyword?.text ?? "", at: keyword?.location ?? declaration.location))
      case .constant(let syntax): declareConstant(syntax)
      case .image(let syntax): declareImage(syntax)
      case .output(let syntax):
        if let first = output {
          report(.duplicateOutput(at: syntax.location, first: first.0.location))
        } else {
          output = (syntax, checkOutput(syntax))
        }
      }
    }
    for function in functions.indices where !functions[function].isLibrary { checkBody(of: function) }
    guard let look = looks.first else { return nil }
    guard let (_, image) = output else {
      report(.missingOutput(of: look))
      return nil
    }
    guard let image, let bounds = image.bounds, !isTooLarge else { return nil }
    images.append(NamedImage("output", image))
    let color = encoded(image)
    guard builder.instructions.count <= CheckLimits.instructions else {
      reportTooLarge(at: look.name?.location ?? look.location)
      return nil
    }
    let name = look.name?.stringValue ?? ""
    let program = Program(
      name: name, parameters: parameters, instructions: builder.instructions,
      output: Program.Output(color: color, bounds: bounds))
    return Look(name: name, header: header, program: program, images: images)
  }

  private mutating func checkEdition(_ recipe: RecipeSyntax) {
    guard let number = recipe.edition?.number, number.text != "1" else { return }
    report(.unsupportedEdition(number))
  }

  /// The stored picture in the working space, straight.
  private mutating func source() -> ImageOperand {
    let stored = builder.source()
    let color = builder.component([0, 1, 2], of: stored)
    let working = header.workingSpace == .linearSRGB ? builder.apply(.srgbToLinear, color) : color
    builder.label(working, "source")
    let source = ImageOperand(
      color: .straight(working, alpha: builder.component([3], of: stored)), bounds: builder.sourceBounds())
    images.append(NamedImage("source", source))
    return source
  }

  /// What is stored of a picture in the working space.
  private mutating func encoded(_ image: ImageOperand) -> Value {
    let color = builder.straight(image)
    let stored = header.workingSpace == .linearSRGB ? builder.apply(.linearToSrgb, color) : color
    return builder.construct([stored, builder.alpha(of: image)], .rgba)
  }

  private mutating func checkOutput(_ syntax: OutputSyntax) -> ImageOperand? {
    switch operand(syntax.value, .topLevel) {
    case .image(let image):
      if image.bounds == nil { report(.unboundedOutput(at: syntax.value.location)) }
      return image
    case .poison: return nil
    case let other:
      report(.outputIsNoImage(at: syntax.value.location, describe(other)))
      return nil
    }
  }
}
