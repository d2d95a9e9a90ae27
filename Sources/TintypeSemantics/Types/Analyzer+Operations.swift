import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax
import TintypeText

extension ArgumentSyntax {
  /// Whether it is a row of weights: one that is named, and all without a name behind it or behind another row.
  func isRow(after rows: [ArgumentSyntax]) -> Bool {
    if let label { return label.text == PictureInput.Name.weights.description }
    if case .row = value { return true }
    return !rows.isEmpty
  }
}

// Operations on whole pictures: a call is checked by the declarations of its inputs.
extension Analyzer {
  mutating func call(
    _ operation: PictureOperation, _ labeled: [LabeledArgument], _ rows: [ArgumentSyntax], _ syntax: CallSyntax
  ) throws(Reported) -> TypedExpression {
    let inputs = operation.inputs
    let given = try matched(
      labeled, to: inputs.map { $0.name.description }, of: syntax, optional: Set(inputs.indices))
    if let (first, second) = exchanged(given, inputs) {
      throw reported(.swapped(first, second, of: syntax, inputs: inputs.map { $0.name.description }))
    }
    var call = PictureCall(
      operation: operation, arguments: given.map { .init(input: inputs[$0.index], value: $0.value) })
    if !rows.isEmpty { call.kernel = try kernel(of: rows) }
    try checkPresence(call, syntax)
    let isStops = call[.what]?.type == .value(.ev)
    for input in inputs {
      guard let place = call.arguments.firstIndex(where: { $0.input.name == input.name }) else { continue }
      let value = call.arguments[place].value
      if !value.type.isUnknown { call.arguments[place].value = try converted(value, for: input, call, syntax) }
    }
    for argument in call.arguments { _ = try known(argument.value) }
    if operation.hasCorners { try checkCorners(call, syntax) }
    if operation == .crop { checkCropInside(call) }
    if operation == .pad { try checkPad(call) }
    if operation == .neighbor { try checkOffset(call) }
    if operation == .text { call.lettering = try lettering(call, syntax) }
    if operation == .format { call.numberFormat = try numberFormat(call, isStops: isStops) }
    return TypedExpression(.operation(call), type(of: call), at: syntax.location)
  }

  /// Two arguments without names, an image and a number, that are given for each other's inputs.
  private func exchanged(
    _ arguments: [TypedExpression.Input], _ inputs: [PictureInput]
  ) -> (SourceLocation, SourceLocation)? {
    let unnamed = arguments.filter { $0.label == nil && !$0.value.type.isUnknown }
    let number = unnamed.first { inputs[$0.index].kind.isPicture && $0.value.type.value != nil }
    let picture = unnamed.first { inputs[$0.index].kind.valueType != nil && $0.value.type.isPicture }
    return number.flatMap { number in picture.map { (number.value.location, $0.value.location) } }
  }

  /// The type of the result. A picture is bounded even where its input is not: by the rectangle of the photo.
  private func type(of call: PictureCall) -> ExpressionType {
    switch call.operation {
    case .noise, .fit, .fill, .stretch, .tile: .image(isBounded: false)
    case .pixels: .value(.scalar)
    case .measure: .value(call[.image]?.type.isMask == true ? .scalar : .rgb)
    case .text: .mask(isBounded: true)
    case .format: .value(.text)
    case .crop, .pad, .turn, .flip, .filter, .sample, .neighbor, .straighten, .zoom, .resize:
      call[.image]?.type.isMask == true ? .mask(isBounded: true) : .image(isBounded: true)
    }
  }

  // MARK: Inputs

  /// Reports what a call lacks, and inputs of several alternatives.
  private mutating func checkPresence(_ call: PictureCall, _ syntax: CallSyntax) throws(Reported) {
    let alternatives = call.operation.alternatives
    let chosen = alternatives.filter { names in names.contains { call[$0] != nil } }
    guard chosen.count <= 1 else {
      let mistake =
        switch call.operation {
        case .crop: Diagnostic.cropsInSeveralWays
        case .pad: Diagnostic.padsInSeveralWays
        default: Diagnostic.resizesInSeveralWays
        }
      throw reported(mistake(at: syntax.location))
    }
    // A call without any of them lacks the first.
    let names = chosen.first ?? alternatives.first.map { [$0[0]] } ?? []
    let inputs = call.operation.inputs.filter { input in
      names.contains(input.name) || !alternatives.contains { $0.contains(input.name) }
    }
    let missing = inputs.filter { input in
      call[input.name] == nil && !(input.kind.isRows && call.kernel != nil)
        && (input.isRequired || chosen.isEmpty && names.contains(input.name))
    }
    guard missing.isEmpty else {
      throw reported(
        .missingArguments(
          missing.map { $0.name.description }, of: syntax, inputs: inputs.map { $0.name.description }))
    }
  }

