package import TintypeDiagnostics
package import TintypeIR
import TintypeIntrinsics
package import TintypeSizes

/// Writes typed expressions out as instructions.
///
/// What the values of one pixel mean is written here once, with the bodies of kernels and functions inlined. The
/// ``Evaluator`` computes constants and ranges from these instructions; lowering adds pictures and modules.
package protocol ValueWriter {
  var model: SemanticModel { get }
  /// What the compilation may take: that of the model, at hand without it.
  var budget: CompileBudget { get }
  /// The working space of a color literal in a file without a look.
  var space: WorkingSpace { get }
  var builder: ProgramBuilder { get set }
  /// The values that are known from the text.
  var known: KnownLanes { get set }
  /// The locals of the body that is being inlined.
  var locals: [Operand?] { get set }
  var inlining: Inlining { get set }
  /// The places in the text that lints check.
  var origins: OriginMap { get set }

  /// The operand of a name at the top level.
  mutating func operand(of symbol: Symbol) throws(WritingFailure) -> Operand

  /// An expression that is no computation with the values of one pixel; `first` is its first operand.
  mutating func written(
    _ expression: TypedExpression, first: Operand?
  ) throws(WritingFailure) -> Operand

  /// A picture at this pixel.
  mutating func pixel(of picture: Picture, isPremultiplied: Bool) -> Value

  /// A value at this pixel, or the parts of one, as an operand of a type, which may be that of a picture.
  mutating func lifted(_ result: Operand, from operands: [Operand], _ type: ExpressionType) -> Operand

  /// One of two operands of a type, by a condition.
  mutating func selected(
    _ otherwise: Operand, _ then: Operand, by condition: Operand, _ type: ExpressionType
  ) -> Operand

  /// Inlines the body of a function over images, which another module may declare.
  mutating func inFunction(
    of module: Int, _ work: (inout Self) throws(WritingFailure) -> Operand
  ) throws(WritingFailure) -> Operand

  /// The position of the pixel for a kernel with these arguments.
  mutating func position(over arguments: [Operand]) -> Operand

  /// Whether a condition holds, where only the branch that is taken has to be written.
  mutating func knownTruth(of condition: Value) -> Bool?

  /// A parameter of the program.
  func parameter(_ index: Int) -> Parameter?

  /// Records a place for lints.
  mutating func mark(_ kind: OriginMap.Kind, at place: SourceLocation)

  /// Records a call that has been written out.
  mutating func wrote(_ call: TypedExpression, from operands: [Operand], _ result: Operand)
}

/// Why an expression could not be written out.
package enum WritingFailure: Error {
  /// The program would exceed a limit, at this place in the text.
  case tooLarge(at: SourceLocation)
  /// It depends on more than the text, or has an error.
  case unknown
  /// It has an error that shows only where calls are written out.
  indirect case refused(Diagnostic)
  /// It calls a function whose body has not been typed.
  case untyped(Int)
  /// The compilation is to end.
  case stopped
}

/// The progress of inlining.
package struct Inlining: Sendable {
  /// The functions that have been inlined.
  package var called: Set<Int> = []
  /// The outermost call that is being inlined.
  package fileprivate(set) var outermostCall: SourceLocation?
  /// Whether the body of a kernel or of a function of numbers is being inlined.
  fileprivate var isInKernel = false
  fileprivate var callDepth = 0
  fileprivate var depth = 0
  fileprivate var stepCount = 0
  /// The instructions whose memory has been counted.
  fileprivate var countedInstructions = 0

  package init() {}

  /// Counts a step, and returns how many there are.
  fileprivate mutating func step() -> Int {
    stepCount += 1
    return stepCount
  }

  /// Notes the number of instructions so far, and returns how many are new.
  fileprivate mutating func count(of instructions: Int) -> Int {
    defer { countedInstructions = instructions }
    return instructions - countedInstructions
  }

  fileprivate func tooLarge(at place: SourceLocation) -> WritingFailure { .tooLarge(at: outermostCall ?? place) }
}

