import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

/// A body that is being typed.
struct BodyInProgress {
  let function: Int
  /// nil where the declared type is unknown.
  let result: ValueType?
  var locals: [Local] = []
  /// The locals of unknown type.
  var invalid: Set<Int> = []
  /// Whether every path has returned.
  var isDone = false

  func type(of local: Int) -> ExpressionType { invalid.contains(local) ? .unknown : locals[local].type }

  mutating func add(
    _ name: String, _ type: ExpressionType, at place: SourceLocation, in scope: Span, as role: Local.Role
  ) -> Int {
    locals.append(Local(name: name, location: place, type: type, scope: scope, role: role))
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
        .init(name: name.text, type: parameter.type.flatMap { try? inputType($0) }, location: name.location))
    }
    model.functions[index].result = syntax.result.flatMap { try? valueType($0, .pixel) }
  }

  private mutating func inputType(_ syntax: TypeSyntax) throws(Reported) -> InputType {
    syntax.name == InputType.positionName ? .position : .value(try valueType(syntax, .pixel))
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
    for (position, input) in model.functions[index].inputs.enumerated() {
      guard let value = parameters[position].defaultValue else { continue }
      switch input.type {
      case .value(let type)?:
        model.functions[index].inputs[position].defaultValue =
          try? constant(value, type, as: "the default of '\(input.name)'").value
      case .position?: report(.positionWithDefault(at: value.location))
      case nil: break
      }
    }
  }

  private mutating func typedBody(of entry: FunctionEntry) -> TypedBlock {
    let syntax = entry.syntax
    var scope = Scope(locals: [:])
    for input in entry.inputs {
      let type: ExpressionType =
        switch input.type {
        case .value(let type)?: .value(type)
        case .position?: .position
        case nil: .unknown
        }
      // If two inputs share a name, both are unknown.
      let isSecond = scope.locals?[input.name] != nil
      let local = body?.add(input.name, isSecond ? .unknown : type, at: input.location, in: syntax.span, as: .input)
      if let first = scope.locals?[input.name] { body?.invalid.insert(first) }
      scope.locals?[input.name] = local
    }
    let block = self.block(syntax.body, &scope)
    if body?.isDone == false {
      report(.missingReturn(syntax))
    }
    return block
  }
}
