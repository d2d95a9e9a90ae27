import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSemantics

/// Writes typed recipes out into one program: calls are inlined, kernels are lifted over images, used looks become
/// steps,
/// and colors change their working space on the way.
///
/// It reads no text. What it is given is sound; all that can go wrong is that there is too much of it.
struct Lowering {
  let model: SemanticModel
  var builder = ProgramBuilder()
  /// What the text wrote where.
  var origins = OriginMap()
  /// Images by name, in order, for people who ask what happens on the way.
  var images: [NamedImage] = []
  /// The functions that the program calls.
  var called: Set<Int> = []

  /// The module at work.
  var instance: Instance
  /// The names of the body that is written out, by their positions.
  var locals: [Operand?] = []
  /// Where the picture is that a place is being read in.
  var placeBounds: Value?

  /// The call that is written out, where one is.
  var outermostCall: SourceLocation?
  var callDepth = 0
  private var depth = 0
  private var stepCount = 0

  /// The parameters of the look, by their dotted names.
  private let parameters: [String: Int]

  /// A program that is too large, with the place in the text that makes it so.
  struct TooLarge: Error { let place: SourceLocation }

  init(_ model: SemanticModel) {
    self.model = model
    parameters = Dictionary(uniqueKeysWithValues: model.settable.enumerated().map { ($1.parameter.name, $0) })
    instance = Instance(of: SemanticModel.recipe, in: model.recipe.header.workingSpace)
    instance.format = model.recipe.header.format
  }

  /// Writes the look out, its named steps in the order of the text; gives what comes out.
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

  /// The rectangle of the `source` of the module at work.
  var sourceBounds: Value {
    mutating get { instance.source?.bounds ?? builder.sourceBounds() }
  }

  // MARK: Names

  /// What a name at the top level of the module at work stands for.
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

  /// A parameter of the module at work: what the call of its look gives, or one of the whole look, under its dotted
  /// name.
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

  /// Something of the module at work, whatever is being written out.
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

  /// Goes one level deeper.
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

  /// Takes note of a place in the file on which lints are wanted.
  mutating func mark(_ kind: OriginMap.Kind, at place: SourceLocation) {
    guard let linted = model.linted, place.file == linted else { return }
    origins.add(kind, at: place, in: outermostCall)
  }

  /// Writes out what is reached only where a condition holds, or does not.
  mutating func assuming<Result>(
    _ condition: Value, holds: Bool, _ work: (inout Lowering) throws(TooLarge) -> Result
  ) throws(TooLarge) -> Result {
    origins.assumptions.append(ValueRanges.Assumption(condition, holds: holds))
    defer { origins.assumptions.removeLast() }
    return try work(&self)
  }
}
