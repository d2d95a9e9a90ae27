import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSemantics

/// Writes typed recipes out into one program: calls are inlined, kernels are lifted over images, used looks become
/// steps, and colors are converted between working spaces.
///
/// It reads no text. Its input has no errors; the only failure is a program that is too large.
struct Lowering {
  let model: SemanticModel
  var builder = ProgramBuilder()
  /// The operations, masks and conditions of the text, for lints.
  var origins = OriginMap()
  /// The named images, in order, for probes and explanations.
  var images: [NamedImage] = []
  /// The functions that the program calls.
  var called: Set<Int> = []

  /// The current module.
  var instance: Instance
  /// The locals of the current body.
  var locals: [Operand?] = []
  /// The bounds of the picture that is sampled, while its place is written out.
  var placeBounds: Value?

  /// The outermost call that is being inlined.
  var outermostCall: SourceLocation?
  var callDepth = 0
  private var depth = 0
  private var stepCount = 0

  /// The parameters of the look, by their dotted names.
  private let parameters: [String: Int]

  /// Thrown for a program that is too large, with the place in the text that exceeds the limit.
  struct TooLarge: Error { let place: SourceLocation }

  init(_ model: SemanticModel) {
    self.model = model
    parameters = Dictionary(uniqueKeysWithValues: model.settable.enumerated().map { ($1.parameter.name, $0) })
    instance = Instance(of: SemanticModel.recipe, in: model.recipe.header.workingSpace)
    instance.format = model.recipe.header.format
  }

  /// Writes the look out, its named steps in the order of the text, and returns its output.
  mutating func write() throws(TooLarge) -> Operand? {
    instance.source = source()
    _ = builder.frame()
    for index in model.recipe.parameters { _ = parameter(index) }
    for step in model.recipe.steps {
      switch step {
      case .constant(let index):
        if model.constants[index].numbers(in: instance.space) == nil { _ = try constant(index) }
      case .image(let index): _ = try image(index)
      }
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

  /// The operand of a name at the top level of the current module.
  mutating func operand(of symbol: Symbol) throws(TooLarge) -> Operand {
    switch symbol {
    case .source:
      guard let source = instance.source else { preconditionFailure("a module at work has a source") }
      return .picture(source)
    case .frame: return .value(builder.frame())
    case .parameter(let index): return parameter(index)
    case .constant(let index): return try constant(index)
    case .image(let index): return try image(index)
    case .function, .module, .local, .intrinsic, .operation: preconditionFailure("\(symbol) has no value by itself")
    }
  }

  /// A parameter of the current module: the argument of a call of its look, or a parameter of the whole look by its
  /// dotted name.
  private mutating func parameter(_ index: Int) -> Operand {
    if let given = instance.given[index] { return given }
    guard let parameter = model.parameters[index].parameter,
      let place = parameters[(instance.path + [parameter.name]).joined(separator: ".")]
    else { preconditionFailure("a parameter is one of the look's or given") }
    return .value(builder.parameter(place, parameter.type))
  }

  private mutating func constant(_ index: Int) throws(TooLarge) -> Operand {
    let entry = model.constants[index]
    if let lanes = entry.numbers(in: instance.space), let type = entry.value?.type.value {
      return .value(known(lanes, type))
    }
    if let known = instance.values[.constant(index)] { return known }
    guard let value = entry.value else { preconditionFailure("a constant has a value") }
    let found = try atTopLevel(value)
    instance.values[.constant(index)] = found
    return found
  }

  private mutating func image(_ index: Int) throws(TooLarge) -> Operand {
    if let known = instance.values[.image(index)] { return known }
    guard let value = model.images[index].value else { preconditionFailure("an image has a value") }
    let found = try atTopLevel(value)
    instance.values[.image(index)] = found
    let name = (instance.path + [model.images[index].name]).joined(separator: ".")
    guard let picture = found.picture else { return found }
    switch picture.color {
    case .mask(let mask):
      mark(.mask(mask), at: value.location)
      builder.label(mask, name)
    case .straight(let color, _), .premultiplied(let color): builder.label(color, name)
    }
    // Of a look that is called several times the first counts.
    if !images.contains(where: { $0.name == name }) {
      images.append(NamedImage(name: name, color: picture.color, space: instance.space))
    }
    return found
  }

  /// An expression at the top level of the current module: the locals of the current body are not in scope.
  private mutating func atTopLevel(_ expression: TypedExpression) throws(TooLarge) -> Operand {
    let outer = (locals, placeBounds)
    (locals, placeBounds) = ([], nil)
    defer { (locals, placeBounds) = outer }
    return try operand(expression)
  }

  /// A value of a type whose numbers are known.
  mutating func known(_ lanes: [Double], _ type: ValueType) -> Value {
    type == .curve ? builder.curve(lanes) : builder.constant(lanes, type)
  }

  // MARK: Limits

  /// Counts one level of nesting while `work` runs.
  mutating func deeper<Result>(
    at place: SourceLocation, _ work: (inout Lowering) throws(TooLarge) -> Result
  ) throws(TooLarge) -> Result {
    depth += 1
    defer { depth -= 1 }
    try count(at: place)
    guard depth <= CheckLimits.depth else { throw tooLarge(at: place) }
    return try work(&self)
  }

  /// Counts an expression or block.
  mutating func count(at place: SourceLocation) throws(TooLarge) {
    stepCount += 1
    if stepCount > CheckLimits.steps { throw tooLarge(at: place) }
  }

  func tooLarge(at place: SourceLocation) -> TooLarge { TooLarge(place: outermostCall ?? place) }

  // MARK: Origins

  /// Records an origin, where it is in the file to lint.
  mutating func mark(_ kind: OriginMap.Kind, at place: SourceLocation) {
    guard let linted = model.linted, place.file == linted else { return }
    origins.add(kind, at: place, in: outermostCall)
  }

  /// Writes out what is computed only where a condition holds, or does not.
  mutating func assuming<Result>(
    _ condition: Value, holds: Bool, _ work: (inout Lowering) throws(TooLarge) -> Result
  ) throws(TooLarge) -> Result {
    origins.assumptions.append(ValueRanges.Assumption(condition, holds: holds))
    defer { origins.assumptions.removeLast() }
    return try work(&self)
  }
}
