import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

// What `use` gives a recipe: a look as a step, and the kernels, constants, parameters and images of another file by
// dotted names.
extension Analyzer {
  /// The module that a call names with the first of its names, and the names that are left; nil when it names none.
  func used(_ syntax: CallSyntax) -> (UsedModule, rest: [TokenSyntax])? {
    usedModule(syntax.path.map(\.text)).map { ($0, Array(syntax.path.dropFirst($0.path.count))) }
  }

  /// The module that the first of some names lead to; nil when they lead to none.
  private func usedModule(_ names: [String]) -> UsedModule? {
    guard let first = names.first, let index = module.uses[first] else { return nil }
    var found = UsedModule(index: index, path: [first])
    for name in names.dropFirst() {
      guard let next = model.modules[found.index].uses[name] else { break }
      found = UsedModule(index: next, path: found.path + [name])
    }
    return found
  }

  /// A call of a used look, or of a kernel of a used file.
  mutating func call(
    _ used: UsedModule, by names: [TokenSyntax], _ syntax: CallSyntax, first: TypedExpression?, _ scope: Scope
  ) -> TypedExpression {
    let (place, module) = (syntax.location, model.modules[used.index])
    let parts = first.map { [$0] } ?? []
    if isSetting { return invalid(.callInSetting(syntax), at: place, parts) }
    guard module.isGood else { return .unknown(at: place, parts) }
    guard let name = names.first else { return develop(used, syntax, first: first, scope) }
    guard names.count == 1, let function = module.functions[name.text] else {
      if names.count == 1, module.declared[name.text] != nil {
        return invalid(.notAFunction(syntax, declared: module.declared[name.text]?.location), at: place, parts)
      }
      let nearest = nearest(to: name.text, among: Array(module.functions.keys) + module.uses.keys)
      return invalid(
        .unknownInRecipe(name, "kernel or function", path: used.path, nearest: nearest), at: place, parts)
    }
    let space = self.module.header.workingSpace
    if module.isLook, module.header.workingSpace != space {
      return invalid(.kernelOfAnotherSpace(syntax, module.header.workingSpace, space), at: place, parts)
    }
    let arguments = arguments(of: syntax, first: first, scope)
    return attempt(at: place, arguments.map(\.value)) { analyzer throws(Reported) in
      try analyzer.call(function, arguments, syntax, scope)
    }
  }

  // MARK: A look as a step

  private mutating func develop(
    _ used: UsedModule, _ syntax: CallSyntax, first: TypedExpression?, _ scope: Scope
  ) -> TypedExpression {
    let (place, module) = (syntax.location, model.modules[used.index])
    guard scope.isTopLevel else {
      return invalid(.imageOperationInKernel(syntax), at: place, first.map { [$0] } ?? [])
    }
    guard module.isLook else {
      return invalid(.notALook(syntax, functions: module.functions.keys.sorted()), at: place)
    }
    let own = module.parameters.filter { model.parameters[$0].parameter != nil }
    let labels = ["image"] + parameters(of: used.index).map(\.name)
    let arguments = arguments(of: syntax, first: first, module, scope)
    let values = arguments.map(\.value)
    let unknown = TypedExpression.unknown(at: place, values)
    let optional = Set(labels.indices.dropFirst())
    guard let matched = try? matched(arguments, to: labels, of: syntax, optional: optional),
      let picture = matched.value(at: 0)
    else { return unknown }
    var given: [(parameter: Int, value: TypedExpression)] = []
    for argument in matched.sorted(by: { $0.index < $1.index }).dropFirst() {
      let index = own[argument.index - 1]
      guard let parameter = model.parameters[index].parameter,
        let value = value(argument.value, for: parameter, of: syntax.callee)
      else { return unknown }
      given.append((index, value))
    }
    switch picture.type {
    case .unknown: return unknown
    case .image(let isBounded):
      guard isBounded else { return invalid(.unboundedArgument(at: picture.location), at: place, values) }
      let typed: Void? = try? deeper(at: place) { analyzer in
        analyzer.inside(used.index) { $0.typeOutput() }
      }
      guard typed != nil, case .image? = model.modules[used.index].output?.type else { return unknown }
      return TypedExpression(.develop(used, picture, given), .image(isBounded: true), at: place)
    case let found:
      return invalid(.notAnImage(at: picture.location, found.described, for: syntax.callee), at: place, values)
    }
  }

  /// The arguments of a look: colors for its parameters mean what they mean in its own recipe.
  private mutating func arguments(
    of syntax: CallSyntax, first: TypedExpression?, _ used: Module, _ scope: Scope
  ) -> [LabeledArgument] {
    var arguments: [LabeledArgument] = first.map { [LabeledArgument(label: nil, value: $0)] } ?? []
    for argument in syntax.arguments {
      let isPicture = arguments.isEmpty && argument.label == nil || argument.label?.text == "image"
      let outer = literalSpace
      if !isPicture { literalSpace = used.header.workingSpace }
      var value = expression(argument.value, scope)
      literalSpace = outer
      if !isPicture, used.header.workingSpace != module.header.workingSpace, value.type.isColor,
        argument.value.mentionsName
      {
        value = invalid(
          .colorOfAnotherSpace(at: value.location, used.header.workingSpace), at: value.location, [value])
      }
      arguments.append(LabeledArgument(label: argument.label, value: value))
    }
    return arguments
  }

