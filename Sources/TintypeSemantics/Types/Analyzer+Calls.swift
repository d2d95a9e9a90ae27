import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

extension Analyzer {
  /// A call; `first` is what `|>` puts before the written arguments.
  mutating func call(_ syntax: CallSyntax, first: TypedExpression?, _ scope: Scope) -> TypedExpression {
    if let (callee, names) = used(syntax) { return call(callee, by: names, syntax, first: first, scope) }
    let callee = callee(of: syntax, scope)
    let arguments = arguments(of: syntax, first: first, scope, isSample: callee == .operation(.sample))
    let (place, values) = (syntax.location, arguments.map(\.value))
    switch callee {
    case .invalid: return TypedExpression(.invalid(values), .unknown, at: place)
    case .function(let index): return call(index, arguments, syntax, scope)
    case .value(let name):
      let value = named(name, at: SourceLocation(place.file, syntax.calleeLocation.span), scope)
      if value.type == .value(.lut) { return invalid(.tableCalled(syntax), at: place, values) }
      return evaluated(value, arguments, syntax)
    case .type(let type): return construct(type, arguments, syntax)
    case .intrinsic(let intrinsic):
      guard let complete = complete(arguments, to: intrinsic.definition.operands, of: syntax) else {
        return TypedExpression(.invalid(values), .unknown, at: place)
      }
      return applied(intrinsic, complete, at: syntax.calleeLocation, place)
    case .lookUp: return isSetting ? invalid(.callInSetting(syntax), at: place, values) : lookUp(arguments, syntax)
    case .operation(let operation):
      if isSetting { return invalid(.callInSetting(syntax), at: place, values) }
      guard scope.isTopLevel else { return invalid(.imageOperationInKernel(syntax), at: place, values) }
      return call(operation, arguments, syntax)
    case .unknown:
      return isSetting ? invalid(.callInSetting(syntax), at: place, values) : unknownFunction(syntax, scope, values)
    }
  }

  /// What a call calls. What a recipe declares hides what the library has, and that hides what is built in.
  private enum Callee: Equatable {
    case function(Int)
    /// The curve or table of a name.
    case value(String)
    case type(ValueType)
    case intrinsic(Intrinsic)
    case operation(PictureOperation)
    case lookUp
    /// Its declaration has been reported.
    case invalid
    case unknown
  }

  private mutating func callee(of syntax: CallSyntax, _ scope: Scope) -> Callee {
    let name = syntax.callee
    if module.distrustedFunctions.contains(syntax.path.first?.text ?? name) { return .invalid }
    if let type = calledType(name, scope) {
      if type.isUnknown { return .invalid }
      if type == .value(.curve) || type == .value(.lut) { return .value(name) }
    }
    if let index = functionIndex(name) { return .function(index) }
    if let type = ValueType(rawValue: name), type.isNumeric { return .type(type) }
    if name == "lookup" { return .lookUp }
    if let operation = PictureOperation(rawValue: name) { return .operation(operation) }
    return Intrinsic.function(named: name).map(Callee.intrinsic) ?? .unknown
  }

  /// What a name is whose value may be called; nil when it has none here.
  private mutating func calledType(_ name: String, _ scope: Scope) -> ExpressionType? {
    if isSetting { return nil }
    if let local = scope.locals?[name] { return body?.type(of: local).knownOrNil }
    if let index = constantIndex(name) {
      if model.constants[index].state.isTyping { return nil }
      typeConstant(index)
      let type = model.type(of: .constant(index))
      return type.isUnknown || scope.isTopLevel || !model.constants[index].numbers.isEmpty ? type : nil
    }
    guard scope.isTopLevel, let symbol = module.declared[name]?.symbol else { return nil }
    if module.isOnDemand, !module.declaring.contains(name) { typeNow(symbol) }
    return model.type(of: symbol).knownOrNil
  }

  private mutating func named(_ name: String, at place: SourceLocation, _ scope: Scope) -> TypedExpression {
    if let local = scope.locals?[name] {
      return TypedExpression(.local(local), body?.type(of: local) ?? .unknown, at: place)
    }
    let symbol = constantIndex(name).map(Symbol.constant) ?? module.declared[name]?.symbol ?? .source
    return TypedExpression(.reference(symbol), model.type(of: symbol), at: place)
  }

  private mutating func unknownFunction(
    _ syntax: CallSyntax, _ scope: Scope, _ values: [TypedExpression]
  ) -> TypedExpression {
    declareRestOfLibrary()
    let (name, place) = (syntax.callee, syntax.location)
    if module.isIncomplete { return TypedExpression(.invalid(values), .unknown, at: place) }
    let declared = module.declared[name]?.location
    if syntax.path.count > 1, let first = syntax.path.first?.text, isValue(first, scope) {
      return invalid(.methodOfValue(syntax), at: place, values)
    }
    if isValue(name, scope) || declared != nil {
      return invalid(.notAFunction(syntax, declared: declared), at: place, values)
    }
    let isShipped = loader.shipped(syntax.path.first?.text ?? name) != nil
    let diagnostic: Diagnostic =
      isShipped ? .unusedRecipe(syntax) : .unknownFunction(syntax, nearest: nearestFunction(to: name))
    return invalid(diagnostic, at: place, values)
  }