extension ValueWriter {
  /// Writes an expression out.
  package mutating func operand(_ expression: TypedExpression) throws(WritingFailure) -> Operand {
    try deeper(at: expression.location) { writer throws(WritingFailure) in
      // Chains lean left and may be long: a stack is short.
      var (chain, innermost) = ([TypedExpression](), expression)
      while let first = innermost.operands.first {
        if chain.isEmpty { chain.reserveCapacity(8) }
        chain.append(innermost)
        innermost = first
      }
      var result = try writer.combined(innermost, first: nil)
      for expression in chain.reversed() {
        try writer.count(at: expression.location)
        result = try writer.combined(expression, first: result)
      }
      return result
    }
  }

  /// The operands of an expression whose first one has been written.
  package mutating func operands(
    of expression: TypedExpression, first: Operand?
  ) throws(WritingFailure) -> [Operand] {
    guard let first else { return [] }
    var operands = [first]
    for operand in expression.operands.dropFirst() { operands.append(try self.operand(operand)) }
    return operands
  }

  private mutating func combined(
    _ expression: TypedExpression, first: Operand?
  ) throws(WritingFailure) -> Operand {
    switch expression.kind {
    case .constant(let lanes), .converted(_, let lanes):
      return .value(constant(lanes, expression.type.pixel ?? .scalar))
    case .color(let codes, let own): return .value(color(codes, in: own ?? space))
    case .date: return .value(constant([], .date))
    case .shot(let field, _, let fallback):
      var otherwise: Value?
      if let fallback { otherwise = value(try operand(fallback)) }
      return .value(builder.shot(field, fallback: otherwise))
    case .reference(let symbol): return try operand(of: symbol)
    case .local(let index):
      guard locals.indices.contains(index), let local = locals[index] else { throw .unknown }
      // A kernel's image is its color at this pixel, unless its neighbors are read.
      if case .value = expression.type, local.picture != nil { return .value(value(local)) }
      return local
    case .conditional(let conditional): return try self.conditional(conditional, expression)
    case .call:
      let operands = try operands(of: expression, first: first)
      let result = try computed(expression, operands)
      wrote(expression, from: operands, result)
      return result
    case .apply, .construct, .component, .curve, .evaluate, .lookUp, .list, .element:
      return try computed(expression, operands(of: expression, first: first))
    case .parenthesized, .member, .word, .bounds, .place, .operation, .develop, .invalid:
      if case .parenthesized = expression.kind, let first { return first }
      return try written(expression, first: first)
    }
  }

  /// A computation with the values of one pixel; where operands are pictures, it is lifted over them.
  private mutating func computed(
    _ expression: TypedExpression, _ operands: [Operand]
  ) throws(WritingFailure) -> Operand {
    let result: Value
    switch expression.kind {
    case .apply(let intrinsic, _, _) where intrinsic.isComposed || hasParts(operands, expression.type):
      let found = composed(intrinsic, operands, expression.type)
      return found.picture == nil ? lifted(found, from: operands, expression.type) : found
    case .apply(let intrinsic, _, _) where intrinsic == .select:
      return either(operands[0], operands[1], by: operands[2], expression.type)
    case .construct(.matrix, _), .list, .curve: return .parts(operands.map { value($0) })
    case .element(_, let index, let isCounted):
      let place = isCounted ? index.location : nil
      result = try element(of: operands[0].parts ?? [], at: value(operands[1]), expression.location, counted: place)
    case .apply(let intrinsic, let written, let place):
      var values: Operands = []
      for operand in operands { values.append(value(operand)) }
      result = number(intrinsic, values) ?? builder.apply(intrinsic, values)
      if intrinsic.definition.hazard != nil {
        mark(.operation(intrinsic, Array(values), written.map { $0.location }), at: place)
      }
    case .construct(.text, _): result = joined(operands.map { value($0) })
    case .construct(let type, _): result = constructed(operands.map { value($0) }, type)
    case .component(let lanes, _):
      result = builder.component(lanes, of: value(operands[0], isPremultiplied: true))
    case .evaluate: result = try evaluated(operands[0], at: value(operands[1]), expression.location)
    case .lookUp(_, _, let isShown):
      // Tables are defined on display values.
      let isConverted = isShown && space == .linearSRGB
      let color = value(operands[0])
      let shown = isConverted ? builder.apply(.linearToSrgb, color) : color
      let found = builder.interpolate(value(operands[1]), at: shown)
      result = isConverted ? builder.apply(.srgbToLinear, found) : found
    case .call(let function, let inputs, let place):
      let found = try called(function, inputs, operands, at: place)
      guard let value = found.value, !model.functions[function].isOverPictures else { return found }
      result = value
    case .constant, .converted, .color, .reference, .local, .member, .word, .date, .shot, .parenthesized, .bounds,
      .place,
      .conditional, .operation, .develop, .invalid:
      preconditionFailure("only computations are computed")
    }
    return lifted(.value(result), from: operands, expression.type)
  }

