import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

// What `use` gives a recipe: a look as a step, and the kernels, constants, parameters and images of another file by
// dotted names.
extension Analyzer {
  /// The module that a call names with the first of its names, and the names that are left; nil when it names none.
  mutating func used(_ syntax: CallSyntax) -> (UsedModule, rest: [TokenSyntax])? {
    usedModule(syntax.path).map { ($0, Array(syntax.path.dropFirst($0.path.count))) }
  }

  /// The module that the first of some names lead to; nil when they lead to none.
  mutating func usedModule(_ names: some Sequence<TokenSyntax>) -> UsedModule? {
    var found = UsedModule(index: current, path: [])
    for name in names {
      guard let next = model.modules[found.index].used(name.text) else { break }
      model.mentions.append((.module(next), name.location))
      found = UsedModule(index: next, path: found.path + [name.text])
    }
    return found.path.isEmpty ? nil : found
  }

  /// A call of a used look, or of a kernel of a used file.
  mutating func call(
    _ used: UsedModule, by names: [TokenSyntax], _ syntax: CallSyntax, first: TypedExpression?, _ scope: Scope
  ) throws(Reported) -> TypedExpression {
    let module = model.modules[used.index]
    if isSetting { throw reported(.callInSetting(syntax)) }
    guard module.isGood else { throw Reported() }
    guard let name = names.first else { return try develop(used, syntax, first: first, scope) }
    guard names.count == 1, let function = module.exported(name.text)?.symbol?.function else {
      if names.count == 1, let declared = module.exported(name.text) {
        throw reported(.notAFunction(syntax, declared: declared.location, isMatrix: false))
      }
      if let declared = module.declared[name.text] { throw reported(.privateName(name, declared.location)) }
      let nearest = nearest(to: name.text, among: module.exportedNames { $0.isCallable })
      let isLook = module.layers.contains { $0.recipe.declarations.contains { $0.look != nil } }
      throw reported(
        .unknownInRecipe(name, "kernel or function", path: used.path, nearest: nearest, isLook: isLook))
    }
    let space = self.module.header.workingSpace
    if module.isLook, module.header.workingSpace != space {
      throw reported(.kernelOfAnotherSpace(syntax, module.header.workingSpace, space))
    }
    let arguments = arguments(of: syntax, first: first) { analyzer, argument, _ in
      analyzer.expression(argument.value, scope)
    }
    return try call(function, arguments, syntax, scope)
  }

  // MARK: A look as a step

  private mutating func develop(
    _ used: UsedModule, _ syntax: CallSyntax, first: TypedExpression?, _ scope: Scope
  ) throws(Reported) -> TypedExpression {
    let (place, module) = (syntax.location, model.modules[used.index])
    guard scope.isTopLevel else {
      throw reported(scope.isOverPictures ? .lookInFunction(syntax) : .imageOperationInKernel(syntax))
    }
    guard module.isLook else {
      throw reported(.notALook(syntax, functions: module.exportedNames { $0.function != nil }.sorted()))
    }
    let own = module.parameters.filter { model.parameters[$0].parameter != nil }
    let labels = ["image"] + parameters(of: used.index).map { $0.name }
    let matched = try matched(
      arguments(of: syntax, first: first, in: module.header.workingSpace, scope), to: labels, of: syntax,
      optional: Set(labels.indices.dropFirst()))
    guard let picture = matched.value(at: 0) else { throw Reported() }
    var given: [(parameter: Int, value: TypedExpression, label: SourceLocation?)] = []
    for argument in matched.sorted(by: { $0.index < $1.index }).dropFirst() {
      let index = own[argument.index - 1]
      guard let parameter = model.parameters[index].parameter else { throw Reported() }
      given.append((index, try value(argument.value, for: parameter, of: syntax.callee), argument.label))
    }
    guard case .image(let isBounded) = try known(picture).type else {
      throw reported(.notAnImage(at: picture.location, picture.type.described, for: syntax.callee))
    }
    guard isBounded else {
      throw reported(.unboundedArgument(at: picture.location, of: "a look", isTopLevel: scope.isTopLevel))
    }
    try deeper(at: place) { analyzer in
      analyzer.inside(used.index) { $0.typeOutput() }
    }
    guard case .image? = model.modules[used.index].output?.type else { throw Reported() }
    return TypedExpression(.develop(used, picture, given), .image(isBounded: true), at: place)
  }

