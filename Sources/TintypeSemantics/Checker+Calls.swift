import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

extension Checker {
  /// A call; `first` is what `|>` puts before the written arguments.
  mutating func call(_ syntax: CallSyntax, first: Argument?, _ surroundings: Surroundings) -> Operand {
    if let (callee, names) = used(syntax, surroundings) {
      return call(callee, by: names, syntax, first: first, surroundings)
    }
    return call(syntax, arguments(of: syntax, first: first, surroundings), surroundings)
  }

  private mutating func call(
    _ syntax: CallSyntax, _ arguments: [LabelledArgument], _ surroundings: Surroundings
  ) -> Operand {
    let name = syntax.callee
    if isDistrusted(syntax.path.first?.text ?? name, surroundings) { return .poison }
    if let type = ValueType(rawValue: name), type.isNumeric { return construct(type, arguments, syntax) }
    if let index = constantIndex(name, surroundings), case .bad = constant(index) { return .poison }
    if let callee = calledValue(syntax, surroundings) {
      return builder[callee].type == .lut ? poison(.tableCalled(syntax)) : evaluated(callee, arguments, syntax)
    }
    if name == "lookup" { return isSetting ? poison(.callInSetting(syntax)) : lookUp(arguments, syntax) }
    if let operation = PictureOperation(rawValue: name) {
      if isSetting { return poison(.callInSetting(syntax)) }
      guard surroundings.isTopLevel else { return poison(.imageOperationInKernel(syntax)) }
      return call(operation, arguments, syntax)
    }
    if let intrinsic = Intrinsic.function(named: name) { return call(intrinsic, arguments, syntax) }
    if let index = functionIndex(name, surroundings) { return call(index, arguments, syntax, surroundings) }
    return isSetting ? poison(.callInSetting(syntax)) : unknownFunction(syntax, surroundings)
  }

  private mutating func unknownFunction(_ syntax: CallSyntax, _ surroundings: Surroundings) -> Operand {
    declareRestOfLibrary()
    let (name, module) = (syntax.callee, modules[surroundings.module])
    if module.isIncomplete { return .poison }
    let declared = module.declared[name]?.location
    if syntax.path.count > 1, let first = syntax.path.first?.text,
      surroundings.locals?[first] != nil || names[first] != nil
    {
      return poison(.methodOfValue(syntax))
    }
    if surroundings.locals?[name] != nil || names[name] != nil || declared != nil {
      return poison(.notAFunction(syntax, declared: declared))
    }
    let isShipped = loader.shipped(syntax.path.first?.text ?? name) != nil
    return poison(
      isShipped
        ? .unusedRecipe(syntax) : .unknownFunction(syntax, nearest: nearestFunction(to: name, surroundings)))
  }

  private func isDistrusted(_ name: String, _ surroundings: Surroundings) -> Bool {
    modules[surroundings.module].distrustedFunctions.contains(name)
  }

  /// What stands between a call's parentheses, behind what `|>` puts there.
  mutating func arguments(
    of syntax: CallSyntax, first: Argument?, _ surroundings: Surroundings
  ) -> [LabelledArgument] {
    var arguments: [LabelledArgument] = first.map { [LabelledArgument(label: nil, $0)] } ?? []
    for argument in syntax.arguments {
      // What stands behind the picture of a sample says where in it.
      let picture = syntax.callee == "sample" ? arguments.first?.argument.operand : nil
      let value = readingPlace(in: picture) { $0.operand(argument.value, surroundings) }
      arguments.append(LabelledArgument(label: argument.label, (value, argument.value.location)))
    }
    return arguments
  }