  // MARK: Values

  /// An operand as the value of this pixel.
  package mutating func value(_ operand: Operand, isPremultiplied: Bool = false) -> Value {
    switch operand {
    case .value(let value), .place(let value, _): value
    case .picture(let picture): pixel(of: picture, isPremultiplied: isPremultiplied)
    case .parts(let truth, .some) where truth.count == 1: truth[0]
    case .position, .parts, .word: preconditionFailure("\(operand) is no value")
    }
  }

  /// A value of a type whose numbers are known.
  private mutating func constant(_ lanes: [Double], _ type: ValueType) -> Value {
    type == .curve ? builder.curve(lanes) : builder.constant(lanes, type)
  }

  /// What has these numbers; a matrix is its rows, and a list its elements.
  package mutating func constants(_ lanes: [Double], _ type: ExpressionType) -> Operand {
    let part: ValueType
    switch type {
    case .value(.matrix): part = .rgb
    case .list(let element, _): part = element
    default: return .value(constant(lanes, type.value ?? .scalar))
    }
    return .parts(
      stride(from: 0, to: lanes.count, by: part.width).map { start in
        builder.constant(Array(lanes[start..<start + part.width]), part)
      })
  }

  /// A curve at a number, or at each lane of a value.
  private mutating func evaluated(
    _ curve: Operand, at x: Value, _ place: SourceLocation
  ) throws(WritingFailure) -> Value {
    guard let points = curve.parts else { return builder.evaluate(value(curve), at: x) }
    guard builder.instructions.count + points.count * 16 < CheckLimits.instructions else {
      throw inlining.tooLarge(at: place)
    }
    let type = builder.type(of: x)
    if type == .scalar { return builder.evaluate(curveThrough: points, at: x) }
    let lanes = (0..<type.width).map { builder.evaluate(curveThrough: points, at: builder.component([$0], of: x)) }
    return builder.construct(lanes, type)
  }

  /// One of some values by an index, which is rounded down and clamped; NaN counts as 0.
  private mutating func element(
    of values: [Value], at index: Value, _ place: SourceLocation, counted: SourceLocation?
  ) throws(WritingFailure) -> Value {
    guard builder.instructions.count < CheckLimits.instructions else { throw inlining.tooLarge(at: place) }
    if let number = knownLanes(of: index)?[0] {
      // Under a condition, the round of a loop may be one that is not meant.
      if let counted, !(0..<Double(values.count) ~= number), origins.assumptions.isEmpty {
        throw .refused(.indexOutside(at: counted, number, count: values.count))
      }
      return values[Int(least(greatest(number, 0), Double(values.count - 1)))]
    }
    return values.indices.dropFirst().reduce(values[0]) { result, position in
      guard values[position] != values[position - 1] else { return result }
      let isReached = builder.apply(.lessOrEqual, builder.constant(Double(position)), index)
      return builder.apply(.select, result, values[position], isReached)
    }
  }

  /// A number, a date or a text as a text: a date by a pattern, if there is one.
  package mutating func text(of value: Value, by pattern: Value?, _ format: NumberFormat) -> Value {
    switch builder.type(of: value) {
    case .text: return value
    case .date:
      let usual = TextLanes.lanes(of: DatePattern.usual)
      return builder.text(.date(.en), [value, pattern ?? builder.constant(usual, .text)])
    default: return builder.text(.number(format), [value])
    }
  }

  /// Texts, one behind the other.
  private mutating func joined(_ texts: [Value]) -> Value {
    texts.dropFirst().reduce(texts.first ?? builder.constant([], .text)) { builder.text(.joined, [$0, $1]) }
  }

