import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax
import TintypeText

// What is built in and belongs to whole pictures.
extension Analyzer {
  /// The arguments of an operation at its inputs.
  struct Arguments {
    let operation: PictureOperation
    let syntax: CallSyntax
    /// By input; nil for one that was not given.
    let matched: [TypedExpression?]
    /// In the order of the text.
    let values: [TypedExpression]

    subscript(name: String) -> TypedExpression? {
      operation.inputs.firstIndex(of: name).flatMap { matched[$0] }
    }

    /// How a diagnostic calls an input.
    func role(_ name: String) -> String { "'\(name)' of '\(operation.rawValue)'" }
  }

  mutating func call(
    _ operation: PictureOperation, _ labeled: [LabeledArgument], _ syntax: CallSyntax
  ) -> TypedExpression {
    let values = labeled.map(\.value)
    let unknown = TypedExpression(.invalid(values), .unknown, at: syntax.location)
    guard let matched = matched(labeled, to: operation.inputs, of: syntax) else { return unknown }
    let arguments = Arguments(operation: operation, syntax: syntax, matched: matched, values: values)
    if operation == .text { return letters(arguments) ?? unknown }
    guard let type = type(of: arguments) else { return unknown }
    return expression(arguments, type)
  }

  /// The call itself, once all of it has been found sound.
  func expression(_ arguments: Arguments, _ type: ExpressionType, _ lettering: Lettering? = nil) -> TypedExpression {
    let inputs = arguments.values.compactMap { value in
      arguments.matched.firstIndex { $0 === value }.map { TypedExpression.Input(index: $0, value: value) }
    }
    return TypedExpression(
      .operation(arguments.operation, inputs, lettering), type, at: arguments.syntax.location)
  }

  /// What comes out; nil when it was reported that nothing does.
  private mutating func type(of arguments: Arguments) -> ExpressionType? {
    switch arguments.operation {
    case .noise: noise(arguments)
    case .pixels: pixels(arguments)
    case .text: nil
    case .crop: crop(arguments)
    case .blur: filter(arguments, SpatialOperation.blur.limit)
    case .median: filter(arguments, SpatialOperation.median.limit)
    case .turn: turn(arguments)
    case .flip: flip(arguments)
    case .sample: sample(arguments)
    case .straighten: straighten(arguments)
    case .zoom: zoom(arguments)
    case .resize: resize(arguments)
    }
  }

  // MARK: Without a picture

  private mutating func noise(_ arguments: Arguments) -> ExpressionType? {
    guard let seed = given("seed", arguments) else { return nil }
    if seed.type == .value(.seed) { return .image(isBounded: false) }
    let value = coerced(seed, to: .scalar, as: "a seed")
    if value.type.isUnknown { return nil }
    if let number = constantLanes(value)?[0], !number.isSeed {
      report(.seedIsNotWhole(at: seed.location))
      return nil
    }
    return .image(isBounded: false)
  }

  /// A length in pixels of the source: % of its short side, um by the film format.
  private mutating func pixels(_ arguments: Arguments) -> ExpressionType? {
    guard let length = given("length", arguments) else { return nil }
    let value = coerced(length, to: .length, as: "what 'pixels' measures")
    return value.type.isUnknown || !hasFilm(value) ? nil : .value(.scalar)
  }

  // MARK: Beyond the pixel

  private mutating func filter(_ arguments: Arguments, _ limit: FilterLimit?) -> ExpressionType? {
    guard let radius = given("radius", arguments), let picture = picture(arguments),
      isLength(radius, as: arguments.role("radius"), atMost: limit)
    else { return nil }
    return picture
  }

  private mutating func sample(_ arguments: Arguments) -> ExpressionType? {
    guard let at = given("at", arguments, all: true), let picture = picture(arguments),
      isWord(arguments["filter"], as: arguments.role("filter"), SampleFilter.self)
    else { return nil }
    if at.type.isPlace { return picture }
    return coerced(at, to: .vec2, as: arguments.role("at")).type.isUnknown ? nil : picture
  }

  private mutating func turn(_ arguments: Arguments) -> ExpressionType? {
    guard let by = given("by", arguments), let picture = picture(arguments),
      isUniform(by, .angle, as: arguments.role("by"))
    else { return nil }
    guard let radians = constantLanes(by)?[0] else {
      report(.turnIsOpen(at: by.location))
      return nil
    }
    guard QuarterTurns(radians) != nil else {
      report(.turnByParts(at: by.location))
      return nil
    }
    return picture
  }

  private mutating func flip(_ arguments: Arguments) -> ExpressionType? {
    guard let way = given("direction", arguments), let picture = picture(arguments),
      isWord(way, as: arguments.role("direction"), FlipDirection.self)
    else { return nil }
    return picture
  }