  /// An argument as the input takes it: `50%` as the number 0.5 where that is a scalar. Anything else is reported.
  private mutating func converted(
    _ value: TypedExpression, for input: PictureInput, _ call: PictureCall, _ syntax: CallSyntax
  ) throws(Reported) -> TypedExpression {
    let role = "'\(input.name)' of '\(call.operation.name)'"
    if input.kind.valueType != nil, value.type.isOverPixels {
      throw reported(.sameAtAllPixels(at: value.location, role, value.type.described, of: call.operation))
    }
    switch input.kind {
    case .picture:
      guard value.type.isPicture else {
        throw reported(.notAnImage(at: value.location, value.type.described, for: syntax.callee))
      }
      return value
    case .guide:
      guard value.type.isPicture else {
        throw reported(.notAGuide(value, role, named: named(syntax, from: value, without: input, of: call.operation)))
      }
      guard call[.image]?.type.isMask != true || value.type.isMask else {
        throw reported(.guidedByColors(at: value.location, role))
      }
      return value
    case .mask: return try mask(value, as: role)
    case .value(let type): return try uniform(value, type, as: role)
    case .number(let type, let range, let mistake):
      let number = try uniform(value, type, as: role)
      if let lane = constantLanes(number)?[0], !range.contains(lane) { throw reported(mistake(at: value.location)) }
      return number
    case .length(let limit): return try length(value, as: role, atMost: limit, call.operation)
    case .quarterTurns:
      let angle = try uniform(value, .angle, as: role)
      guard let radians = constantLanes(angle)?[0] else { throw reported(.turnIsOpen(at: value.location)) }
      guard QuarterTurns(radians) != nil else { throw reported(.turnByParts(at: value.location)) }
      return angle
    case .word(let words): return try word(value, words, as: role)
    case .anchor(let anchors):
      guard value.type.isWord else { return try uniform(value, .vec2, as: role) }
      return try word(value, anchors.map { $0.rawValue }, as: role)
    case .corner:
      if value.type == .value(.vec2) || call[.from] != nil { return try uniform(value, .vec2, as: role) }
      let verb = call.operation == .crop ? "cuts to" : "covers"
      return try coerced(value, to: .rect, as: "what '\(call.operation.name)' \(verb)")
    case .place: return value.type.isPlace ? value : try coerced(value, to: .vec2, as: role)
    case .seed:
      let value = try seedOfPhoto(value)
      if value.type == .value(.seed) { return value }
      let number = try coerced(value, to: .scalar, as: "a seed")
      if let seed = constantLanes(number)?[0], !seed.isSeed { throw reported(.seedIsNotWhole(at: value.location)) }
      return number
    case .line:
      return value.type.value?.isWritten == true ? value : try written(value)
    case .formatted: return try formatted(value)
    case .format(let words):
      if value.type == .value(.text) { return value }
      guard value.type.isWord else {
        throw reported(.notAFormat(at: value.location, value.type.described, words: words))
      }
      if case .word(let text) = value.type, !words.contains(text), call[.what]?.type == .value(.date) {
        throw reported(.wordForDate(at: value.location))
      }
      return try word(value, words, as: role)
    case .file: return value
    case .placed: return try placed(value, as: role, call)
    case .rows: throw reported(.notRowsOfWeights(at: value.location, role, value.type.described))
    }
  }

  /// The arguments of a call from one that an input does not take, with the names of the inputs behind that; nil where
  /// the next one does not take it either, or some have names.
  private func named(
    _ syntax: CallSyntax, from value: TypedExpression, without skipped: PictureInput, of operation: PictureOperation
  ) -> (place: SourceLocation, text: String)? {
    let names = operation.inputs.drop { $0.name != skipped.name }.dropFirst()
    let arguments = syntax.arguments.drop { $0.value.location != value.location }
    guard names.first?.kind.valueType == value.type.value, let first = arguments.first, let last = arguments.last,
      arguments.count <= names.count, arguments.allSatisfy({ $0.label == nil })
    else { return nil }
    let place = SourceLocation(value.location.file, first.span.union(last.span))
    return (place, zip(names, arguments).map { "\($0.name): \($1.value.text)" }.joined(separator: ", "))
  }

  /// A picture, or an image as one, whose colors are known.
  private mutating func placed(
    _ value: TypedExpression, as role: String, _ call: PictureCall
  ) throws(Reported) -> TypedExpression {
    guard case .image(let isBounded) = value.type else { return try coerced(value, to: .picture, as: role) }
    guard isBounded else { throw reported(.unboundedArgument(at: value.location, of: "'\(call.operation.name)'")) }
    if let reading = call[.as] { throw reported(.imageIsRead(at: reading.location)) }
    return value
  }

  /// Checks that a padding color is given for an image, not for a mask, and not together with `outside`.
  private mutating func checkPad(_ call: PictureCall) throws(Reported) {
    guard let color = call[.color] else { return }
    if call[.image]?.type.isMask == true { throw reported(.colorOfMask(at: color.location)) }
    if let outside = call[.outside] { throw reported(.colorAndOutside(at: outside.location)) }
  }