  private func isValue(_ name: String, _ scope: Scope) -> Bool {
    if scope.locals?[name] != nil || name == "source" || name == "frame" { return true }
    switch module.declared[name]?.symbol {
    case .parameter?, .image?: return true
    default: return false
    }
  }

  /// What stands between a call's parentheses, behind what `|>` puts there.
  mutating func arguments(
    of syntax: CallSyntax, first: TypedExpression?, _ scope: Scope, isSample: Bool = false
  ) -> [LabeledArgument] {
    var arguments: [LabeledArgument] = first.map { [LabeledArgument(label: nil, value: $0)] } ?? []
    for argument in syntax.arguments {
      let outer = isReadingPlace
      // What stands behind the picture of a sample says where in it.
      if isSample, let picture = arguments.first?.value.type, picture.isImage || picture.isMask {
        isReadingPlace = true
      }
      let value = expression(argument.value, scope)
      isReadingPlace = outer
      arguments.append(LabeledArgument(label: argument.label, value: value))
    }
    return arguments
  }

  private mutating func nearestFunction(to name: String) -> String? {
    if let name = Self.foreignNames[name] { return name }
    guard isWorthComparing else { return nil }
    let builtIn = Intrinsic.allCases.filter { $0.definition.symbol == nil }.map(\.rawValue)
    let declared = Array(model.modules[SemanticModel.library].functions.keys) + module.functions.keys + module.uses.keys
    let pictures = PictureOperation.allCases.map(\.rawValue)
    return nearest(to: name, among: builtIn + declared + pictures + ["lookup", "rgb", "rgba", "vec2"])
  }

  /// What authors of shaders write for what is called otherwise here.
  private static let foreignNames = [
    "float3": "rgb", "half3": "rgb", "vec3": "rgb", "float4": "rgba", "half4": "rgba", "vec4": "rgba",
    "float2": "vec2", "half2": "vec2", "lerp": "mix", "frac": "fract", "fabs": "abs", "fmin": "min", "fmax": "max",
    "powr": "pow", "where": "select", "lum": "luma709", "luma": "luma709", "luminance": "luma709",
    "srgb_to_linear": "srgbToLinear", "linear_to_srgb": "linearToSrgb", "clamp01": "saturate", "ln": "log",
    "power": "pow", "smootherstep": "smoothstep", "gaussianBlur": "blur", "gaussian": "blur", "vec2f": "vec2",
    "vec3f": "rgb", "vec4f": "rgba", "rotate": "turn", "scale": "resize",
  ]

  /// An argument with the word before its colon.
  struct LabeledArgument {
    let label: TokenSyntax?
    let value: TypedExpression
  }

  // MARK: Matching

  /// Puts arguments in the order of the inputs: the ones without a label first, in order, the others by name. nil
  /// stands for
  /// an input that was not given. Those of `notByPlace` are given by name only.
  mutating func matched(
    _ arguments: [LabeledArgument], to inputs: [String], of syntax: CallSyntax, notByPlace: Set<Int> = []
  ) -> [TypedExpression?]? {
    var matched = [TypedExpression?](repeating: nil, count: inputs.count)
    var isGood = true
    let places = inputs.indices.filter { !notByPlace.contains($0) }
    var position = 0
    for argument in arguments {
      let index: Int
      if let label = argument.label {
        guard let found = inputs.firstIndex(of: label.text) else {
          report(.unknownLabel(label, of: syntax, inputs: inputs))
          isGood = false
          continue
        }
        index = found
      } else {
        index = position < places.count ? places[position] : inputs.count
        position += 1
      }
      guard index < inputs.count else {
        report(.extraArgument(at: argument.value.location, of: syntax, inputs: inputs))
        return nil
      }
      guard matched[index] == nil else {
        report(.argumentTwice(at: argument.value.location, inputs[index]))
        isGood = false
        continue
      }
      matched[index] = argument.value
    }
    return isGood ? matched : nil
  }

  /// As ``matched(_:to:of:)`` where every input has to be given.
  mutating func complete(
    _ arguments: [LabeledArgument], to inputs: [String], of syntax: CallSyntax
  ) -> [TypedExpression]? {
    guard let matched = matched(arguments, to: inputs, of: syntax) else { return nil }
    let missing = zip(inputs, matched).filter { $0.1 == nil }.map(\.0)
    guard missing.isEmpty else {
      report(.missingArguments(missing, of: syntax, inputs: inputs))
      return nil
    }
    return matched.compactMap { $0 }
  }

