import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

extension Analyzer {
  /// A call; `first` is what `|>` puts before the written arguments.
  mutating func call(
    _ syntax: CallSyntax, first: TypedExpression?, _ scope: Scope
  ) throws(Reported) -> TypedExpression {
    if let (callee, names) = used(syntax) { return try call(callee, by: names, syntax, first: first, scope) }
    let callee = callee(of: syntax, scope)
    // A function that is not known may read places.
    let isSample =
      switch callee {
      case .operation(.sample), .unknown: true
      default: false
      }
    var rows: [ArgumentSyntax] = []
    // What is written instead has other arguments.
    if case .unknown = callee, !isSetting, isRewritten(syntax, scope) { throw unknownFunction(syntax, scope) }
    let takesRows = if case .operation(let operation) = callee { operation.takesRows } else { false }
    let arguments = arguments(of: syntax, first: first) { analyzer, argument, before in
      if takesRows, argument.isRow(after: rows) {
        rows.append(argument)
        return nil
      }
      // The arguments after the picture of a sample are places in it.
      if isSample, before.first?.value.type.isPicture == true { analyzer.isReadingPlace = true }
      if case .row(let row) = argument.value, case .type(.matrix) = callee {
        // Rows of one wrong length are one error.
        if before.contains(where: { $0.value.type.isUnknown }) { return .unknown(at: row.location) }
        return analyzer.row(row, scope)
      }
      return analyzer.expression(argument.value, scope)
    }
    switch callee {
    case .invalid: throw Reported()
    case .function(let index): return try call(index, arguments, syntax, scope)
    case .value(let value) where value.type == .value(.lut): throw reported(.tableCalled(syntax))
    case .value(let curve): return try evaluated(curve, arguments, syntax)
    case .type(let type): return try construct(type, arguments, syntax)
    case .intrinsic(let intrinsic):
      let inputs = try matched(arguments, to: intrinsic.definition.operands, of: syntax)
      var operands = inputs.sorted { $0.index < $1.index }.map { $0.value }
      if intrinsic == .number { operands[0] = try seedOfPhoto(operands[0]) }
      return try applied(intrinsic, operands, at: syntax.calleeLocation, syntax.location)
    case .lookUp where isSetting, .operation where isSetting, .unknown where isSetting:
      throw reported(.callInSetting(syntax))
    case .lookUp: return try lookUp(arguments, syntax)
    case .operation(let operation):
      guard scope.hasPictures else {
        if operation == .neighbor { return try neighborValue(arguments, syntax) }
        if operation == .pixels {
          let isKnown = syntax.arguments.first.map { module.declared[$0.value.text] != nil } ?? false
          throw reported(.pixelsInKernel(syntax, isKnownOutside: isKnown))
        }
        throw reported(
          operation == .format ? .textIsNoValue("", at: syntax.location) : .imageOperationInKernel(syntax))
      }
      return try call(operation, arguments, rows, syntax)
    case .unknown: throw unknownFunction(syntax, scope)
    }
  }

  /// The callee of a call. A declaration of the recipe hides one of the library, and that hides a built-in one.
  private enum Callee {
    case function(Int)
    /// A curve or table.
    case value(TypedExpression)
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
    if module.invalidFunctions.contains(syntax.path.first?.text ?? name) { return .invalid }
    let place = SourceLocation(syntax.location.file, syntax.calleeLocation.span)
    if let value = calledValue(name, at: place, scope) {
      if value.type.isUnknown { return .invalid }
      if value.type == .value(.curve) || value.type == .value(.lut) { return .value(value) }
    }
    if let index = symbol(of: name)?.function { return .function(index) }
    if let type = ValueType(rawValue: name), type.isNumeric || type == .matrix { return .type(type) }
    if name == "lookup" { return .lookUp }
    if let operation = PictureOperation(named: name) { return .operation(operation) }
    if let intrinsic = Intrinsic.named(name), !intrinsic.isConstant { return .intrinsic(intrinsic) }
    return .unknown
  }