  /// The weights of a convolution: rows of constants of one length.
  private mutating func kernel(of rows: [ArgumentSyntax]) throws(Reported) -> ConvolutionKernel {
    var (weights, columns): ([Double], Int?) = ([], nil)
    for row in rows {
      let numbers = if case .row(let row) = row.value { row.numbers } else { [row.value] }
      guard numbers.count == columns ?? numbers.count else {
        throw reported(
          .raggedWeights(at: row.value.location, numbers.count, first: rows[0].value.location, columns ?? 0))
      }
      columns = numbers.count
      for syntax in numbers { weights += try number(syntax, .scalar, as: "a weight") }
    }
    let (first, last) = (rows[0].value.location, rows[rows.count - 1].value.location)
    guard let columns, let kernel = ConvolutionKernel(columns: columns, weights: weights) else {
      let place = SourceLocation(first.file, first.span.union(last.span))
      throw reported(.unevenWeights(at: place, rows: rows.count, columns: columns ?? 0))
    }
    return kernel
  }

  /// An argument as a value of a type; one that is not, or not the same at all pixels, is reported.
  mutating func uniform(
    _ value: TypedExpression, _ type: ValueType, as role: String
  ) throws(Reported) -> TypedExpression {
    if value.type.isOverPixels {
      throw reported(.sameAtAllPixels(at: value.location, role, value.type.described))
    }
    let converted = try coerced(value, to: type, as: role)
    // Micrometers become pixels by a film format. A file for others has the format of the recipe that uses it.
    if type == .length, module.isLook, module.header.format == nil, isMeasuredOnFilm(value) {
      throw reported(.filmWithoutFormat(at: value.location))
    }
    return converted
  }

  /// An argument as a mask. One number is the same mask at all pixels; 60% is 0.6.
  mutating func mask(_ value: TypedExpression, as role: String) throws(Reported) -> TypedExpression {
    switch value.type {
    case .mask: return value
    case .value(.scalar): return value
    case .value(.length) where value.plainNumber != nil || constantOfPercentage(value) != nil:
      return try coerced(value, to: .scalar, as: role)
    default: throw reported(.notAPicture(value.location, role, isMask: true, value.type))
    }
  }

  private mutating func isMeasuredOnFilm(_ length: TypedExpression) -> Bool {
    evaluated(withParameters: true) { evaluator throws(WritingFailure) in
      let value = try evaluator.value(of: length)
      return evaluator.isMeasuredOnFilm(value)
    } ?? false
  }

  /// Checks that a length is neither negative nor too large, as far as the text or a parameter's range tells.
  private mutating func length(
    _ value: TypedExpression, as role: String, atMost limit: FilterLimit?, _ operation: PictureOperation
  ) throws(Reported) -> TypedExpression {
    let value = try uniform(value, .length, as: role)
    if let lanes = constantLanes(value) {
      if lanes.contains(where: { $0 < 0 }) { throw reported(.negativeLength(at: value.location, role, parameter: nil)) }
      if let limit, lanes[0] > Double(limit.percent) || lanes[2] > Double(limit.pixels) {
        throw reported(.radiusTooLarge(at: value.location, role, limit, of: operation))
      }
    }
    let parameter = value.parameter(in: model).flatMap { model.parameters[$0].parameter }
    if let parameter, let range = parameter.hardRange, range.lowerBound < 0 {
      throw reported(.negativeLength(at: value.location, role, parameter: parameter.name))
    }
    return value
  }

  private mutating func word(
    _ value: TypedExpression, _ words: [String], as role: String
  ) throws(Reported) -> TypedExpression {
    guard case .word(let text) = value.type else {
      throw reported(.notAWord(at: value.location, role, value.type.described, words: words))
    }
    guard words.contains(text) else {
      throw reported(.unknownWord(text, at: value.location, role, words: words))
    }
    return value
  }

  /// Reports a crop whose constant corners enclose no pixel.
  private mutating func checkCorners(_ call: PictureCall, _ syntax: CallSyntax) throws(Reported) {
    let (from, to) = (call[.from], call[.to])
    guard from != nil || to?.type == .value(.vec2) else { return }
    let first = from.map { constantLanes($0) } ?? [0, 0]
    let last = to.map { constantLanes($0) } ?? [1, 1]
    guard let first, let last, (0..<2).contains(where: { max(first[$0], 0) >= min(last[$0], 1) }) else { return }
    throw reported(.emptyCrop(at: syntax.location))
  }

  /// Reports constant corners outside of an image that is cropped; computed ones end at its edges.
  private mutating func checkCropInside(_ call: PictureCall) {
    for corner in [call[.from], call[.to]].compactMap({ $0 }) where corner.type == .value(.vec2) {
      guard let place = constantLanes(corner), !place.allSatisfy((0...1).contains) else { continue }
      report(.cropOutside(at: corner.location, place))
    }
  }
}
