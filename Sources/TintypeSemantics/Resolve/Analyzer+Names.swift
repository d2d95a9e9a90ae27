import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

// Name resolution: locals, names of the recipe, names of the library, built-in names. Each hides those after it.
extension Analyzer {
  mutating func named(_ syntax: NameSyntax, _ scope: Scope) throws(Reported) -> TypedExpression {
    let (name, place) = (syntax.name, syntax.location)
    if isSetting { throw reported(.nameInSetting(syntax)) }
    if let local = scope.locals?[name] { return self.local(local, at: place) }
    if scope.invalidNames.contains(name) || module.invalidNames.contains(name) { throw Reported() }
    switch symbol(of: name) {
    case .constant(let index)?: return try constant(index, syntax, scope)
    case .module?: throw reported(.lookWithoutCall(syntax))
    case .function(let index)?:
      if module.declared[name] == nil, let choice = wordOfChoice(syntax) { throw choice }
      throw reported(.functionWithoutCall(name, at: place, needsNothing: needsNothing(index, scope)))
    case .parameter?, .image?, .source?, .frame?: return try topLevel(syntax, scope)
    case nil, .local?, .intrinsic?, .operation?:
      let intrinsic = Intrinsic.named(name)
      if let intrinsic, intrinsic.isConstant { return try applied(intrinsic, [], at: place, place) }
      if let choice = wordOfChoice(syntax) { throw choice }
      let isBuiltIn = intrinsic != nil || Self.builtInCalls.contains(name)
      guard isBuiltIn else { throw unknownName(syntax, scope) }
      let values = isWorthComparing && scope.isTopLevel ? module.names { $0.isNumber } : []
      throw reported(.functionWithoutCall(name, at: place, value: nearest(to: name, among: values)))
    }
  }

  /// Whether a call without arguments is complete: over images, it supplies the position itself.
  private func needsNothing(_ function: Int, _ scope: Scope) -> Bool {
    let entry = model.functions[function]
    return entry.hasGoodSignature
      && zip(entry.inputs, entry.syntax.parameters).allSatisfy {
        $1.defaultValue != nil || $0.type == .position && scope.hasPictures
      }
  }

  /// The meaning of a name in the current module: its own declarations shadow those of the library.
  func symbol(of name: String) -> Symbol? {
    if let declared = module.declared[name] { return declared.symbol }
    if current != SemanticModel.library, let photo = Self.photoNames[name] { return photo }
    return model.modules[SemanticModel.library].exported(name)?.symbol
  }

  private static let photoNames: [String: Symbol] = ["source": .source, "frame": .frame]

  /// Built-in names that are called and are not in the table of intrinsics.
  private static let builtInCalls = Set(
    ["lookup", "scalar", "bool", "vec2", "rgb", "rgba", "matrix"] + PictureOperation.allCases.map { $0.name })

  func local(_ index: Int, at place: SourceLocation) -> TypedExpression {
    let type = body?.locals[index].type ?? .unknown
    // In a kernel an image is its color at this pixel.
    let isPixel = type.isPicture && body.map { model.functions[$0.function].isKernel } == true
    return TypedExpression(.local(index), isPixel ? type.pixel.map { .value($0) } ?? .unknown : type, at: place)
  }

  private mutating func topLevel(_ syntax: NameSyntax, _ scope: Scope) throws(Reported) -> TypedExpression {
    guard let symbol = symbol(of: syntax.name) else { throw Reported() }
    guard scope.isTopLevel else {
      let what = model.type(of: symbol).isPicture ? "an image" : "declared outside"
      throw notVisible(syntax, what)
    }
    try need(symbol, syntax)
    return TypedExpression(.reference(symbol), model.type(of: symbol), at: syntax.location)
  }

  /// Types a parameter or image that has not been typed so far. One that stands further below is an error, unless it
  /// stands in another file or its text has been checked before.
  private mutating func need(_ symbol: Symbol, _ syntax: NameSyntax) throws(Reported) {
    let (name, place) = (syntax.name, syntax.location)
    guard !model.isTyped(symbol), let declared = module.declared[name] else { return }
    if module.declaring.last != name, let role = numberRole { throw reported(.notConstant(at: place, role)) }
    let isDeclaring = module.declaring.contains(name)
    if declared.location.file == place.file, !module.isOnDemand,
      declared.location.span.start >= place.span.start || isDeclaring
    {
      throw reported(.usedBeforeDeclaration(syntax, declared.location))
    }
    if isDeclaring { throw reported(.definedByItself(syntax, declared.name)) }
    try deeper(at: place) { analyzer in
      analyzer.inside(analyzer.current) { $0.typeNow(symbol) }
    }
  }

  /// Types a declaration of the current module on demand.
  mutating func typeNow(_ symbol: Symbol) {
    switch symbol {
    case .parameter(let index): typeParameter(index)
    case .image(let index): typeImage(index)
    case .constant(let index): typeConstant(index)
    case .source, .frame, .function, .module, .local, .intrinsic, .operation: break
    }
  }

  private mutating func constant(
    _ index: Int, _ syntax: NameSyntax, _ scope: Scope
  ) throws(Reported) -> TypedExpression {
    let place = syntax.location
    if model.constants[index].state.isTyping {
      model.constants[index].state = .typed(.unknown(at: place))
      throw reported(.definedByItself(syntax, model.constants[index].syntax.name))
    }
    typeConstant(index)
    let type = model.type(of: .constant(index))
    if !scope.isTopLevel, !type.isUnknown, model.constants[index].isOpen {
      throw notVisible(syntax, "a constant that depends on the picture or a parameter")
    }
    if !scope.hasPictures, let type = type.value, type.isLetters {
      throw reported(.lettersInKernel(type, at: place))
    }
    return TypedExpression(.reference(.constant(index)), type, at: place)
  }