  /// The arguments of a look: colors for its parameters mean what they mean in its own recipe.
  private mutating func arguments(
    of syntax: CallSyntax, first: TypedExpression?, in space: WorkingSpace, _ scope: Scope
  ) -> [LabeledArgument] {
    arguments(of: syntax, first: first) { analyzer, argument, before in
      let isPicture = before.isEmpty && argument.label == nil || argument.label?.text == "image"
      if isPicture { return analyzer.expression(argument.value, scope) }
      analyzer.literalSpace = space
      let value = analyzer.expression(argument.value, scope)
      return analyzer.attempt(at: value.location, after: 1) { analyzer throws(Reported) in
        if space != analyzer.module.header.workingSpace, value.type.isColor, argument.value.syntax.mentionsName {
          throw analyzer.reported(.colorOfAnotherSpace(at: value.location, space))
        }
        return value
      }
    }
  }

  /// What a look's parameter is set to by an argument.
  private mutating func value(
    _ argument: TypedExpression, for parameter: Parameter, of callee: String
  ) throws(Reported) -> TypedExpression {
    let role = "'\(parameter.name)' of '\(callee)'"
    if parameter.type == .choice { return try choice(argument, for: parameter) }
    let value = try coerced(
      parameter.type == .seed ? try seed(argument) : argument, to: parameter.type, as: role,
      inPercent: parameter.isInPercent)
    if parameter.type == .text, parameter.isDatePattern { try checkPattern(value) }
    guard let range = parameter.hardRange, !value.isSeedOfPhoto else { return value }
    if let lanes = constantLanes(value) {
      try checkRange(of: lanes, parameter, at: argument.location, as: role)
    } else {
      let magnitudes = possibleRanges(of: value).flatMap(parameter.magnitudes)
      guard let magnitudes, magnitudes.allSatisfy({ range.contains($0.lower) && range.contains($0.upper) }) else {
        let isOfUnit = magnitudes != nil
        throw reported(.argumentMayLeaveRange(at: argument.location, parameter, range, role, isOfUnit: isOfUnit))
      }
    }
    return value
  }

  private mutating func choice(
    _ argument: TypedExpression, for parameter: Parameter
  ) throws(Reported) -> TypedExpression {
    switch argument.type {
    case .unknown: throw Reported()
    case .word(let word):
      let position = try position(of: word, in: parameter, at: argument.location)
      return TypedExpression(.constant([position]), .selection(parameter), at: argument.location)
    case .selection(let other) where other.choices == parameter.choices: return argument
    case let found: throw reported(.unknownChoice(found.described, at: argument.location, of: parameter))
    }
  }

  /// The range of each lane of a value that depends on parameters, whatever they are set to.
  private mutating func possibleRanges(of value: TypedExpression) -> [Interval]? {
    evaluated(withParameters: true) { evaluator throws(WritingFailure) in
      let value = try evaluator.value(of: value)
      return evaluator.ranges(of: value)
    }
  }

  // MARK: Members

  /// The start of a chain of members when it names something of a used file, with those members taken off; nil when it
  /// does not.
  mutating func used(
    _ chain: inout [MemberSyntax], of base: ExpressionSyntax, _ scope: Scope
  ) throws(Reported) -> TypedExpression? {
    guard case .name(let first) = base, scope.locals?[first.name] == nil, !isSetting,
      let found = usedModule([first.syntax.firstToken].compactMap { $0 } + chain.compactMap { $0.name })
    else { return nil }
    let members = chain.prefix(found.path.count)
    let place = SourceLocation(first.location.file, first.span.union(members.last?.span ?? first.span))
    guard model.modules[found.index].isGood, members.count == found.path.count, let name = members.last?.name else {
      throw Reported()
    }
    chain.removeFirst(members.count)
    return try member(name, of: found, at: place, scope)
  }

  private mutating func member(
    _ name: TokenSyntax, of used: UsedModule, at place: SourceLocation, _ scope: Scope
  ) throws(Reported) -> TypedExpression {
    let module = model.modules[used.index]
    guard let declared = module.exported(name.text) else {
      if let declared = module.declared[name.text] { throw reported(.privateName(name, declared.location)) }
      let nearest = nearest(to: name.text, among: module.exportedNames { _ in true })
      throw reported(.unknownInRecipe(name, "name", path: used.path, nearest: nearest))
    }
    guard let symbol = declared.symbol else { throw Reported() }
    if case .constant(let index) = symbol {
      typeConstant(index)
      if !model.constants[index].isOpen {
        return TypedExpression(.reference(symbol), model.type(of: symbol), at: place)
      }
    }
    if symbol.function != nil {
      throw reported(.functionWithoutCall(name.text, of: used.path, at: name.location))
    }
    guard scope.isTopLevel else { throw reported(.memberNotVisibleInKernel(name, declared.location)) }
    inside(used.index) { $0.typeNow(symbol) }
    return TypedExpression(.member(used, symbol), model.type(of: symbol), at: place)
  }
}

extension ExpressionType {
  fileprivate var isColor: Bool { value?.isColor ?? false }
}

extension Syntax {
  /// Whether it depends on something declared elsewhere.
  fileprivate var mentionsName: Bool { kind == .name || childNodes.contains { $0.mentionsName } }
}