  /// A value made of others; one number fills all lanes.
  private mutating func constructed(_ parts: [Value], _ type: ValueType) -> Value {
    let isOneNumber = parts.count == 1 && builder.type(of: parts[0]) == .scalar
    return builder.construct(isOneNumber ? Array(repeating: parts[0], count: type.width) : parts, type)
  }

  /// A color literal is in display values, and is converted to the working space.
  private mutating func color(_ codes: [UInt8], in space: WorkingSpace) -> Value {
    let channels = codes.map { Double($0) / 255 }
    let shown = builder.constant(Array(channels.prefix(3)), .rgb)
    let working = space == .linearSRGB ? builder.apply(.srgbToLinear, shown) : shown
    guard channels.count == 4 else { return working }
    let alpha = builder.constant(channels[3])
    return builder.construct([builder.apply(.multiply, working, alpha), alpha], .rgba)
  }

  /// Whether a length can have a part in micrometers: numbers and parameters keep their units.
  package func isMeasuredOnFilm(_ length: Value) -> Bool {
    var open = [length]
    var seen: Set<Value> = []
    while let value = open.popLast() {
      guard seen.insert(value).inserted else { continue }
      let instruction = builder[value]
      open += instruction.operands
      switch instruction.operation {
      case .constant(let lanes): if instruction.type == .length, lanes[1] != 0 { return true }
      case .parameter(let index): if ["um", "mm"].contains(parameter(index)?.unit) { return true }
      default: break
      }
    }
    return false
  }

  // MARK: Conditions

  private mutating func conditional(
    _ conditional: TypedConditional, _ expression: TypedExpression
  ) throws(WritingFailure) -> Operand {
    let chosen = try operand(conditional.condition)
    let condition = value(chosen)
    mark(.condition(condition), at: conditional.condition.location)
    if let truth = knownTruth(of: condition) {
      let taken = try value(of: truth ? conditional.then : conditional.otherwise)
      guard let value = taken.value, let type = expression.type.value else { return taken }
      return .value(constructed([value], type))
    }
    let then = try assuming(condition, holds: true) { writer throws(WritingFailure) in
      try writer.value(of: conditional.then)
    }
    let otherwise = try assuming(condition, holds: false) { writer throws(WritingFailure) in
      try writer.value(of: conditional.otherwise)
    }
    return either(otherwise, then, by: chosen, expression.type)
  }

  private mutating func value(of block: TypedValueBlock) throws(WritingFailure) -> Operand {
    for (local, value) in block.constants { try declare(local.index, local.name, value) }
    return try operand(block.value)
  }

  /// Gives a local its first value.
  mutating func declare(_ local: Int, _ name: String, _ value: TypedExpression) throws(WritingFailure) {
    let operand = try operand(value)
    // An expression of a body that is evaluated by itself has no locals so far.
    while locals.count <= local { locals.append(nil) }
    locals[local] = operand
    if let value = operand.value { builder.label(value, name) }
  }

  /// Writes out what is computed only where a condition holds, or does not.
  mutating func assuming<Result>(
    _ condition: Value, holds: Bool, _ work: (inout Self) throws(WritingFailure) -> Result
  ) throws(WritingFailure) -> Result {
    origins.assumptions.append(ValueRanges.Assumption(condition, holds: holds))
    defer { origins.assumptions.removeLast() }
    return try work(&self)
  }

  // MARK: Calls

  /// A number of the text: what depends on constants alone, outside of kernels, in double precision; nil for others.
  private mutating func number(_ intrinsic: Intrinsic, _ operands: Operands) -> Value? {
    guard !inlining.isInKernel else { return nil }
    var lanes: [[Double]] = []
    for operand in operands {
      guard let numbers = constantLanes(of: operand) else { return nil }
      lanes.append(numbers)
    }
    let signature = intrinsic.definition.signature
    guard let type = signature.resultType(of: operands.count, { builder.type(of: operands[$0]) }), !type.isLetters,
      let result = Instruction(.apply(intrinsic), operands, type: type, rate: .uniform).meaning(of: lanes, tables: []),
      result.allSatisfy({ $0.isFinite })
    else { return nil }
    return builder.constant(result, type)
  }