  /// The value of a called name; nil where it has none in this scope.
  private mutating func calledValue(
    _ name: String, at place: SourceLocation, _ scope: Scope
  ) -> TypedExpression? {
    if isSetting { return nil }
    if let index = scope.locals?[name] {
      let value = local(index, at: place)
      return value.type.isUnknown ? nil : value
    }
    guard let symbol = symbol(of: name) else { return nil }
    switch symbol {
    case .constant(let index):
      if model.constants[index].state.isTyping { return nil }
      typeConstant(index)
      let type = model.type(of: symbol)
      guard type.isUnknown || scope.isTopLevel || !model.constants[index].isOpen else { return nil }
      return TypedExpression(.reference(symbol), type, at: place)
    case .parameter, .image:
      guard scope.isTopLevel else { return nil }
      if module.isOnDemand, !module.declaring.contains(name) { typeNow(symbol) }
      let type = model.type(of: symbol)
      return type.isUnknown ? nil : TypedExpression(.reference(symbol), type, at: place)
    case .source, .frame, .function, .module, .local, .intrinsic, .operation: return nil
    }
  }

  /// Whether a call of something unknown is a method of a value, or what another language writes in its own way.
  private func isRewritten(_ syntax: CallSyntax, _ scope: Scope) -> Bool {
    if syntax.path.count > 1, isValue(syntax.path[0].text, scope) { return true }
    return if case .way? = ForeignName(ofFunction: syntax.callee) { true } else { false }
  }

  private mutating func unknownFunction(_ syntax: CallSyntax, _ scope: Scope) -> Reported {
    if module.isIncomplete { return Reported() }
    let (name, first) = (syntax.callee, syntax.path.first?.text ?? syntax.callee)
    let declared = module.declared[name]?.location
    if syntax.path.count > 1, isValue(first, scope) {
      let isTable = calledValue(first, at: syntax.path[0].location, scope)?.type == .value(.lut)
      return reported(
        .methodOfValue(syntax, isTable: isTable, isInKernel: !scope.hasPictures, nearest: functionMeant(by: syntax)))
    }
    let constant: Symbol? = if case .constant? = symbol(of: name) { symbol(of: name) } else { nil }
    if isValue(name, scope) || declared != nil || constant != nil {
      let isMatrix = constant.map { model.type(of: $0) == .value(.matrix) } ?? false
      return reported(.notAFunction(syntax, declared: declared, isMatrix: isMatrix))
    }
    // `lightLeak` is the recipe "light-leak".
    let recipe = loader?.shippedNames.first {
      $0.split(separator: "-").inCamelCase.lowercased() == first.lowercased()
    }
    if let recipe, !syntax.isColorOfNumbers { return reported(.unusedRecipe(recipe, syntax)) }
    return reported(.unknownFunction(syntax, nearest: functionMeant(by: syntax)))
  }

  /// The function with the last name of a path, as in `np.mean`, or with a similar one.
  private mutating func functionMeant(by syntax: CallSyntax) -> String? {
    let name = syntax.path[syntax.path.count - 1].text
    let isBuiltIn = PictureOperation(named: name) != nil || Intrinsic.named(name)?.isConstant == false
    return isBuiltIn || symbol(of: name)?.function != nil ? name : nearestFunction(to: name)
  }

  private func isValue(_ name: String, _ scope: Scope) -> Bool {
    if scope.locals?[name] != nil { return true }
    return switch symbol(of: name) {
    case .parameter?, .image?, .source?, .frame?: true
    case .constant?, .function?, .module?, .local?, .intrinsic?, .operation?: false
    case nil: Intrinsic.named(name)?.isConstant == true
    }
  }

  /// The arguments of a call; the operand of `|>` is the first. `read` types each of the others, but for rows, which
  /// are no values.
  mutating func arguments(
    of syntax: CallSyntax, first: TypedExpression?,
    _ read: (inout Analyzer, ArgumentSyntax, [LabeledArgument]) -> TypedExpression?
  ) -> [LabeledArgument] {
    var arguments: [LabeledArgument] = first.map { [LabeledArgument(label: nil, value: $0)] } ?? []
    for argument in syntax.arguments {
      let outer = (isReadingPlace, literalSpace)
      if let value = read(&self, argument, arguments) {
        arguments.append(LabeledArgument(label: argument.label, value: value))
      }
      (isReadingPlace, literalSpace) = outer
    }
    return arguments
  }

