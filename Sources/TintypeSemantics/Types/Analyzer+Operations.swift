import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax
import TintypeText

// Operations on whole pictures: a call is checked by the declarations of its inputs.
extension Analyzer {
  /// The arguments of an operation at its inputs.
  struct Arguments {
    let operation: PictureOperation
    let inputs: [PictureInput]
    let given: [TypedExpression.Input]
    let syntax: CallSyntax

    subscript(name: PictureInput.Name) -> TypedExpression? {
      given.first { inputs[$0.index].name == name }?.value
    }

    /// An input in the words of a diagnostic.
    func role(_ name: PictureInput.Name) -> String { "'\(name)' of '\(operation.rawValue)'" }
  }

  mutating func call(
    _ operation: PictureOperation, _ labeled: [LabeledArgument], _ syntax: CallSyntax
  ) throws(Reported) -> TypedExpression {
    let inputs = operation.inputs
    let given = try matched(
      labeled, to: inputs.map(\.name.rawValue), of: syntax, optional: Set(inputs.indices))
    let arguments = Arguments(operation: operation, inputs: inputs, given: given, syntax: syntax)
    try checkPresence(arguments)
    for input in given.sorted(by: { $0.index < $1.index }) where !input.value.type.isUnknown {
      try check(input.value, inputs[input.index], arguments)
    }
    for input in given { _ = try known(input.value) }
    if operation == .crop { try checkCorners(arguments) }
    let lettering = operation == .text ? try lettering(arguments) : nil
    return TypedExpression(
      .operation(operation, given, lettering), type(of: arguments), at: syntax.location)
  }

  /// The type of the result. A picture is bounded even where its input is not: by the rectangle of the photo.
  private func type(of arguments: Arguments) -> ExpressionType {
    switch arguments.operation {
    case .noise: .image(isBounded: false)
    case .pixels: .value(.scalar)
    case .text: .mask(isBounded: true)
    case .crop, .turn, .flip, .blur, .median, .sample, .straighten, .zoom, .resize:
      arguments[.image]?.type.isMask == true ? .mask(isBounded: true) : .image(isBounded: true)
    }
  }

  // MARK: Inputs

  /// Reports what a call lacks, and inputs of several alternatives.
  private mutating func checkPresence(_ arguments: Arguments) throws(Reported) {
    let (alternatives, place) = (arguments.operation.alternatives, arguments.syntax.location)
    let chosen = alternatives.filter { names in names.contains { arguments[$0] != nil } }
    guard chosen.count <= 1 else {
      throw reported(
        arguments.operation == .crop ? .cropsInSeveralWays(at: place) : .resizesInSeveralWays(at: place))
    }
    // A call without any of them lacks the first.
    let names = chosen.first ?? alternatives.first.map { [$0[0]] } ?? []
    let inputs = arguments.inputs.filter { input in
      names.contains(input.name) || !alternatives.contains { $0.contains(input.name) }
    }
    let missing = inputs.filter { input in
      arguments[input.name] == nil && (input.isRequired || chosen.isEmpty && names.contains(input.name))
    }
    guard missing.isEmpty else {
      throw reported(
        .missingArguments(
          missing.map(\.name.rawValue), of: arguments.syntax, inputs: inputs.map(\.name.rawValue)))
    }
  }

  private mutating func check(
    _ value: TypedExpression, _ input: PictureInput, _ arguments: Arguments
  ) throws(Reported) {
    let role = arguments.role(input.name)
    switch input.kind {
    case .picture:
      guard value.type.isPicture else {
        throw reported(.notAnImage(at: value.location, value.type.described, for: arguments.syntax.callee))
      }
    case .value(let type): try checkUniform(value, type, as: role)
    case .number(let type, let range, let mistake):
      try checkUniform(value, type, as: role)
      if let number = constantLanes(value)?[0], !range.contains(number) { throw reported(mistake(at: value.location)) }
    case .length(let limit): try checkLength(value, as: role, atMost: limit)
    case .quarterTurns:
      try checkUniform(value, .angle, as: role)
      guard let radians = constantLanes(value)?[0] else { throw reported(.turnIsOpen(at: value.location)) }
      guard QuarterTurns(radians) != nil else { throw reported(.turnByParts(at: value.location)) }
    case .word(let words): try checkWord(value, words, as: role)
    case .anchor(let anchors):
      guard value.type.isWord else { return try checkUniform(value, .vec2, as: role) }
      try checkWord(value, anchors.map(\.rawValue), as: role)
    case .corner:
      if value.type == .value(.vec2) || arguments[.from] != nil { return try checkUniform(value, .vec2, as: role) }
      _ = try known(coerced(value, to: .rect, as: "what 'crop' cuts to"))
    case .place: if !value.type.isPlace { _ = try known(coerced(value, to: .vec2, as: role)) }
    case .seed:
      if value.type == .value(.seed) { return }
      let number = try known(coerced(value, to: .scalar, as: "a seed"))
      if let seed = constantLanes(number)?[0], !seed.isSeed { throw reported(.seedIsNotWhole(at: value.location)) }
    case .line:
      guard value.type.value?.isWritten == true else {
        throw reported(.notWritten(at: value.location, value.type.described))
      }
    case .file: break
    }
  }

