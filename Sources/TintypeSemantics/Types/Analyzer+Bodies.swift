import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

/// A body that is being typed.
struct BodyInProgress {
  let function: Int
  /// nil where the declared type is unknown.
  let result: ExpressionType?
  var locals: [Local] = []
  /// Whether every path has returned.
  var isDone = false
  /// Whether some path has.
  var hasResult = false
  /// Whether a part of it could not be read, which may have been its return; nil until that is asked.
  var isUnreadable: Bool?

  mutating func add(
    _ name: String, _ type: ExpressionType, at place: SourceLocation, in scope: Span, as role: Local.Role,
    value: TypedExpression? = nil
  ) -> Int {
    let constantValue = role == .constant ? value : nil
    locals.append(
      Local(name: name, location: place, type: type, scope: scope, role: role, constantValue: constantValue))
    return locals.count - 1
  }
}

extension Analyzer {
  mutating func declareSignature(of index: Int) {
    let syntax = model.functions[index].syntax
    var seen: [String: SourceLocation] = [:]
    for parameter in syntax.parameters {
      guard let name = parameter.name else { continue }
      if let first = seen[name.text] {
        report(.duplicateName(name, first: first))
        model.functions[index].hasDuplicateInputs = true
      } else {
        seen[name.text] = name.location
      }
      model.functions[index].inputs.append(
        .init(name: name.text, type: inputType(parameter, of: syntax), location: name.location))
    }
    let takesPictures = model.functions[index].isOverPictures
    let result = syntax.result.flatMap { try? bodyType($0, hasPictures: !syntax.isKernel) }
    model.functions[index].result = result
    if takesPictures, let written = syntax.result, let result, !result.isPicture, result.value?.isWritten != true {
      let hasPictures = model.functions[index].inputs.contains { $0.type.isPicture }
      report(.valueOfPictures(written, hasPictures: hasPictures))
      model.functions[index].result = nil
    }
    guard model.functions[index].isOverPictures else { return }
    for (place, input) in model.functions[index].inputs.enumerated() where input.type.isPosition {
      report(.positionBesidePicture(at: input.location))
      model.functions[index].inputs[place].type = .unknown
    }
  }

  private mutating func inputType(_ syntax: FunctionParameterSyntax, of function: FunctionSyntax) -> ExpressionType {
    let type = syntax.type.flatMap { InputType(rawValue: $0.name) }
    if type == .position { return .position }
    // The neighbors of a kernel's image can be read.
    let hasPictures = !function.isKernel || type != nil
    return syntax.type.flatMap { try? bodyType($0, hasPictures: hasPictures) } ?? .unknown
  }

  /// The type that a name stands for in a function, whose images have edges, or in a kernel, which has no images.
  mutating func bodyType(_ syntax: TypeSyntax, hasPictures: Bool) throws(Reported) -> ExpressionType {
    switch InputType(rawValue: syntax.name) {
    case .image where hasPictures: .image(isBounded: true)
    case .mask where hasPictures: .mask(isBounded: false)
    default: .value(try valueType(syntax, hasPictures ? .function : .pixel))
    }
  }

  /// Types a body, unless that has been done.
  mutating func typeBody(of index: Int) {
    guard case .untyped = model.functions[index].state else { return }
    model.functions[index].state = .typing
    let entry = model.functions[index]
    inside(entry.module) { analyzer in
      analyzer.typeDefaults(of: index)
      analyzer.body = BodyInProgress(function: index, result: entry.result)
      let block = analyzer.typedBody(of: entry)
      analyzer.model.functions[index].state = .typed(TypedBody(locals: analyzer.body?.locals ?? [], block: block))
    }
  }

  private mutating func typeDefaults(of index: Int) {
    let parameters = model.functions[index].syntax.parameters.filter { $0.name != nil }
    let isOverPictures = model.functions[index].isOverPictures
    for (position, input) in model.functions[index].inputs.enumerated() {
      guard let value = parameters[position].defaultValue else { continue }
      switch input.type {
      case .value(let type):
        let role = "the default of '\(input.name)'"
        let constant = try? constant(value, type, as: role).value
        if let constant, isOverPictures { _ = try? uniform(constant, type, as: role) }
        model.functions[index].inputs[position].defaultValue = constant
      case .position: report(.positionWithDefault(at: value.location))
      case .image, .mask: report(.pictureWithDefault(at: value.location))
      case .place, .truths, .condition, .list, .word, .selection, .unknown: break
      }
    }
  }

  private mutating func typedBody(of entry: FunctionEntry) -> TypedBlock {
    let syntax = entry.syntax
    var scope = Scope(locals: [:], isOverPictures: entry.isOverPictures)
    for input in entry.inputs {
      // If two inputs share a name, both are unknown.
      let first = scope.locals?[input.name]
      let type = first == nil ? input.type : .unknown
      let local = body?.add(input.name, type, at: input.location, in: syntax.span, as: .input)
      if let first { body?.locals[first].type = .unknown }
      scope.locals?[input.name] = local
    }
    let block = self.block(syntax.body, &scope)
    if body?.isDone == false, entry.result != nil, !bodyIsUnreadable() { report(.missingReturn(syntax)) }
    return block
  }
}