  private mutating func nearestFunction(to name: String) -> String? {
    switch ForeignName(ofFunction: name) {
    case .name(let name)?: return name
    case .way?: return nil
    case nil: break
    }
    guard isWorthComparing else { return nil }
    wantWholeLibrary()
    let builtIn = Intrinsic.named.filter { !$0.isConstant }.map { $0.rawValue }
    let declared =
      model.modules[SemanticModel.library].exportedNames { $0.isCallable } + module.names { $0.isCallable }
    let pictures = PictureOperation.allCases.map { $0.name }
    return nearest(to: name, among: builtIn + declared + pictures + ["lookup", "rgb", "rgba", "vec2", "matrix"])
  }

  /// An argument with its label.
  struct LabeledArgument {
    let label: TokenSyntax?
    let value: TypedExpression
  }

  // MARK: Matching

  /// Finds the input of each argument: those without a label fill the inputs from the left, but those of `byName`.
  /// Inputs that are not `optional` have to be given. `areNumbers`: all inputs are.
  mutating func matched(
    _ arguments: [LabeledArgument], to inputs: [String], of syntax: CallSyntax, optional: Set<Int> = [],
    byName: Set<Int> = [], areNumbers: Bool = false
  ) throws(Reported) -> [TypedExpression.Input] {
    var matched: [TypedExpression.Input] = []
    var given: Set<Int> = []
    var isGood = true
    var places = inputs.indices.filter { !byName.contains($0) }[...]
    let indices = positions(of: inputs)
    // What the call itself supplies is not written.
    let written = inputs.indices.filter { !byName.contains($0) }.map { inputs[$0] }
    let repeated = repeatedPicture(arguments, syntax)
    var suggested: Set<String> = []
    for argument in arguments {
      var index = argument.label == nil ? places.popFirst() : nil
      if let label = argument.label {
        index = indices[label.text]
        if index == nil {
          let meant = nearest(to: label.text, among: inputs) ?? ForeignName.input(labeled: label.text, among: written)
          // `radiusX` and `radiusY` are not both the radius.
          let nearest = meant.flatMap { suggested.insert($0).inserted ? $0 : nil }
          report(.unknownLabel(label, of: syntax, inputs: written, nearest: nearest))
          isGood = false
          continue
        }
      }
      guard let index else {
        // What is wrong may be none of the inputs.
        if argument.value.type == .unknown { throw Reported() }
        if let repeated { throw reported(.pictureTwice(at: repeated.location, of: syntax)) }
        let isSurplus = inputs == ["seed"] && arguments[0].value.type.isPicture
        // What stands before `|>` has its own place.
        let isPiped = arguments.count > syntax.arguments.count
        let place = isSurplus && isPiped ? syntax.calleeLocation : (isSurplus ? arguments[0] : argument).value.location
        let position = byName.first.map { inputs[$0] }
        throw reported(.extraArgument(at: place, of: syntax, inputs: written, position: position))
      }
      if !given.insert(index).inserted {
        if let repeated { throw reported(.pictureTwice(at: repeated.location, of: syntax)) }
        // What is wrong may be none of the inputs.
        let isExplained = matched.contains { $0.index == index && $0.value.type == .unknown }
        if !isExplained { report(.argumentTwice(at: argument.value.location, inputs[index])) }
        isGood = false
      } else {
        matched.append(.init(index: index, value: argument.value, label: argument.label?.location))
      }
    }
    guard isGood else { throw Reported() }
    let missing = inputs.indices.filter { index in
      !optional.contains(index) && !given.contains(index)
    }
    guard missing.isEmpty else {
      let isImage = areNumbers && arguments.contains { $0.label == nil && $0.value.type.isImage }
      throw reported(
        .missingArguments(missing.map { inputs[$0] }, of: syntax, inputs: written, imageIsGiven: isImage))
    }
    return matched
  }