  /// The lanes of a constant, or of what is constructed from constants.
  private func constantLanes(of value: Value) -> [Double]? {
    if let numbers = builder.constant(value) { return Array(numbers) }
    guard builder.isConstruct(value) else { return nil }
    var lanes: [Double] = []
    for part in builder[value].operands {
      guard let numbers = constantLanes(of: part) else { return nil }
      lanes += numbers
    }
    return lanes
  }

  /// A call of a kernel or function: its body with these arguments.
  private mutating func called(
    _ index: Int, _ inputs: [TypedExpression.Input], _ operands: [Operand], at place: SourceLocation
  ) throws(WritingFailure) -> Operand {
    let entry = model.functions[index]
    guard let body = entry.body else { throw .untyped(index) }
    var arguments = [(operand: Operand, place: SourceLocation)?](repeating: nil, count: entry.inputs.count)
    for (input, operand) in zip(inputs, operands) { arguments[input.index] = (operand, input.value.location) }
    let position = position(over: entry.isOverPictures ? [] : arguments.compactMap { $0?.operand })
    var inner = [Operand?](repeating: nil, count: body.locals.count)
    let takesPlaces =
      entry.module == SemanticModel.library
      && entry.inputs.contains { if case .position = $0.type { true } else { false } }
    for (index, input) in entry.inputs.enumerated() {
      inner[index] = try local(input, arguments[index], position)
      if takesPlaces, case .value(.vec2) = input.type, let (operand, place) = arguments[index],
        case .value(let corner) = operand
      {
        mark(.anchor(corner), at: place)
      }
    }
    guard builder.instructions.count < CheckLimits.instructions, inlining.callDepth < CheckLimits.callDepth else {
      throw inlining.tooLarge(at: place)
    }
    inlining.called.insert(index)
    guard let result = entry.result else { throw .unknown }
    let outer = (locals, inlining.outermostCall, inlining.isInKernel)
    (locals, inlining.outermostCall) = (inner, inlining.outermostCall ?? place)
    if !entry.isOverPictures { inlining.isInKernel = true }
    inlining.callDepth += 1
    defer {
      (locals, inlining.outermostCall, inlining.isInKernel) = outer
      inlining.callDepth -= 1
    }
    guard entry.isOverPictures else { return try operand(of: body, result) }
    return try inFunction(of: entry.module) { writer throws(WritingFailure) in try writer.operand(of: body, result) }
  }

  /// The operand of an input at this pixel.
  private mutating func local(
    _ input: FunctionEntry.Input, _ argument: (operand: Operand, place: SourceLocation)?,
    _ position: Operand
  ) throws(WritingFailure) -> Operand {
    // One number is the same mask at all pixels.
    if input.type.isMask, case .value(let number)? = argument?.operand {
      return .picture(Picture(color: .mask(number)))
    }
    guard case .value(let type) = input.type else { return argument?.operand ?? position }
    if let (operand, place) = argument {
      // At this pixel, a condition is a bool.
      if type == .bool { return .value(value(operand)) }
      guard case .picture(let picture) = operand else { return operand }
      let value = pixel(of: picture, isPremultiplied: type == .rgba)
      if type == .scalar { mark(.mask(value), at: place) }
      return .value(value)
    }
    guard let value = input.defaultValue, let lanes = model.constantLanes(of: value, in: space) else { throw .unknown }
    return constants(lanes, input.type)
  }

  // MARK: Limits

  /// Counts an expression or block, and at each eighth the instructions before it.
  private mutating func count(at place: SourceLocation) throws(WritingFailure) {
    let steps = inlining.step()
    if steps > CheckLimits.steps { throw inlining.tooLarge(at: place) }
    // Reading the builder through the protocol copies it.
    guard steps % 8 == 0 else { return }
    let new = inlining.count(of: builder.instructions.count)
    guard budget.holds(CompileCosts.instruction * new) else { throw .stopped }
  }

  /// Counts one level of nesting while `work` runs.
  package mutating func deeper<Result>(
    at place: SourceLocation, _ work: (inout Self) throws(WritingFailure) -> Result
  ) throws(WritingFailure) -> Result {
    inlining.depth += 1
    defer { inlining.depth -= 1 }
    try count(at: place)
    guard inlining.depth <= CheckLimits.depth else { throw inlining.tooLarge(at: place) }
    return try work(&self)
  }
}