  /// A name that a body cannot access; passing it in would not help for a loop's bound.
  private mutating func notVisible(_ syntax: NameSyntax, _ what: String) -> Reported {
    reported(
      numberRole.map { .notConstant(at: syntax.location, $0) } ?? .notVisibleInKernel(syntax, what))
  }

  // MARK: Unknown names

  private mutating func unknownName(_ syntax: NameSyntax, _ scope: Scope) -> Reported {
    if module.isIncomplete { return Reported() }
    if let joined = hyphenated(syntax, scope) { return joined }
    if scope.locals != nil, body?.locals.contains(where: { $0.name == syntax.name }) == true {
      return reported(.nameOfEndedBlock(syntax))
    }
    let visible = isWorthComparing ? visibleNames(scope) : []
    if let same = visible.first(where: { $0.lowercased() == syntax.name.lowercased() }) {
      return reported(.nameInOtherCase(syntax, same))
    }
    // `sGamut3CineToRec709`
    let source = visible.filter { syntax.name.hasPrefix($0 + "To") }.max { $0.utf8.count < $1.utf8.count }
    let nearest = source ?? nearest(to: syntax.name, among: visible)
    if scope.isTopLevel, nearest == nil, let (function, input) = inputCalled(syntax.name) {
      let isColor = input.type.isImage || input.type.value?.isColor == true
      return reported(.inputOutside(syntax, of: function.kind, function.name, isColor: isColor))
    }
    return reported(.unknownName(syntax, nearest: nearest, isInKernel: !scope.isTopLevel))
  }

  /// The first of the recipe's own kernels and functions with an input of this name.
  private func inputCalled(_ name: String) -> (FunctionEntry, FunctionEntry.Input)? {
    for function in model.functions where function.module == current {
      if let input = function.inputs.first(where: { $0.name == name }) { return (function, input) }
    }
    return nil
  }

  /// `film-speed` for `filmSpeed`: one error at its first part.
  private mutating func hyphenated(_ syntax: NameSyntax, _ scope: Scope) -> Reported? {
    let (text, span) = (syntax.location.file.text, syntax.span)
    func isPart(_ byte: UInt8) -> Bool { isNameByte(byte) || byte == UInt8(ascii: "-") }
    let start = span.start - text[..<span.start].reversed().prefix(while: isPart).count
    let end = span.end + text[span.end...].prefix(while: isPart).count
    let parts = String(decoding: text[start..<end], as: UTF8.self).split(separator: "-")
    guard parts.count > 1, isWorthComparing else { return nil }
    let name = parts.inCamelCase
    guard visibleNames(scope).contains(name) else { return nil }
    guard start == span.start else { return Reported() }
    return reported(.hyphenatedName(name, at: SourceLocation(syntax.location.file, Span(start, end))))
  }

  /// A word of a parameter of the recipe, without its dot; nil for other names.
  private mutating func wordOfChoice(_ syntax: NameSyntax) -> Reported? {
    let choice = module.parameters.first { model.parameters[$0].parameter?.choices.contains(syntax.name) == true }
    let parameter = choice.flatMap { model.parameters[$0].parameter }
    return parameter.map { reported(.choiceWithoutDot(syntax, of: $0.name)) }
  }

  /// The names that can be used so far.
  private mutating func visibleNames(_ scope: Scope) -> [String] {
    wantWholeLibrary()
    let (model, isTopLevel) = (model, scope.isTopLevel)
    func isVisible(_ symbol: Symbol) -> Bool {
      switch symbol {
      case .module: true
      case .constant(let index): !model.constants[index].state.isTyping
      case .parameter, .image: isTopLevel && model.isTyped(symbol)
      case .source, .frame, .function, .local, .intrinsic, .operation: false
      }
    }
    // Looking at a name costs as much as comparing it.
    self.model.nameComparisons += module.declared.count
    let library = model.modules[SemanticModel.library].exportedNames(where: isVisible)
    return (scope.locals.map { Array($0.keys) } ?? Array(Self.photoNames.keys)) + library
      + module.names(where: isVisible) + Intrinsic.named.filter { $0.isConstant }.map { $0.rawValue }
  }

  /// Before a hint at a name, which may be one of a file that nothing names.
  mutating func wantWholeLibrary() { wanted.formUnion(library?.files.indices ?? 0..<0) }
}

extension SemanticModel {
  func isTyped(_ symbol: Symbol) -> Bool {
    switch symbol {
    case .parameter(let index): if case .typed = parameters[index].state { true } else { false }
    case .image(let index): images[index].value != nil
    case .constant, .source, .frame, .function, .module, .local, .intrinsic, .operation: true
    }
  }

  /// What something at the top level is.
  package func type(of symbol: Symbol) -> ExpressionType {
    switch symbol {
    case .source: .image(isBounded: true)
    case .frame: .value(.scalar)
    case .parameter(let index):
      parameters[index].parameter.map { $0.type == .choice ? .selection($0) : .value($0.type) } ?? .unknown
    case .image(let index): images[index].value?.type ?? .unknown
    case .constant(let index): constants[index].value?.type ?? .unknown
    case .local(let function, let local): functions[function].body?.locals[local].type ?? .unknown
    case .function, .module, .intrinsic, .operation: .unknown
    }
  }
}