  /// The picture that is written as the first argument though `|>` gives one.
  private func repeatedPicture(_ arguments: [LabeledArgument], _ syntax: CallSyntax) -> TypedExpression? {
    guard arguments.count == syntax.arguments.count + 1, arguments.count > 1, arguments[1].label == nil,
      arguments[0].value.type.isImage, arguments[1].value.type.isImage
    else { return nil }
    return arguments[1].value
  }

  /// Two arguments without names, a color and a number, that are given for each other's inputs.
  private func exchanged(
    _ arguments: [TypedExpression.Input], _ entry: FunctionEntry
  ) -> (TypedExpression, TypedExpression)? {
    let unnamed = arguments.filter { $0.label == nil }
    func isColor(_ type: ExpressionType) -> Bool { type.isImage || type.value?.isColor == true }
    func isNumber(_ type: ExpressionType) -> Bool { type.isMask || type == .value(.scalar) }
    let number = unnamed.first { isColor(entry.inputs[$0.index].type) && isNumber($0.value.type) }
    let color = unnamed.first { isNumber(entry.inputs[$0.index].type) && isColor($0.value.type) }
    return number.flatMap { number in color.map { (number.value, $0.value) } }
  }

  // MARK: What is built in

  private mutating func construct(
    _ type: ValueType, _ arguments: [LabeledArgument], _ syntax: CallSyntax
  ) throws(Reported) -> TypedExpression {
    let parts = arguments.map { $0.value.plainNumber ?? $0.value }
    if let label = arguments.lazy.compactMap({ $0.label }).first {
      throw reported(.unknownLabel(label, of: syntax, inputs: [], nearest: nil))
    }
    if parts.contains(where: { $0.type.isUnknown }) { throw Reported() }
    if type == .matrix { return try matrix(of: parts, syntax) }
    var types: [ValueType] = []
    for part in parts {
      guard let found = part.type.isMask ? .scalar : part.type.value, found.isNumeric else {
        throw reported(.notPartOfValue(part.location, part.type.described, of: type, in: syntax))
      }
      types.append(found)
    }
    let width = types.reduce(0) { $0 + $1.width }
    guard width == type.width || types.count == 1 && width == 1 else {
      throw reported(.wrongWidth(syntax, type, found: types))
    }
    return try lifted(.construct(type, parts), type, from: parts, at: syntax.location)
  }

  /// A matrix of three rows, each three numbers in parentheses or an rgb.
  private mutating func matrix(
    of rows: [TypedExpression], _ syntax: CallSyntax
  ) throws(Reported) -> TypedExpression {
    guard rows.count == 3, rows.allSatisfy({ $0.type == .value(.rgb) }) else {
      throw reported(.notRows(rows.map { ($0.type.described, $0.location) }, syntax))
    }
    return TypedExpression(.construct(.matrix, rows), .value(.matrix), at: syntax.location)
  }

  // MARK: What is declared