  // MARK: What is built in

  private mutating func construct(
    _ type: ValueType, _ arguments: [LabeledArgument], _ syntax: CallSyntax
  ) -> TypedExpression {
    let (place, parts) = (syntax.location, arguments.map(\.value))
    if let label = arguments.lazy.compactMap(\.label).first {
      return invalid(.unknownLabel(label, of: syntax, inputs: []), at: place, parts)
    }
    if parts.contains(where: { $0.type.isUnknown }) { return TypedExpression(.invalid(parts), .unknown, at: place) }
    var types: [ValueType] = []
    for part in parts {
      switch part.type {
      case .value(let type) where type.isNumeric: types.append(type)
      case .mask: types.append(.scalar)
      case let found:
        return invalid(.notPartOfValue(part.location, found.described, of: type, in: syntax), at: place, parts)
      }
    }
    let width = types.reduce(0) { $0 + $1.width }
    guard width == type.width || types.count == 1 && width == 1 else {
      return invalid(.wrongWidth(syntax, type, found: types), at: place, parts)
    }
    return lifted(.construct(type, parts), type, from: parts, at: place)
  }

  // MARK: What is declared

  mutating func call(
    _ index: Int, _ arguments: [LabeledArgument], _ syntax: CallSyntax, _ scope: Scope
  ) -> TypedExpression {
    let (entry, place, values) = (model.functions[index], syntax.location, arguments.map(\.value))
    let unknown = TypedExpression(.invalid(values), .unknown, at: place)
    if let body { model.functions[body.function].calls.append((index, syntax)) } else { calls.append((index, syntax)) }
    if case .untyped = entry.state { uncheckedBodies.append(index) }
    guard entry.hasGoodSignature else { return unknown }
    // Over images the call itself knows the place of the pixel: nobody passes it.
    let positions = entry.inputs.indices.filter { entry.inputs[$0].type == .position }
    let isOverImages = scope.isTopLevel && entry.syntax.isKernel
    let matched = matched(
      arguments, to: entry.inputs.map(\.name), of: syntax, notByPlace: isOverImages ? Set(positions) : [])
    guard let matched else { return unknown }
    let defaults = zip(entry.inputs, entry.syntax.parameters).map { $1.defaultValue != nil }
    let missing = entry.inputs.indices.filter { input in
      matched[input] == nil && !defaults[input] && !(isOverImages && positions.contains(input))
    }
    guard missing.isEmpty else {
      let names = entry.inputs.map(\.name)
      return invalid(.missingArguments(missing.map { names[$0] }, of: syntax, inputs: names), at: place, values)
    }
    if values.contains(where: { $0.type.isUnknown }) { return unknown }
    if !entry.syntax.isKernel, let picture = values.first(where: { $0.type.isImage || $0.type.isMask }) {
      return invalid(.functionOverImage(picture.location, picture.type.described, entry), at: place, values)
    }
    guard let inputs = inputs(of: entry, matched, values), let result = entry.result else { return unknown }
    return lifted(
      .call(index, inputs, at: syntax.calleeLocation), result, from: values,
      usesPosition: isOverImages && !positions.isEmpty, at: place, spoken: syntax.calleeLocation)
  }

  /// The arguments at their inputs, in the order of the text; nil when one does not fit, which has been reported.
  private mutating func inputs(
    of entry: FunctionEntry, _ matched: [TypedExpression?], _ values: [TypedExpression]
  ) -> [TypedExpression.Input]? {
    var inputs: [TypedExpression.Input] = []
    for (index, (input, argument)) in zip(entry.inputs, matched).enumerated() {
      guard let argument else { continue }
      let role = "'\(input.name)' of \(entry.kind) '\(entry.name)'"
      var value = argument
      switch (input.type, argument.type) {
      case (.position?, .position), (.value(.rgb)?, .image), (.value(.rgba)?, .image), (.value(.scalar)?, .mask): break
      case (.position?, _):
        report(.notAPosition(argument.location, role))
        return nil
      case (.value(let type)?, _):
        value = coerced(argument, to: type, as: role, isPixel: true)
        if value.type.isUnknown { return nil }
      case (nil, _): return nil
      }
      inputs.append(.init(index: index, value: value))
    }
    let order = Dictionary(values.enumerated().map { (ObjectIdentifier($1), $0) }) { first, _ in first }
    let places = Dictionary(
      uniqueKeysWithValues: matched.enumerated().compactMap { index, value in
        value.map { (index, order[ObjectIdentifier($0)] ?? 0) }
      })
    return inputs.sorted { places[$0.index] ?? 0 < places[$1.index] ?? 0 }
  }
}

extension ExpressionType {
  /// nil for one that could not be understood.
  fileprivate var knownOrNil: ExpressionType? { isUnknown ? nil : self }
}