  private mutating func straighten(_ arguments: Arguments) -> ExpressionType? {
    guard let by = given("by", arguments), let picture = picture(arguments),
      isUniform(by, .angle, as: arguments.role("by"))
    else { return nil }
    if let radians = constantLanes(by)?[0], abs(radians) > .pi / 4 + 1e-9 {
      report(.straightensTooFar(at: by.location))
      return nil
    }
    return picture
  }

  private mutating func zoom(_ arguments: Arguments) -> ExpressionType? {
    guard let by = given("by", arguments, all: true), let picture = picture(arguments),
      isUniform(by, .scalar, as: arguments.role("by")), isUniform(arguments["at"], .vec2, as: arguments.role("at"))
    else { return nil }
    if let number = constantLanes(by)?[0], !(number >= 1) {
      report(.zoomsOut(at: by.location))
      return nil
    }
    return picture
  }

  private mutating func resize(_ arguments: Arguments) -> ExpressionType? {
    let (by, edge) = (arguments["by"], arguments["longEdge"])
    guard (by == nil) != (edge == nil) else {
      report(
        by == nil
          ? .missingArguments(["by"], of: arguments.syntax, inputs: arguments.operation.inputs)
          : .resizesInSeveralWays(at: arguments.syntax.location))
      return nil
    }
    guard let picture = picture(arguments) else { return nil }
    if let edge { return isLength(edge, as: arguments.role("longEdge")) ? picture : nil }
    guard let by, isUniform(by, .scalar, as: arguments.role("by")) else { return nil }
    if let number = constantLanes(by)?[0], !(number > 0 && number <= 16) {
      report(.resizesToNothing(at: by.location))
      return nil
    }
    return picture
  }

  // MARK: Crop

  private mutating func crop(_ arguments: Arguments) -> ExpressionType? {
    let (to, from, ratio, anchor) = (arguments["to"], arguments["from"], arguments["ratio"], arguments["anchor"])
    let sides = ["left", "top", "right", "bottom"]
    let ways = [to != nil || from != nil, ratio != nil || anchor != nil, sides.contains { arguments[$0] != nil }]
    guard ways.contains(true) else {
      report(.missingArguments(["to"], of: arguments.syntax, inputs: ["image", "to"]))
      return nil
    }
    guard ways.count(where: { $0 }) == 1 else {
      report(.cropsInSeveralWays(at: arguments.syntax.location))
      return nil
    }
    let isRectangle = from == nil && to?.type == .value(.rect)
    if let to, from == nil, !isRectangle, to.type != .value(.vec2) {
      _ = coerced(to, to: .rect, as: "what 'crop' cuts to")
      return nil
    }
    guard let picture = picture(arguments) else { return nil }
    let isSound =
      if ways[2] {
        sides.allSatisfy { side in arguments[side].map { isLength($0, as: arguments.role(side)) } ?? true }
      } else if ways[1] {
        isRatio(ratio, anchor, arguments)
      } else {
        isRectangle || areCorners(from, to, arguments)
      }
    return isSound ? picture : nil
  }

  private mutating func areCorners(_ from: TypedExpression?, _ to: TypedExpression?, _ arguments: Arguments) -> Bool {
    guard isUniform(from, .vec2, as: arguments.role("from")), isUniform(to, .vec2, as: arguments.role("to")) else {
      return false
    }
    let first = from.map { constantLanes($0) } ?? [0, 0]
    let last = to.map { constantLanes($0) } ?? [1, 1]
    guard let first, let last, (0..<2).contains(where: { max(first[$0], 0) >= min(last[$0], 1) }) else { return true }
    report(.emptyCrop(at: arguments.syntax.location))
    return false
  }

  private mutating func isRatio(
    _ ratio: TypedExpression?, _ anchor: TypedExpression?, _ arguments: Arguments
  ) -> Bool {
    guard let ratio else {
      report(.missingArguments(["ratio"], of: arguments.syntax, inputs: ["image", "ratio", "anchor"]))
      return false
    }
    guard isUniform(ratio, .scalar, as: arguments.role("ratio")),
      isPlace(anchor, as: arguments.role("anchor"), CropAnchor.self)
    else { return false }
    if let number = constantLanes(ratio)?[0], !(number > 0 && number.isFinite) {
      report(.ratioIsNone(at: ratio.location))
      return false
    }
    return true
  }

  // MARK: What they are told

  /// An argument that has to be there; `all` names every input where it is missing, and else the image with it.
  private mutating func given(_ name: String, _ arguments: Arguments, all: Bool = false) -> TypedExpression? {
    let inputs = arguments.operation.inputs
    guard let value = arguments[name] else {
      let missing = all ? [name] : zip(inputs, arguments.matched).filter { $0.1 == nil }.map(\.0)
      report(.missingArguments(missing, of: arguments.syntax, inputs: inputs))
      return nil
    }
    guard all || inputs[0] != "image" || arguments.matched[0] != nil else {
      report(.missingArguments(["image"], of: arguments.syntax, inputs: inputs))
      return nil
    }
    return value.type.isUnknown ? nil : value
  }