  mutating func call(
    _ index: Int, _ arguments: [LabeledArgument], _ syntax: CallSyntax, _ scope: Scope
  ) throws(Reported) -> TypedExpression {
    let (entry, values) = (model.functions[index], arguments.map { $0.value })
    if let body { model.functions[body.function].calls.append((index, syntax)) } else { calls.append((index, syntax)) }
    if case .untyped = entry.state { uncheckedBodies.append(index) }
    guard entry.hasGoodSignature, let result = entry.result else { throw Reported() }
    // Over images, the call itself supplies the position of the pixel.
    let positions = Set(scope.hasPictures ? entry.inputs.indices.filter { entry.inputs[$0].type == .position } : [])
    if !positions.isEmpty, let first = arguments.first, first.label == nil, first.value.type.isImage,
      entry.inputs.allSatisfy({ $0.type == .position || $0.type.value.map { !$0.isColor } == true })
    {
      throw reported(.pictureForPlaces(first.value.location, of: syntax, result))
    }
    let defaults = zip(entry.inputs.indices, entry.syntax.parameters).filter { $1.defaultValue != nil }.map { $0.0 }
    let matched = try matched(
      arguments, to: entry.inputs.map { $0.name }, of: syntax, optional: positions.union(defaults), byName: positions,
      areNumbers: entry.inputs.allSatisfy { $0.type == .value(.scalar) })
    if values.contains(where: { $0.type.isUnknown }) { throw Reported() }
    if let (first, second) = exchanged(matched, entry) {
      let inputs = entry.inputs.indices.filter { !positions.contains($0) }.map { entry.inputs[$0].name }
      throw reported(.swapped(first.location, second.location, of: syntax, inputs: inputs))
    }
    if entry.isOverPictures {
      guard scope.hasPictures else { throw reported(.imageOperationInKernel(syntax)) }
      var inputs: [TypedExpression.Input] = []
      for argument in matched {
        let value = try passed(argument.value, for: entry.inputs[argument.index], of: entry, scope)
        inputs.append(.init(index: argument.index, value: value, label: argument.label))
      }
      let type = try deeper(at: syntax.location) { $0.pictureType(ofResult: result, of: index) }
      return TypedExpression(.call(index, inputs, at: syntax.calleeLocation), type, at: syntax.location)
    }
    var inputs: [TypedExpression.Input] = []
    for argument in matched {
      let value = try converted(argument.value, for: entry.inputs[argument.index], of: entry)
      inputs.append(.init(index: argument.index, value: value, label: argument.label))
    }
    guard case .value(let type) = result else { throw Reported() }
    return try lifted(
      .call(index, inputs, at: syntax.calleeLocation), type, from: values, usesPosition: !positions.isEmpty,
      at: syntax.location, named: syntax.calleeLocation)
  }

  /// What a call of a function over images gives.
  private mutating func pictureType(ofResult type: ExpressionType, of index: Int) -> ExpressionType {
    guard type.isMask else { return type }
    typeBody(of: index)
    return .mask(isBounded: model.functions[index].body?.resultIsBounded ?? false)
  }

  /// An argument of a function over images: pictures are passed whole, values are the same at all pixels.
  private mutating func passed(
    _ argument: TypedExpression, for input: FunctionEntry.Input, of entry: FunctionEntry, _ scope: Scope
  ) throws(Reported) -> TypedExpression {
    let role = "'\(input.name)' of \(entry.kind) '\(entry.name)'"
    switch (input.type, argument.type) {
    case (.image, .image(let isBounded)):
      guard isBounded else {
        throw reported(.unboundedArgument(at: argument.location, of: "a function", isTopLevel: scope.isTopLevel))
      }
      return argument
    case (.mask, _): return try mask(argument, as: role)
    case (.value(let type), _): return try uniform(argument, type, as: role)
    case (.image, _): throw reported(.notAPicture(argument.location, role, isMask: false, argument.type))
    case (.position, _), (.place, _), (.truths, _), (.condition, _), (.list, _), (.word, _), (.selection, _),
      (.unknown, _):
      throw Reported()
    }
  }

  /// An argument as a value that an input takes: over images, their color at each pixel.
  private mutating func converted(
    _ argument: TypedExpression, for input: FunctionEntry.Input, of entry: FunctionEntry
  ) throws(Reported) -> TypedExpression {
    let role = "'\(input.name)' of \(entry.kind) '\(entry.name)'"
    switch (input.type, argument.type) {
    case (.position, .position), (.value(.rgb), .image), (.value(.rgba), .image), (.value(.scalar), .mask),
      (.value(.bool), .condition(1, _)):
      return argument
    case (.image, .image), (.mask, .mask): return argument
    case (.mask, .value(.scalar)) where body.map({ model.functions[$0.function].isOverPictures }) ?? true:
      return argument
    case (.image, _), (.mask, _):
      if let picture = pictureInput(argument), picture.type.isMask == input.type.isMask { return picture }
      let isKernel = body.map { model.functions[$0.function].isKernel } ?? false
      throw reported(
        .notAPicture(argument.location, role, isMask: input.type.isMask, argument.type, inKernel: isKernel))
    case (.position, _): throw reported(.notAPosition(argument.location, role))
    case (.value(let type), _): return try coerced(argument, to: type, as: role, isPixel: true)
    case (.place, _), (.truths, _), (.condition, _), (.list, _), (.word, _), (.selection, _), (.unknown, _):
      throw Reported()
    }
  }
}