  private func nearestFunction(to name: String, _ surroundings: Surroundings) -> String? {
    if let name = Self.foreignNames[name] { return name }
    let builtIn = Intrinsic.allCases.filter { $0.definition.symbol == nil }.map(\.rawValue)
    let module = modules[surroundings.module]
    let declared = Array(modules[Self.library].functions.keys) + module.functions.keys + module.uses.keys
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
  struct LabelledArgument {
    let label: TokenSyntax?
    let argument: Argument

    init(label: TokenSyntax?, _ argument: Argument) {
      self.label = label
      self.argument = argument
    }
  }

  // MARK: Matching

  /// Puts arguments in the order of the inputs: the ones without a label first, in order, the others by name. nil stands for
  /// an input that was not given.
  mutating func matched(
    _ arguments: [LabelledArgument], to inputs: [String], of syntax: CallSyntax
  ) -> [Argument?]? {
    var matched = [Argument?](repeating: nil, count: inputs.count)
    var isGood = true
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
        index = position
        position += 1
      }
      guard index < inputs.count else {
        report(.extraArgument(at: argument.argument.location, of: syntax, inputs: inputs))
        return nil
      }
      guard matched[index] == nil else {
        report(.argumentTwice(at: argument.argument.location, inputs[index]))
        isGood = false
        continue
      }
      matched[index] = argument.argument
    }
    return isGood ? matched : nil
  }

  /// As ``matched(_:to:of:)`` where every input has to be given.
  mutating func complete(
    _ arguments: [LabelledArgument], to inputs: [String], of syntax: CallSyntax
  ) -> [Argument]? {
    guard let matched = matched(arguments, to: inputs, of: syntax) else { return nil }
    let missing = zip(inputs, matched).filter { $0.1 == nil }.map(\.0)
    guard missing.isEmpty else {
      report(.missingArguments(missing, of: syntax, inputs: inputs))
      return nil
    }
    return matched.compactMap { $0 }
  }

  // MARK: What is built in

  private mutating func call(
    _ intrinsic: Intrinsic, _ arguments: [LabelledArgument], _ syntax: CallSyntax
  ) -> Operand {
    guard let complete = complete(arguments, to: intrinsic.definition.operands, of: syntax) else { return .poison }
    return applied(intrinsic, complete, at: syntax.calleeLocation)
  }

  private mutating func construct(
    _ type: ValueType, _ arguments: [LabelledArgument], _ syntax: CallSyntax
  ) -> Operand {
    if let label = arguments.lazy.compactMap(\.label).first {
      return poison(.unknownLabel(label, of: syntax, inputs: []))
    }
    let parts = arguments.map(\.argument)
    if parts.contains(where: { $0.operand.isPoison }) { return .poison }
    var values: [Value] = []
    for part in parts {
      switch part.operand {
      case .value(let value) where builder[value].type.isNumeric: values.append(value)
      case .mask(let mask): values.append(mask.value)
      default: return poison(.notPartOfValue(part.location, describe(part.operand), of: type, in: syntax))
      }
    }
    let width = values.reduce(0) { $0 + builder[$1].type.width }
    if values.count == 1, width == 1, type.width > 1 { values = Array(repeating: values[0], count: type.width) }
    guard values.reduce(0, { $0 + builder[$1].type.width }) == type.width else {
      return poison(.wrongWidth(syntax, type, found: values.map { builder[$0].type }))
    }
    return lifted(builder.construct(values, type), from: parts, at: syntax.location)
  }

  // MARK: What is declared

  mutating func call(
    _ index: Int, _ arguments: [LabelledArgument], _ syntax: CallSyntax, _ surroundings: Surroundings
  ) -> Operand {
    if case .checking = functions[index].state {
      functions[index].state = .bad
      return poison(.recursion(syntax, functions[index].syntax))
    }
    checkBody(of: index)
    guard case .good = functions[index].state else { return .poison }
    let entry = functions[index]
    guard var matched = matched(arguments, to: entry.inputs.map(\.name), of: syntax) else { return .poison }
    let usesPosition = fillPositions(&matched, of: entry, isTopLevel: surroundings.isTopLevel)
    let missing = zip(entry.inputs, matched).filter { $0.1 == nil && $0.0.defaultValue == nil }.map(\.0.name)
    guard missing.isEmpty else {
      return poison(.missingArguments(missing, of: syntax, inputs: entry.inputs.map(\.name)))
    }
    let given = matched.compactMap { $0 }
    if given.contains(where: { $0.operand.isPoison }) { return .poison }
    if !entry.syntax.isKernel, let picture = given.first(where: { $0.operand.isImage || $0.operand.isMask }) {
      return poison(.functionOverImage(picture.location, describe(picture.operand), entry))
    }
    guard let inputs = inputs(of: entry, matched) else { return .poison }
    guard let result = result(of: index, inputs, syntax) else { return .poison }
    return lifted(result, from: given, usesPosition: usesPosition, at: syntax.calleeLocation)
  }

  /// Gives a kernel over images the place of the pixel, in the image that it works on: nobody passes that by hand.
  private mutating func fillPositions(
    _ matched: inout [Argument?], of entry: FunctionEntry, isTopLevel: Bool
  ) -> Bool {
    let positions = entry.inputs.indices.filter { entry.inputs[$0].type == .position }
    guard isTopLevel, !positions.isEmpty, entry.syntax.isKernel else { return false }
    let bounds = builder.intersection(matched.map { $0?.operand.bounds }) ?? placeBounds ?? sourceBounds
    for index in positions where matched[index] == nil {
      matched[index] = (.position(bounds: bounds), entry.inputs[index].location)
    }
    return true
  }

  /// The values of the inputs at this pixel.
  private mutating func inputs(of entry: FunctionEntry, _ matched: [Argument?]) -> [String: Operand]? {
    var inputs: [String: Operand] = [:]
    for (input, argument) in zip(entry.inputs, matched) {
      let role = "'\(input.name)' of \(entry.kind) '\(entry.name)'"
      guard case .value(let type)? = input.type else {
        guard let operand = argument?.operand, operand.isPosition else {
          report(.notAPosition(argument?.location ?? input.location, role))
          return nil
        }
        inputs[input.name] = operand
        continue
      }
      switch (argument?.operand, type) {
      case (nil, _):
        // The default was checked with the body.
        guard let lanes = input.defaultLanes else { return nil }
        inputs[input.name] = .value(known(lanes, type))
      case (.image(let image), .rgb): inputs[input.name] = .value(builder.straight(image))
      case (.image(let image), .rgba): inputs[input.name] = .value(builder.premultiplied(image))
      case (.mask(let mask), .scalar):
        inputs[input.name] = .value(mask.value)
        if let place = argument?.location { mark(.mask(mask.value), at: place) }
      case (let operand?, _):
        let value = coerced(operand, to: type, at: argument!.location, as: role, isPixel: true)
        if value.isPoison { return nil }
        inputs[input.name] = value
      }
    }
    return inputs
  }

  private mutating func result(of index: Int, _ inputs: [String: Operand], _ syntax: CallSyntax) -> Value? {
    if isTooLarge { return nil }
    let (wasSilent, outerCall) = (isSilent, outermostCall)
    (isSilent, outermostCall, callDepth) = (true, outermostCall ?? syntax.calleeLocation, callDepth + 1)
    defer { (isSilent, outermostCall, callDepth) = (wasSilent, outerCall, callDepth - 1) }
    guard builder.instructions.count < CheckLimits.instructions, callDepth <= CheckLimits.callDepth else {
      reportTooLarge(at: syntax.calleeLocation)
      return nil
    }
    if !isOnScratchPad { linted?.called.insert(index) }
    return body(of: index, inputs)
  }
}

extension Double {
  /// Whether noise can start from it.
  var isSeed: Bool { self == rounded() && (0...0x1p24).contains(self) }
}
