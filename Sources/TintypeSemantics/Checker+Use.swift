import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

// What `use` gives a recipe: a look as a step, and the kernels, constants, parameters and images of another file by dotted
// names.
extension Checker {
  /// What a dotted name leads to: a module, and the rest of the names.
  struct UsedModule {
    var index: Int
    /// The names that `use` gives on the way.
    var path: [String]
  }

  /// The module that a call names with the first of its names, and the names that are left; nil when it names none.
  func used(_ syntax: CallSyntax, _ surroundings: Surroundings) -> (UsedModule, rest: [TokenSyntax])? {
    var names = syntax.path[...]
    guard let first = names.popFirst(), let index = modules[surroundings.module].uses[first.text] else { return nil }
    var found = UsedModule(index: index, path: instance.path + [first.text])
    while let name = names.first, let next = modules[found.index].uses[name.text] {
      found = UsedModule(index: next, path: found.path + [name.text])
      names.removeFirst()
    }
    return (found, Array(names))
  }

  /// A call of a used look, or of a kernel of a used file.
  mutating func call(
    _ used: UsedModule, by names: [TokenSyntax], _ syntax: CallSyntax, first: Argument?, _ surroundings: Surroundings
  ) -> Operand {
    if isSetting { return poison(.callInSetting(syntax)) }
    guard modules[used.index].isGood else { return .poison }
    guard let name = names.first else { return develop(used, syntax, first: first, surroundings) }
    let module = modules[used.index]
    guard names.count == 1, let function = module.functions[name.text] else {
      if names.count == 1, module.declared[name.text] != nil {
        return poison(.notAFunction(syntax, declared: module.declared[name.text]?.location))
      }
      let nearest = nearest(to: name.text, among: Array(module.functions.keys) + module.uses.keys)
      return poison(.unknownInRecipe(name, "kernel or function", path: used.path, nearest: nearest))
    }
    if module.isLook, module.header.workingSpace != header.workingSpace {
      return poison(.kernelOfAnotherSpace(syntax, module.header.workingSpace, header.workingSpace))
    }
    let arguments = arguments(of: syntax, first: first, surroundings)
    return call(function, arguments, syntax, surroundings)
  }

  // MARK: A look as a step

  private mutating func develop(
    _ used: UsedModule, _ syntax: CallSyntax, first: Argument?, _ surroundings: Surroundings
  ) -> Operand {
    guard surroundings.isTopLevel else { return poison(.imageOperationInKernel(syntax)) }
    let module = modules[used.index]
    guard module.isLook else { return poison(.notALook(syntax, functions: module.functions.keys.sorted())) }
    let labels = ["image"] + module.parameters.map(\.name)
    guard let matched = matched(arguments(of: syntax, first: first, module, surroundings), to: labels, of: syntax)
    else { return .poison }
    guard let picture = matched[0] else {
      return poison(.missingArguments(["image"], of: syntax, inputs: labels))
    }
    var given: [String: Operand] = [:]
    for (parameter, argument) in zip(module.parameters, matched.dropFirst()) {
      guard let argument else { continue }
      guard let value = value(argument, for: parameter, of: syntax.callee) else { return .poison }
      given[parameter.name] = value
    }
    switch picture.operand {
    case .poison: return .poison
    case .image(let image):
      guard image.bounds != nil else { return poison(.unboundedArgument(at: picture.location)) }
      let developed = deeper(at: syntax.location) { checker in
        checker.inside(used.index, path: used.path, source: image, given: given) { $0.output() }
      }
      guard case .image(let result)? = developed else { return .poison }
      return .image(converted(result, from: module.header.workingSpace, to: header.workingSpace))
    default: return poison(.notAnImage(at: picture.location, describe(picture.operand), for: syntax.callee))
    }
  }

  /// The arguments of a look: colors for its parameters mean what they mean in its own recipe.
  private mutating func arguments(
    of syntax: CallSyntax, first: Argument?, _ module: Module, _ surroundings: Surroundings
  ) -> [LabelledArgument] {
    var arguments: [LabelledArgument] = first.map { [LabelledArgument(label: nil, $0)] } ?? []
    for argument in syntax.arguments {
      let isPicture = arguments.isEmpty && argument.label == nil || argument.label?.text == "image"
      let outer = literalSpace
      if !isPicture { literalSpace = module.header.workingSpace }
      var value = operand(argument.value, surroundings)
      literalSpace = outer
      if !isPicture, module.header.workingSpace != header.workingSpace, isColor(value), argument.value.mentionsName {
        value = poison(.colorOfAnotherSpace(at: argument.value.location, module.header.workingSpace))
      }
      arguments.append(LabelledArgument(label: argument.label, (value, argument.value.location)))
    }
    return arguments
  }

  private func isColor(_ operand: Operand) -> Bool {
    if case .value(let value) = operand { [.rgb, .rgba].contains(builder[value].type) } else { false }
  }

