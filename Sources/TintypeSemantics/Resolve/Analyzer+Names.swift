import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

// Names: those of a body, of the recipe, of the library, and what is built in, of which each hides the ones behind it.
extension Analyzer {
  mutating func named(_ syntax: NameSyntax, _ scope: Scope) -> TypedExpression {
    let (name, place) = (syntax.name, syntax.location)
    func unknown() -> TypedExpression { TypedExpression.unknown(at: place) }
    if isSetting { return invalid(.nameInSetting(syntax), at: place) }
    if let local = scope.locals?[name] { return self.local(local, at: place) }
    if scope.invalidNames.contains(name) || module.invalidNames.contains(name) { return unknown() }
    if let index = constantIndex(name) { return constant(index, syntax, scope) }
    if module.uses[name] != nil { return invalid(.lookWithoutCall(syntax), at: place) }
    if let symbol = topLevelSymbol(name) {
      if scope.isTopLevel { return reference(symbol, syntax) }
      return invalid(.notVisibleInKernel(syntax, isPicture(symbol) ? "an image" : "declared outside"), at: place)
    }
    if functionIndex(name) != nil || Intrinsic.function(named: name) != nil || Self.builtInCalls.contains(name) {
      return invalid(.functionWithoutCall(name, at: place), at: place)
    }
    return unknownName(syntax, scope)
  }

  /// Names of what is called and stands in no table of its own.
  private static let builtInCalls = Set(
    ["lookup", "scalar", "bool", "vec2", "rgb", "rgba"] + PictureOperation.allCases.map(\.rawValue))

  func local(_ index: Int, at place: SourceLocation) -> TypedExpression {
    TypedExpression(.local(index), body?.type(of: index) ?? .unknown, at: place)
  }

  /// What a name of the current module stands for at its top level: what it declares hides what is built in.
  private func topLevelSymbol(_ name: String) -> Symbol? {
    switch module.declared[name]?.symbol {
    case .parameter(let index)?: return .parameter(index)
    case .image(let index)?: return .image(index)
    default: break
    }
    guard current != SemanticModel.library, module.declared[name] == nil else { return nil }
    return name == "source" ? .source : name == "frame" ? .frame : nil
  }

  private func isPicture(_ symbol: Symbol) -> Bool {
    switch symbol {
    case .source: true
    case .image(let index): model.images[index].value?.type.isPicture ?? false
    default: false
    }
  }

  private mutating func reference(_ symbol: Symbol, _ syntax: NameSyntax) -> TypedExpression {
    if let problem = unreadable(symbol, syntax) { return problem }
    return TypedExpression(.reference(symbol), model.type(of: symbol), at: syntax.location)
  }

  /// Types a parameter or image that has not been typed so far; not nil when it cannot be used here. One that stands
  /// further below is an error, unless it stands in another file or its text has been checked before.
  private mutating func unreadable(_ symbol: Symbol, _ syntax: NameSyntax) -> TypedExpression? {
    let (name, place) = (syntax.name, syntax.location)
    guard !isTyped(symbol), let declaration = module.declared[name]?.location else { return nil }
    if module.declaring.last != name, let role = numberRole {
      return invalid(.notConstant(at: place, role), at: place)
    }
    if declaration.file == place.file {
      let isAbove = declaration.span.start < place.span.start && !module.declaring.contains(name)
      guard module.isOnDemand || isAbove else {
        return invalid(.usedBeforeDeclaration(syntax, declaration), at: place)
      }
    }
    if module.declaring.contains(name) {
      let declaration = module.declared[name]?.name
      return invalid(.definedByItself(syntax, declaration), at: place)
    }
    let typed: Void? = try? deeper(at: place) { analyzer in
      analyzer.inside(analyzer.current) { $0.typeNow(symbol) }
    }
    return typed == nil ? TypedExpression.unknown(at: place) : nil
  }

  private func isTyped(_ symbol: Symbol) -> Bool {
    switch symbol {
    case .parameter(let index): if case .typed = model.parameters[index].state { true } else { false }
    case .image(let index): model.images[index].value != nil
    default: true
    }
  }

  /// Types something of the current module that is needed now.
  mutating func typeNow(_ symbol: Symbol) {
    switch symbol {
    case .parameter(let index): typeParameter(index)
    case .image(let index): typeImage(index)
    case .constant(let index): typeConstant(index)
    default: break
    }
  }

  // MARK: Constants

  /// The constant of a name; what a recipe declares hides what the library has.
  func constantIndex(_ name: String) -> Int? {
    if let own = module.constants[name] { return own }
    return module.declared[name] == nil ? model.modules[SemanticModel.library].constants[name] : nil
  }

  /// The kernel or function of a name; what a recipe declares hides what the library has.
  func functionIndex(_ name: String) -> Int? {
    if let own = module.functions[name] { return own }
    return module.declared[name] == nil ? model.modules[SemanticModel.library].functions[name] : nil
  }

  private mutating func constant(_ index: Int, _ syntax: NameSyntax, _ scope: Scope) -> TypedExpression {
    let place = syntax.location
    if model.constants[index].state.isTyping {
      let unknown = TypedExpression.unknown(at: place)
      model.constants[index].state = .typed(unknown)
      let declaration = model.constants[index].syntax.name
      return invalid(.definedByItself(syntax, declaration), at: place)
    }
    typeConstant(index)
    let type = model.type(of: .constant(index))
    if !scope.isTopLevel, !type.isUnknown, model.constants[index].numbers.isEmpty {
      return invalid(
        .notVisibleInKernel(syntax, "a constant that depends on the picture or a parameter"), at: place)
    }
    return TypedExpression(.reference(.constant(index)), type, at: place)
  }

  // MARK: Unknown names

  private mutating func unknownName(_ syntax: NameSyntax, _ scope: Scope) -> TypedExpression {
    let (name, place) = (syntax.name, syntax.location)
    if module.isIncomplete { return .unknown(at: place) }
    declareRestOfLibrary()
    let choice = module.parameters.first { model.parameters[$0].parameter?.choices.contains(name) == true }
    if let parameter = choice.flatMap({ model.parameters[$0].parameter }) {
      return invalid(.choiceWithoutDot(syntax, of: parameter.name), at: place)
    }
    let names = isWorthComparing ? visibleNames(scope) : []
    let nearest = nearest(to: name, among: names)
    return invalid(.unknownName(syntax, nearest: nearest, isInKernel: !scope.isTopLevel), at: place)
  }

  private func visibleNames(_ scope: Scope) -> [String] {
    let constants = model.modules[SemanticModel.library].constants.merging(module.constants) { $1 }
    let names = scope.locals.map { Array($0.keys) } ?? typedNames
    return names + module.uses.keys + constants.filter { !model.constants[$0.value].state.isTyping }.keys
  }

  /// The parameters and images that can be used so far.
  private var typedNames: [String] {
    ["source", "frame"]
      + module.declared.compactMap { name, declared in
        switch declared.symbol {
        case .parameter?, .image?: declared.symbol.map(isTyped) == true ? name : nil
        default: nil
        }
      }
  }
}

extension SemanticModel {
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