  /// What a look's parameter is set to by an argument; nil when that was reported.
  private mutating func value(
    _ argument: TypedExpression, for parameter: Parameter, of callee: String
  ) -> TypedExpression? {
    let role = "'\(parameter.name)' of '\(callee)'"
    if parameter.type == .choice { return choice(argument, for: parameter, role) }
    let place = argument.location
    let value = coerced(
      parameter.type == .seed ? seed(argument) : argument, to: parameter.type, as: role,
      inPercent: parameter.isInPercent)
    if value.type.isUnknown { return nil }
    if parameter.type == .text, parameter.isDatePattern { return isPattern(value) ? value : nil }
    guard let range = parameter.hardRange else { return value }
    if let lanes = constantLanes(value) { return isAllowed(lanes, parameter, at: place, as: role) ? value : nil }
    if !staysWithin(range, value, parameter) {
      return reject(.argumentMayLeaveRange(at: place, parameter, range, role))
    }
    return value
  }

  /// A seed is written as the number it is.
  private mutating func seed(_ value: TypedExpression) -> TypedExpression {
    guard value.type == .value(.scalar), let lanes = constantLanes(value), lanes[0].isSeed else { return value }
    return TypedExpression(.constant(lanes), .value(.seed), at: value.location)
  }

  private mutating func choice(
    _ argument: TypedExpression, for parameter: Parameter, _ role: String
  ) -> TypedExpression? {
    switch argument.type {
    case .unknown: return nil
    case .word(let word):
      guard let place = parameter.choices.firstIndex(of: word) else {
        return reject(.unknownChoice(word, at: argument.location, of: parameter))
      }
      return TypedExpression(.constant([Double(place)]), .selection(parameter), at: argument.location)
    case .selection(let other) where other.choices == parameter.choices: return argument
    case let found:
      return reject(.unknownChoice(found.described, at: argument.location, of: parameter))
    }
  }

  /// Whether a value that depends on parameters stays inside of what another parameter may be, whatever they are set
  /// to.
  private mutating func staysWithin(_ range: ClosedRange<Double>, _ value: TypedExpression, _ parameter: Parameter)
    -> Bool
  {
    if parameter.type == .length {
      guard let other = value.parameter(in: model).flatMap({ model.parameters[$0].parameter }),
        other.unit == parameter.unit, let range = other.hardRange, let wanted = parameter.hardRange
      else { return false }
      return wanted.contains(range.lowerBound) && wanted.contains(range.upperBound)
    }
    let possible = evaluated(withParameters: true) { evaluator throws(WritingFailure) in
      let value = try evaluator.value(of: value)
      return evaluator.range(of: value)
    }
    return possible.map { range.contains($0.lower) && range.contains($0.upper) } ?? false
  }

  // MARK: Members

  /// The start of a chain of members when it names something of a used file, with those members taken off; nil when it
  /// does not.
  mutating func used(
    _ chain: inout [MemberSyntax], of base: ExpressionSyntax, _ scope: Scope
  ) -> TypedExpression? {
    guard case .name(let first) = base, scope.locals?[first.name] == nil, !isSetting,
      let found = usedModule([first.name] + chain.map { $0.name?.text ?? "" })
    else { return nil }
    let members = chain.prefix(found.path.count)
    let place = SourceLocation(first.location.file, first.span.union(members.last?.span ?? first.span))
    guard model.modules[found.index].isGood, members.count == found.path.count, let name = members.last?.name else {
      chain = []
      return .unknown(at: place)
    }
    chain.removeFirst(members.count)
    let value = member(name, of: found, at: place, scope)
    if value.type.isUnknown { chain = [] }
    return value
  }

  private mutating func member(
    _ name: TokenSyntax, of used: UsedModule, at place: SourceLocation, _ scope: Scope
  ) -> TypedExpression {
    let module = model.modules[used.index]
    guard let declared = module.declared[name.text] else {
      let nearest = nearest(to: name.text, among: Array(module.declared.keys))
      return invalid(.unknownInRecipe(name, "name", path: used.path, nearest: nearest), at: place)
    }
    guard let symbol = declared.symbol else { return .unknown(at: place) }
    if case .constant(let index) = symbol {
      typeConstant(index)
      if !model.constants[index].numbers.isEmpty {
        return TypedExpression(.reference(symbol), model.type(of: symbol), at: place)
      }
    }
    if module.functions[name.text] != nil {
      return invalid(.functionWithoutCall(name.text, of: used.path, at: name.location), at: place)
    }
    guard scope.isTopLevel else { return invalid(.memberNotVisibleInKernel(name, declared.location), at: place) }
    inside(used.index) { $0.typeNow(symbol) }
    return TypedExpression(.member(used, symbol), model.type(of: symbol), at: place)
  }
}

extension ExpressionType {
  fileprivate var isColor: Bool { self == .value(.rgb) || self == .value(.rgba) }
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