  /// What comes out where a picture goes in; it ends even where that has no end, in the rectangle of the photo.
  mutating func picture(_ arguments: Arguments, _ name: String = "image") -> ExpressionType? {
    switch arguments[name]?.type {
    case .image?: return .image(isBounded: true)
    case .mask?: return .mask(isBounded: true)
    case .unknown?: return nil
    case nil:
      report(.missingArguments(["image"], of: arguments.syntax, inputs: ["image"]))
      return nil
    case let other?:
      let place = arguments[name]?.location ?? arguments.syntax.location
      report(.notAnImage(at: place, other.described, for: arguments.syntax.callee))
      return nil
    }
  }

  /// Whether an argument is of a type, and the same at all pixels; one that was not given has a default.
  mutating func isUniform(_ argument: TypedExpression?, _ type: ValueType, as role: String) -> Bool {
    guard let argument else { return true }
    if argument.type.isMask || argument.type.isImage || argument.type.isPlace {
      report(.sameAtAllPixels(at: argument.location, role, argument.type.described))
      return false
    }
    return !coerced(argument, to: type, as: role).type.isUnknown
  }

  /// Whether an argument is a length that is not negative, as far as the text or a parameter's range say.
  mutating func isLength(_ argument: TypedExpression, as role: String, atMost limit: FilterLimit? = nil) -> Bool {
    guard isUniform(argument, .length, as: role) else { return false }
    if let lanes = constantLanes(argument) {
      if lanes.contains(where: { $0 < 0 }) {
        report(.negativeLength(at: argument.location, role, parameter: nil))
        return false
      }
      if let limit, lanes[0] > Double(limit.percent) || lanes[2] > Double(limit.pixels) {
        report(.radiusTooLarge(at: argument.location, role, limit))
        return false
      }
    }
    if let parameter = argument.parameter(in: model).flatMap({ model.parameters[$0].parameter }),
      let range = parameter.hardRange, range.lowerBound < 0
    {
      report(.negativeLength(at: argument.location, role, parameter: parameter.name))
      return false
    }
    return hasFilm(argument)
  }

  /// Whether a length can be told in pixels: one in um needs a film format.
  private mutating func hasFilm(_ length: TypedExpression) -> Bool {
    guard module.header.format == nil, model.isMeasuredOnFilm(length) else { return true }
    report(.filmWithoutFormat(at: length.location))
    return false
  }

  /// Whether an argument is one of some words.
  mutating func isWord<Word: RawRepresentable & CaseIterable>(
    _ argument: TypedExpression?, as role: String, _ type: Word.Type
  ) -> Bool where Word.RawValue == String {
    guard let argument else { return true }
    let words = Word.allCases.map(\.rawValue)
    switch argument.type {
    case .unknown: return false
    case .word(let text):
      if Word(rawValue: text) != nil { return true }
      report(.unknownWord(text, at: argument.location, role, words: words))
    case let other: report(.notAWord(at: argument.location, role, other.described, words: words))
    }
    return false
  }

  /// Whether an argument says where: by one of some words, or by a relative place.
  mutating func isPlace<Word: RawRepresentable & CaseIterable>(
    _ argument: TypedExpression?, as role: String, _ type: Word.Type
  ) -> Bool where Word.RawValue == String {
    if let argument, !argument.type.isWord { return isUniform(argument, .vec2, as: role) }
    return isWord(argument, as: role, type)
  }
}

extension SemanticModel {
  /// Whether a length can have a part in um: not one of numbers and parameters in other units, which never change
  /// theirs.
  func isMeasuredOnFilm(_ length: TypedExpression) -> Bool {
    var seen: Set<Symbol> = []
    var open = [length]
    while let expression = open.popLast() {
      open += expression.children
      switch expression.kind {
      case .constant(let lanes): if expression.type == .value(.length), lanes[1] != 0 { return true }
      case .reference(let symbol), .member(_, let symbol):
        guard seen.insert(symbol).inserted else { continue }
        switch symbol {
        case .parameter(let index): if ["um", "mm"].contains(parameters[index].parameter?.unit) { return true }
        case .constant(let index): open += constants[index].value.map { [$0] } ?? []
        default: break
        }
      case .call(let index, _, _):
        guard seen.insert(.function(index)).inserted else { continue }
        open += functions[index].inputs.compactMap(\.defaultValue)
        open += functions[index].body?.block.statements.flatMap(\.expressions) ?? []
      default: break
      }
    }
    return false
  }
}