  /// Reports an argument that is not of a type, or not the same at all pixels.
  private mutating func checkUniform(_ value: TypedExpression, _ type: ValueType, as role: String) throws(Reported) {
    if value.type.isPicture || value.type.isPlace {
      throw reported(.sameAtAllPixels(at: value.location, role, value.type.described))
    }
    _ = try known(coerced(value, to: type, as: role))
    // Micrometers become pixels by a film format.
    if type == .length, module.header.format == nil, model.isMeasuredOnFilm(value) {
      throw reported(.filmWithoutFormat(at: value.location))
    }
  }

  /// Reports a length that is negative or too large, as far as the text or a parameter's range say.
  private mutating func checkLength(
    _ value: TypedExpression, as role: String, atMost limit: FilterLimit?
  ) throws(Reported) {
    try checkUniform(value, .length, as: role)
    if let lanes = constantLanes(value) {
      if lanes.contains(where: { $0 < 0 }) { throw reported(.negativeLength(at: value.location, role, parameter: nil)) }
      if let limit, lanes[0] > Double(limit.percent) || lanes[2] > Double(limit.pixels) {
        throw reported(.radiusTooLarge(at: value.location, role, limit))
      }
    }
    let parameter = value.parameter(in: model).flatMap { model.parameters[$0].parameter }
    if let parameter, let range = parameter.hardRange, range.lowerBound < 0 {
      throw reported(.negativeLength(at: value.location, role, parameter: parameter.name))
    }
  }

  private mutating func checkWord(_ value: TypedExpression, _ words: [String], as role: String) throws(Reported) {
    guard case .word(let text) = value.type else {
      throw reported(.notAWord(at: value.location, role, value.type.described, words: words))
    }
    guard words.contains(text) else {
      throw reported(.unknownWord(text, at: value.location, role, words: words))
    }
  }

  /// Reports constant corners between which nothing is left.
  private mutating func checkCorners(_ arguments: Arguments) throws(Reported) {
    let (from, to) = (arguments[.from], arguments[.to])
    guard from != nil || to?.type == .value(.vec2) else { return }
    let first = from.map { constantLanes($0) } ?? [0, 0]
    let last = to.map { constantLanes($0) } ?? [1, 1]
    guard let first, let last, (0..<2).contains(where: { max(first[$0], 0) >= min(last[$0], 1) }) else { return }
    throw reported(.emptyCrop(at: arguments.syntax.location))
  }
}

extension SemanticModel {
  /// Whether a length can have a part in micrometers: numbers and parameters keep their units.
  func isMeasuredOnFilm(_ length: TypedExpression) -> Bool {
    var seen: Set<Symbol> = []
    var open = [length]
    while let expression = open.popLast() {
      open += expression.children
      switch expression.kind {
      case .constant(let lanes): if expression.type == .value(.length), lanes[1] != 0 { return true }
      case .reference(let symbol), .member(_, let symbol):
        guard seen.insert(symbol).inserted else { continue }
        if case .parameter(let index) = symbol, ["um", "mm"].contains(parameters[index].parameter?.unit) {
          return true
        }
        if case .constant(let index) = symbol { open += constants[index].value.map { [$0] } ?? [] }
      case .call(let index, _, _):
        guard seen.insert(.function(index)).inserted else { continue }
        open += functions[index].inputs.compactMap(\.defaultValue)
        open += functions[index].body?.block.statements.flatMap(\.expressions) ?? []
      case .color, .local, .word, .date, .parenthesized, .apply, .construct, .component, .bounds, .place, .conditional,
        .evaluate, .lookUp, .operation, .develop, .invalid:
        break
      }
    }
    return false
  }
}