  /// What a look's parameter is set to by an argument; nil when that was reported.
  private mutating func value(_ argument: Argument, for parameter: Parameter, of callee: String) -> Operand? {
    let role = "'\(parameter.name)' of '\(callee)'"
    if parameter.type == .choice { return choice(argument, for: parameter, role) }
    var argument = argument
    if parameter.type == .seed { argument.operand = seed(argument.operand) }
    guard case .value(let value) = coerced(argument.operand, to: parameter.type, at: argument.location, as: role)
    else { return nil }
    if parameter.type == .text, parameter.isDatePattern {
      return pattern(value, at: argument.location) ? .value(value) : nil
    }
    guard let range = parameter.hardRange else { return .value(value) }
    if let lanes = constantLanes(value) {
      guard let magnitudes = parameter.magnitudes(of: lanes) else {
        report(.unitsDiffer(at: argument.location, wanted: parameter.unit ?? "no unit"))
        return nil
      }
      guard magnitudes.allSatisfy(range.contains) else {
        report(.argumentOutOfRange(at: argument.location, parameter, range, role))
        return nil
      }
    } else if !staysWithin(range, value, parameter) {
      report(.argumentMayLeaveRange(at: argument.location, parameter, range, role))
      return nil
    }
    return .value(value)
  }

  /// A seed is written as the number it is.
  private mutating func seed(_ operand: Operand) -> Operand {
    guard case .value(let value) = operand, builder[value].type == .scalar, let lanes = constantLanes(value),
      lanes[0].isSeed
    else { return operand }
    return .value(builder.constant(lanes, .seed))
  }

  private mutating func choice(_ argument: Argument, for parameter: Parameter, _ role: String) -> Operand? {
    switch argument.operand {
    case .poison: return nil
    case .choice(let word):
      guard let place = parameter.choices.firstIndex(of: word) else {
        report(.unknownChoice(word, at: argument.location, of: parameter))
        return nil
      }
      return .selection(builder.constant([Double(place)], .choice), of: parameter)
    case .selection(let value, let other) where other.choices == parameter.choices:
      return .selection(value, of: parameter)
    default:
      report(.unknownChoice(describe(argument.operand), at: argument.location, of: parameter))
      return nil
    }
  }

  /// Whether a value that depends on parameters stays inside of what another parameter may be, whatever they are set to.
  private func staysWithin(_ range: ClosedRange<Double>, _ value: Value, _ parameter: Parameter) -> Bool {
    if parameter.type == .length {
      guard case .parameter(let index) = builder[value].operation, parameters[index].unit == parameter.unit,
        let other = parameters[index].hardRange
      else { return false }
      return range.contains(other.lowerBound) && range.contains(other.upperBound)
    }
    let ranges = ValueRanges(
      of: builder.instructions, ValueRanges.Givens(parameters, isUsual: false), for: [value])
    let possible = ranges.bounds(of: value)
    return range.contains(possible.lower) && range.contains(possible.upper)
  }

  // MARK: Members

  /// The start of a chain of members when it names something of a used file, with those members taken off; nil when it does
  /// not.
  mutating func used(
    _ chain: inout [MemberSyntax], of base: ExpressionSyntax, _ surroundings: Surroundings
  ) -> Operand? {
    guard case .name(let first) = base, surroundings.locals?[first.name] == nil, !isSetting,
      let index = modules[surroundings.module].uses[first.name]
    else { return nil }
    var found = UsedModule(index: index, path: instance.path + [first.name])
    while let name = chain.first?.name, let next = modules[found.index].uses[name.text] {
      found = UsedModule(index: next, path: found.path + [name.text])
      chain.removeFirst()
    }
    guard modules[found.index].isGood, let name = chain.first?.name else {
      chain = []
      return .poison
    }
    chain.removeFirst()
    let operand = member(name, of: found, surroundings)
    if operand.isPoison { chain = [] }
    return operand
  }

  private mutating func member(_ name: TokenSyntax, of used: UsedModule, _ surroundings: Surroundings) -> Operand {
    let module = modules[used.index]
    guard let declared = module.declared[name.text] else {
      let nearest = nearest(to: name.text, among: Array(module.declared.keys))
      return poison(.unknownInRecipe(name, "name", path: used.path, nearest: nearest))
    }
    if let constant = module.constants[name.text], case .constant(let lanes, let type) = self.constant(constant) {
      return .value(known(lanes, type))
    }
    if module.functions[name.text] != nil { return poison(.memberWithoutCall(name, path: used.path)) }
    guard surroundings.isTopLevel else { return poison(.memberNotVisibleInKernel(name, declared.location)) }
    guard case .image(let source)? = names["source"] else { return .poison }
    let space = header.workingSpace
    let operand = inside(used.index, path: used.path, source: source) { checker in
      checker.named(name.text)
    }
    guard case .image(let image) = operand else { return operand }
    return .image(converted(image, from: module.isLook ? module.header.workingSpace : space, to: space))
  }

  /// What a name of the module at work stands for at its top level.
  private mutating func named(_ name: String) -> Operand {
    if let constant = module.constants[name] { return dependentConstant(constant) }
    if instance.below[name] != nil { declareNow(name) }
    return names[name] ?? .poison
  }
}

extension ExpressionSyntax {
  /// Whether it depends on something declared elsewhere.
  fileprivate var mentionsName: Bool {
    if case .name = self { return true }
    return syntax.childNodes.contains { $0.mentionsName }
  }
}

extension Syntax {
  fileprivate var mentionsName: Bool { kind == .name || childNodes.contains { $0.mentionsName } }
}
