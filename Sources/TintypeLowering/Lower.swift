public import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
public import TintypeSemantics
public import TintypeSizes

/// Checks a recipe's text and writes its program.
///
/// - Parameters:
///   - source: the recipe.
///   - library: files whose kernels, functions and constants are in scope, with no privileges beyond that.
///   - loader: gives the files that the recipe names; without one it can name none.
///   - withLints: whether to warn of probable mistakes that are no errors. That takes longer than checking.
///   - budget: the budget for compiling; if it runs out, the result is unusable.
/// - Returns: the look, or nil where there are errors or the file is a library file (without `look`, `param`, `image`
///   and `output`), and the diagnostics: of this file in the order of the text, then of the files that it names.
public func check(
  _ source: SourceFile, library: RecipeLibrary = RecipeLibrary([]), loader: (any RecipeLoader)? = nil,
  withLints: Bool = false, within budget: CompileBudget = CompileBudget()
) -> (look: Look?, diagnostics: [Diagnostic]) {
  checked(
    analyze(source, library: library, loader: loader, isLinted: withLints, within: budget), withLints: withLints)
}

/// The look of a recipe that has been typed, and what is wrong with the recipe.
///
/// - Parameter withLints: whether to warn of probable mistakes, for which the model has to be that of `isLinted`.
package func checked(_ model: SemanticModel, withLints: Bool) -> (look: Look?, diagnostics: [Diagnostic]) {
  guard !model.hasErrors, model.budget.isGoing else { return (nil, limited(model.diagnostics)) }
  do throws(WritingFailure) {
    let (look, origins, called) = try lowered(model)
    guard withLints else { return (look, limited(model.diagnostics)) }
    let parts = try uncalledParts(of: model, called: called)
    return (
      look,
      limited(
        model.linted(
          look.map { ($0.program, origins) }, measurements: look?.measurements ?? [], parts: parts))
    )
  } catch {
    switch error {
    case .tooLarge(let place): return (nil, model.diagnostics + [.tooLarge(at: place)])
    case .refused(let diagnostic): return (nil, model.diagnostics + [diagnostic])
    case .stopped: return (nil, [])
    case .unknown, .untyped: preconditionFailure("a recipe without errors is written out")
    }
  }
}

/// The value of each parameter of a look under some settings.
///
/// - Parameters:
///   - look: whose parameters.
///   - variant: one of its variants, whose values count where nothing is set.
///   - settings: texts such as `exposure=0.5`; if one is set twice, the last wins. Each may have a file name that says
///     where it comes from, for example `--set`.
///   - clamping: whether a number outside of its hard range becomes the nearest one in it instead of an error.
/// - Returns: a value for each parameter, one number per lane (defaults where nothing was set), and the diagnostics of
///   the settings: an unknown name, a value of the wrong type, a number outside of its hard range.
public func parameterValues(
  of look: Look, variant: LookVariant? = nil, settings: [SourceFile], clamping: Bool = false
) -> (values: [[Double]], diagnostics: [Diagnostic]) {
  var tables = GivenTables(own: look.program.tables)
  return parameterValues(of: look, variant: variant, settings: settings, clamping: clamping, tables: &tables)
}

/// The same where settings may name the files of tables.
package func parameterValues(
  of look: Look, variant: LookVariant?, settings: [SourceFile], clamping: Bool, tables: inout GivenTables
) -> (values: [[Double]], diagnostics: [Diagnostic]) {
  settingValues(
    of: look.parameters, named: look.name,
    values: look.parameters.map { variant?.values[$0.name] ?? $0.defaultValue }, settings: settings,
    clamping: clamping, tables: &tables
  ) { look.space(of: $0) }
}

/// The look of typed recipes; nil for a file without a look.
private func lowered(
  _ model: SemanticModel
) throws(WritingFailure) -> (look: Look?, origins: OriginMap, called: Set<Int>) {
  var lowering = Lowering(model)
  let (recipe, space) = (model.recipe, model.recipe.header.workingSpace)
  let output = try lowering.write()
  guard recipe.isLook, let image = output?.picture, let bounds = image.bounds else {
    return (nil, lowering.origins, lowering.inlining.called)
  }
  lowering.images.append(NamedImage(name: "output", color: image.color, space: space))
  let stored = lowering.converted(image, from: space, to: .display)
  let color = lowering.builder.construct(
    [lowering.builder.straight(stored), lowering.builder.alpha(of: stored)], .rgba)
  let spatialSteps = lowering.builder.instructions.count { if case .spatial = $0.operation { true } else { false } }
  guard lowering.builder.instructions.count <= CheckLimits.instructions, spatialSteps <= CheckLimits.spatialSteps else {
    throw .tooLarge(at: SourceLocation(model.files[0], Span(0, 0)))
  }
  let program = Program(
    name: recipe.name, parameters: model.settable.map { $0.parameter }, tables: model.tables,
    pictures: lowering.pictures, instructions: lowering.builder.instructions,
    labels: lowering.builder.labels, output: Program.Output(color: color, bounds: bounds))
  let foreign = model.settable.filter { !$0.path.isEmpty }.map { ($0.parameter.name, $0.space) }
  let look = Look(
    name: recipe.name, header: recipe.header, program: program, images: lowering.images, steps: lowering.steps,
    measurements: lowering.measurements, variants: model.variants,
    expectations: model.expectations, layers: recipe.files, files: model.files,
    foreignSpaces: Dictionary(uniqueKeysWithValues: foreign))
  return (look, lowering.origins, lowering.inlining.called)
}

/// The parts of a recipe that lints check although the program lacks them: uncalled functions, and constants, of which
/// the program has only the numbers.
private func uncalledParts(
  of model: SemanticModel, called: Set<Int>
) throws(WritingFailure) -> [(instructions: [Instruction], origins: OriginMap)] {
  var parts: [(instructions: [Instruction], origins: OriginMap)] = []
  for index in model.functions.indices where model.functions[index].module == SemanticModel.recipe {
    guard !called.contains(index) else { continue }
    var lowering = Lowering(model)
    do throws(WritingFailure) {
      try lowering.writeUncalled(index)
    } catch {
      // Only a call tells what is measured.
      if case .refused = error { continue }
      throw error
    }
    parts.append((lowering.builder.instructions, lowering.origins))
  }
  for case .constant(let index) in model.recipe.steps {
    guard let value = model.constants[index].value, !model.constants[index].isOpen else { continue }
    var lowering = Lowering(model)
    _ = try lowering.operand(value)
    parts.append((lowering.builder.instructions, lowering.origins))
  }
  return parts
}

/// The first diagnostics, and one that counts the rest.
private func limited(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
  guard diagnostics.count > CheckLimits.diagnostics else { return diagnostics }
  let rest = diagnostics[CheckLimits.diagnostics...]
  return diagnostics.prefix(CheckLimits.diagnostics) + [.tooManyDiagnostics(rest)]
}
