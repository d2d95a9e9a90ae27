package import TintypeDiagnostics
import TintypeIntrinsics
import TintypeSyntax

// The queries of an editor. Offsets are bytes of a file.
extension SemanticModel {
  /// The symbol of the name at a place, with the extent of the name; nil where there is no name.
  package func symbol(at offset: Int, in file: SourceFile) -> (symbol: Symbol, location: SourceLocation)? {
    var best: (symbol: Symbol, location: SourceLocation)?
    forEachName { symbol, place in
      guard place.file == file, place.span.start <= offset, offset <= place.span.end else { return }
      if let best, best.location.span.count <= place.span.count { return }
      best = (symbol, place)
    }
    return best
  }

  /// The places where a symbol is named, its declaration first, the others in the order of the files.
  package func references(to symbol: Symbol) -> [SourceLocation] {
    var places: Set<SourceLocation> = []
    forEachName { if $0 == symbol { places.insert($1) } }
    let ranks = positions(of: files.map { $0.name })
    let declaration = declaration(of: symbol)
    return places.sorted { a, b in
      if a == declaration || b == declaration { return a == declaration && b != declaration }
      return (ranks[a.file.name] ?? .max, a.span.start) < (ranks[b.file.name] ?? .max, b.span.start)
    }
  }

  /// The name in the declaration of a symbol; nil for a built-in one.
  package func declaration(of symbol: Symbol) -> SourceLocation? {
    switch symbol {
    case .parameter(let index): parameters[index].syntax.name?.location
    case .image(let index): images[index].syntax.name?.location
    case .constant(let index): constants[index].syntax.name?.location
    case .function(let index): functions[index].location
    case .local(let function, let local): functions[function].body?.locals[local].location
    case .module(let index): modules[index].layers.first.map { SourceLocation($0.recipe.location.file, Span(0, 0)) }
    case .source, .frame, .intrinsic, .operation: nil
    }
  }

  /// The `///` lines above a declaration, or the manual's sentence on a built-in function.
  package func documentation(of symbol: Symbol) -> String? {
    switch symbol {
    case .parameter(let index): parameters[index].syntax.documentation
    case .image(let index): images[index].syntax.documentation
    case .constant(let index): constants[index].syntax.documentation
    case .function(let index): functions[index].documentation
    case .module(let index): modules[index].header.about
    case .intrinsic(let intrinsic): intrinsic.definition.documentation
    case .operation(let operation): operation.documentation
    case .source: "The photo."
    case .frame: "The number of the frame of a video; 0 for a photo."
    case .local: nil
    }
  }

  /// The innermost expression at a place, with the function whose body it is in.
  package func expression(
    at offset: Int, in file: SourceFile
  ) -> (expression: TypedExpression, function: Int?)? {
    var best: (expression: TypedExpression, function: Int?)?
    forEachExpression { expression, function in
      let place = expression.location
      guard place.file == file, place.span.start <= offset, offset <= place.span.end else { return }
      if let best, best.expression.location.span.count < place.span.count { return }
      best = (expression, function)
    }
    return best
  }

  /// How often an expression has to be computed.
  package func rate(of expression: TypedExpression, inBody: Bool) -> ExpressionRate {
    switch expression.type {
    case .image, .mask, .position, .place, .condition: return .varying
    case .value, .truths, .list, .word, .selection, .unknown:
      if constantLanes(of: expression, in: recipe.header.workingSpace) != nil { return .constant }
      return inBody ? .varying : .uniform
    }
  }

  // MARK: Completion

  /// Every name in scope at a place; where names hide each other, the visible one.
  package func names(at offset: Int, in file: SourceFile) -> [String: Symbol] {
    guard let module = modules.first(where: { $0.files.contains(file) }) else { return [:] }
    var names: [String: Symbol] = [:]
    for intrinsic in Intrinsic.named { names[intrinsic.rawValue] = .intrinsic(intrinsic) }
    let body = functions.indices.first { index in
      let syntax = functions[index].syntax
      return syntax.location.file == file && syntax.body.span.start < offset && offset < syntax.body.span.end
    }
    if body.map({ functions[$0].isOverPictures }) ?? true {
      for operation in PictureOperation.allCases { names[operation.name] = .operation(operation) }
    } else {
      names[PictureOperation.neighbor.name] = .operation(.neighbor)
    }
    if body == nil {
      (names["source"], names["frame"]) = (.source, .frame)
    }
    for scope in [modules[Self.library], module] {
      let isOwn = scope.files.contains(file)
      for (name, declared) in scope.declared where isVisible(declared, at: offset, in: file, isInBody: body != nil) {
        if isOwn || !Module.isPrivate(name) { names[name] = declared.symbol }
      }
    }
    guard let body, let locals = functions[body].body?.locals else { return names }
    for (index, local) in locals.enumerated() where local.scope.start <= offset && offset <= local.scope.end {
      names[local.name] = .local(function: body, index)
    }
    return names
  }

