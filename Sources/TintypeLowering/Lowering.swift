import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSemantics
import TintypeSizes

/// Writes typed recipes out into one program: calls are inlined, kernels are lifted over images, used looks become
/// steps, and colors are converted between working spaces.
///
/// It reads no source text. Its input has no errors; the only failure is a program that is too large.
struct Lowering: ValueWriter {
  let model: SemanticModel
  let budget: CompileBudget
  var builder = ProgramBuilder()
  var known = KnownLanes()
  var origins = OriginMap()
  var locals: [Operand?] = []
  var inlining = Inlining()
  /// The named images, in order, for probes and explanations.
  var images: [NamedImage] = []
  private var imageNames: Set<String> = []
  /// The named steps of the recipe's own text, in the order of completion.
  var steps: [NamedStep] = []
  /// What is measured over the photo.
  var measurements: [Measurement] = []
  /// The pictures besides the photo.
  var pictures: [PlacedPicture] = []

  /// The current module.
  var instance: Instance
  /// The bounds of the picture that is sampled, while its place is written out.
  var placeBounds: Value?

  var space: WorkingSpace { instance.space }

  init(_ model: SemanticModel) {
    (self.model, budget) = (model, model.budget)
    instance = Instance(of: SemanticModel.recipe, in: model.recipe.header.workingSpace)
    instance.format = model.recipe.header.format
  }

  /// Writes a body out for unknown inputs.
  mutating func writeUncalled(_ index: Int) throws(WritingFailure) {
    let entry = model.functions[index]
    guard let body = entry.body, let result = entry.result else { return }
    if entry.isOverPictures { instance.source = source() }
    let bounds = builder.sourceBounds()
    locals = entry.inputs.enumerated().map { place, input -> Operand? in
      func unknown(_ type: ValueType, _ rate: Rate) -> Value {
        builder.add(Instruction(.parameter(place), type: type, rate: rate))
      }
      return switch input.type {
      case .value(.matrix):
        .parts(
          (1...3).map { row in
            builder.add(Instruction(.parameter(place + row * entry.inputs.count), type: .rgb, rate: .varying))
          })
      case .value(let type): .value(unknown(type, entry.isOverPictures ? .uniform : .varying))
      case .image: .picture(Picture(color: .premultiplied(unknown(.rgba, .varying)), bounds: bounds))
      case .mask: .picture(Picture(color: .mask(unknown(.scalar, .varying)), bounds: nil))
      default: .position(bounds: bounds)
      }
    }
    locals += [Operand?](repeating: nil, count: body.locals.count - locals.count)
    _ = try operand(of: body, result)
  }

  /// Writes the look out, its named steps in the order of the text, and returns its output.
  mutating func write() throws(WritingFailure) -> Operand? {
    instance.source = source()
    _ = builder.frame()
    for index in model.recipe.parameters { _ = operand(ofParameter: index) }
    for step in model.recipe.steps {
      if case .constant(let index) = step, !model.constants[index].isOpen { continue }
      _ = try operand(of: step)
    }
    guard let output = model.recipe.output else { return nil }
    return try operand(output)
  }

  /// The stored picture in the working space, straight.
  private mutating func source() -> Picture {
    let stored = builder.source()
    let color = builder.component([0, 1, 2], of: stored)
    let working = instance.space == .linearSRGB ? builder.apply(.srgbToLinear, color) : color
    builder.label(working, "source")
    let source = Picture(
      color: .straight(working, alpha: builder.component([3], of: stored)), bounds: builder.sourceBounds())
    images.append(NamedImage(name: "source", color: source.color, space: instance.space))
    return source
  }

  /// The rectangle of the `source` of the current module.
  var sourceBounds: Value {
    mutating get { instance.source?.bounds ?? builder.sourceBounds() }
  }

  // MARK: Names

  /// Nil for the inputs of an uncalled function, which are numbered after the parameters.
  func parameter(_ index: Int) -> Parameter? { index < model.settable.count ? model.settable[index].parameter : nil }

  /// The operand of a name at the top level of the current module.
  mutating func operand(of symbol: Symbol) throws(WritingFailure) -> Operand {
    switch symbol {
    case .source:
      guard let source = instance.source else { preconditionFailure("a module at work has a source") }
      return .picture(source)
    case .frame: return .value(builder.frame())
    case .parameter(let index): return operand(ofParameter: index)
    case .constant(let index): return try constant(index)
    case .image(let index): return try image(index)
    case .function, .module, .local, .intrinsic, .operation: preconditionFailure("\(symbol) has no value by itself")
    }
  }

  /// A parameter of the current module: the argument of a call of its look, or a parameter of the whole look by its
  /// dotted name.
  private mutating func operand(ofParameter index: Int) -> Operand {
    if let given = instance.given[index] { return given }
    guard let parameter = model.parameters[index].parameter,
      let place = model.settablePlaces[(instance.path + [parameter.name]).joined(separator: ".")]
    else { preconditionFailure("a parameter is one of the look's or given") }
    return .value(builder.parameter(place, parameter.type))
  }

  private mutating func constant(_ index: Int) throws(WritingFailure) -> Operand {
    let entry = model.constants[index]
    if let lanes = entry.numbers(in: instance.space), let type = entry.value?.type { return constants(lanes, type) }
    if let known = instance.values[.constant(index)] { return known }
    guard let value = entry.value else { preconditionFailure("a constant has a value") }
    let found = try atTopLevel(value)
    instance.values[.constant(index)] = found
    return found
  }

  private mutating func image(_ index: Int) throws(WritingFailure) -> Operand {
    if let known = instance.values[.image(index)] { return known }
    guard let value = model.images[index].value else { preconditionFailure("an image has a value") }
    let found = try atTopLevel(value)
    instance.values[.image(index)] = found
    let name = (instance.path + [model.images[index].name]).joined(separator: ".")
    guard let picture = found.picture else { return found }
    if instance.path.isEmpty {
      steps.append(NamedStep(image: name, at: value.location, picture, after: images.count))
    }
    switch picture.color {
    case .mask(let mask):
      mark(.mask(mask), at: value.location)
      builder.label(mask, name)
    case .straight(let color, _), .premultiplied(let color): builder.label(color, name)
    }
    // Of a look that is called several times the first counts.
    if imageNames.insert(name).inserted {
      images.append(NamedImage(name: name, color: picture.color, space: instance.space))
    }
    return found
  }

  /// An expression at the top level of the current module: the locals of the current body are not in scope.
  private mutating func atTopLevel(_ expression: TypedExpression) throws(WritingFailure) -> Operand {
    let outer = (locals, placeBounds)
    (locals, placeBounds) = ([], nil)
    defer { (locals, placeBounds) = outer }
    return try operand(expression)
  }

  // MARK: Origins

  /// Records a call over pictures, where it stands at the top level of the recipe itself.
  mutating func wrote(_ call: TypedExpression, from operands: [Operand], _ result: Operand) {
    guard instance.path.isEmpty, inlining.outermostCall == nil, let picture = result.picture else { return }
    let name: String
    switch call.kind {
    case .call(let function, _, _): name = model.functions[function].name
    case .operation(let operation): name = operation.operation.name
    case .develop(let used, _, _): name = used.path.joined(separator: ".")
    default: return
    }
    steps.append(NamedStep(call: name, at: call.location, picture, from: operands.compactMap { $0.picture }))
  }

  /// Records an origin, where it is in the file to lint.
  mutating func mark(_ kind: OriginMap.Kind, at place: SourceLocation) {
    guard let linted = model.linted, place.file == linted else { return }
    origins.add(kind, at: place, in: inlining.outermostCall)
  }
}