  /// Whether a declaration can be used at a place: a kernel sees no pictures, and pictures are read from top to bottom.
  private func isVisible(_ declared: Module.Declared, at offset: Int, in file: SourceFile, isInBody: Bool) -> Bool {
    switch declared.symbol {
    case .function?, .module?: true
    case .constant(let index)?: !isInBody || !constants[index].isOpen
    case .parameter?: !isInBody
    case .image(let index)?:
      !isInBody && (declared.location.file != file || images[index].syntax.span.end <= offset)
    case .source?, .frame?, .local?, .intrinsic?, .operation?, nil: false
    }
  }

  /// The members of a used recipe that others see.
  package func members(of module: Int) -> [String: Symbol] {
    modules[module].declared.filter { !Module.isPrivate($0.key) }.compactMapValues { $0.symbol }
  }

  // MARK: Walks

  /// Visits every typed expression, outer ones first, with the function whose body it is in.
  package func forEachExpression(_ visit: (TypedExpression, Int?) -> Void) {
    func walk(_ root: TypedExpression?, _ function: Int?) {
      for expression in root?.all.reversed() ?? [] { visit(expression, function) }
    }
    for constant in constants { walk(constant.value, nil) }
    for image in images { walk(image.value, nil) }
    for module in modules {
      walk(module.output, nil)
      for number in module.numbers { walk(number, nil) }
    }
    for (index, function) in functions.enumerated() {
      for expression in function.body?.block.expressions ?? [] { walk(expression, index) }
    }
  }

  /// Visits every name that has a symbol, where it is declared and where it is used.
  package func forEachName(_ visit: (Symbol, SourceLocation) -> Void) {
    func declared(_ symbol: Symbol) { if let place = declaration(of: symbol) { visit(symbol, place) } }
    for index in parameters.indices { declared(.parameter(index)) }
    for index in images.indices { declared(.image(index)) }
    for index in constants.indices { declared(.constant(index)) }
    for (index, function) in functions.enumerated() {
      declared(.function(index))
      for local in function.body?.locals.indices ?? 0..<0 { declared(.local(function: index, local)) }
      for (local, place) in function.body?.block.assignments ?? [] {
        visit(.local(function: index, local), place)
      }
    }
    forEachExpression { expression, _ in
      switch expression.kind {
      case .call(let function, let inputs, _):
        for input in inputs { if let label = input.label { visit(.local(function: function, input.index), label) } }
      case .develop(_, _, let given):
        for argument in given { if let label = argument.label { visit(.parameter(argument.parameter), label) } }
      default: break
      }
    }
    forEachUse(visit)
  }

  /// Visits every name that has a symbol where it is used, not where it is declared or assigned to.
  func forEachUse(_ visit: (Symbol, SourceLocation) -> Void) {
    for mention in mentions { visit(mention.symbol, mention.location) }
    forEachExpression { expression, function in
      let place = expression.location
      func start(_ name: String) -> SourceLocation {
        SourceLocation(place.file, Span(place.span.start, min(place.span.start + name.utf8.count, place.span.end)))
      }
      switch expression.kind {
      case .reference(let symbol), .member(_, let symbol): visit(symbol, place)
      case .local(let local): if let function { visit(.local(function: function, local), place) }
      case .call(let index, _, let callee): visit(.function(index), callee)
      case .apply(let intrinsic, _, let name):
        if intrinsic.definition.symbol == nil, intrinsic != .select || name != place {
          visit(.intrinsic(intrinsic), name)
        }
      case .operation(let call): visit(.operation(call.operation), start(call.operation.name))
      case .constant, .converted, .color, .word, .date, .shot, .parenthesized, .construct, .component, .bounds, .place,
        .conditional, .curve, .evaluate, .lookUp, .list, .element, .develop, .invalid:
        break
      }
    }
  }
}

extension Span {
  fileprivate var count: Int { end - start }
}
