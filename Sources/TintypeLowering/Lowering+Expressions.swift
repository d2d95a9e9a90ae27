import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSemantics

// Code for the values of one pixel is lifted over whole images: every operand becomes its color at this pixel, and the
// result is an image again.
extension Lowering {
  /// Writes an expression out.
  mutating func operand(_ expression: TypedExpression) throws(TooLarge) -> Operand {
    try deeper(at: expression.location) { lowering throws(TooLarge) in
      // Chains lean left and may be long: a stack is short.
      var chain = [expression]
      while let first = chain[chain.count - 1].operands.first { chain.append(first) }
      var result = try lowering.leaf(chain.removeLast())
      for expression in chain.reversed() { result = try lowering.combined(expression, first: result) }
      return result
    }
  }

  private mutating func leaf(_ expression: TypedExpression) throws(TooLarge) -> Operand {
    switch expression.kind {
    case .constant(let lanes): return .value(known(lanes, expression.type.pixel ?? .scalar))
    case .color(let channels, let space): return .value(color(channels, in: space ?? instance.space))
    case .reference(let symbol): return try operand(of: symbol)
    case .local(let index):
      guard let local = locals[index] else { preconditionFailure("a name has a value where it is used") }
      return local
    case .member(let used, let symbol):
      guard let source = instance.source else { preconditionFailure("a module at work has a source") }
      return try inside(used, source: source) { lowering throws(TooLarge) in try lowering.operand(of: symbol) }
    case .word:
      guard case .word(let word) = expression.type else { preconditionFailure("a word is one") }
      return .word(word)
    case .date: return .value(builder.constant([], .date))
    case .conditional(let conditional): return try self.conditional(conditional, expression)
    case .call(let function, _, let place): return try called(function, [], [], expression, at: place)
    default: preconditionFailure("an expression that means something has operands")
    }
  }

  private mutating func combined(_ expression: TypedExpression, first: Operand) throws(TooLarge) -> Operand {
    try count(at: expression.location)
    var operands = [first]
    let outer = placeBounds
    // The arguments after the picture of a sample are places in it.
    if case .operation(.sample, _, _) = expression.kind, let picture = first.picture {
      placeBounds = picture.bounds ?? sourceBounds
    }
    defer { placeBounds = outer }
    for operand in expression.operands.dropFirst() { operands.append(try self.operand(operand)) }
    placeBounds = outer
    switch expression.kind {
    case .parenthesized: return first
    case .apply(let intrinsic, let written, let place):
      if intrinsic == .select { return selected(operands, expression) }
      let values = operands.map { value($0) }
      let result = builder.apply(intrinsic, Operands(values))
      if model.linted != nil, intrinsic.definition.hazard != nil {
        mark(.operation(intrinsic, values, written.map(\.location)), at: place)
      }
      return lifted(result, from: operands, expression)
    case .construct(let type, _):
      var parts = operands.map { value($0) }
      if parts.count == 1, builder[parts[0]].type == .scalar { parts = Array(repeating: parts[0], count: type.width) }
      return lifted(builder.construct(parts, type), from: operands, expression)
    case .component(let lanes, _):
      guard let image = first.picture else { return .value(builder.component(lanes, of: value(first))) }
      let channel = builder.component(lanes, of: builder.premultiplied(image))
      return .picture(Picture(color: .mask(channel), bounds: image.bounds))
    case .bounds:
      guard let bounds = first.bounds else { preconditionFailure("a picture whose bounds are asked for ends") }
      return .value(bounds)
    case .place(let member, _):
      guard case .position(let bounds) = first else { preconditionFailure("a place is one of a position") }
      return place(member, bounds)
    case .evaluate:
      return lifted(builder.evaluate(value(first), at: value(operands[1])), from: [operands[1]], expression)
    case .lookUp(_, _, let isShown): return lookedUp(operands, isShown: isShown, expression)
    case .operation(let operation, let inputs, let lettering):
      return operated(operation, inputs, operands, lettering)
    case .call(let function, let inputs, let place):
      return try called(function, inputs, operands, expression, at: place)
    case .develop(let used, _, let given):
      return try developed(used, operands, given.map(\.parameter), at: expression.location)
    case .constant, .color, .reference, .local, .member, .word, .date, .conditional, .invalid:
      preconditionFailure("an expression that means something is written out whole")
    }
  }

  /// A color literal is in display values, and is converted to the working space.
  private mutating func color(_ codes: [UInt8], in space: WorkingSpace) -> Value {
    let channels = codes.map { Double($0) / 255 }
    let shown = builder.constant(Array(channels.prefix(3)), .rgb)
    let working = space == .linearSRGB ? builder.apply(.srgbToLinear, shown) : shown
    guard channels.count == 4 else { return working }
    let alpha = builder.constant(channels[3])
    return builder.construct([builder.apply(.multiply, working, alpha), alpha], .rgba)
  }

  /// A member of the pixel's position: y points down, and a pixel is at its center.
  private mutating func place(_ member: TypedExpression.PlaceMember, _ bounds: Value) -> Operand {
    let corner = builder.component([0, 1], of: bounds)
    let found: (value: Value, range: Interval)
    switch member {
    case .size:
      found = (builder.apply(.subtract, builder.component([2, 3], of: bounds), corner), Interval(1, .infinity))
    case .pixels: found = (builder.apply(.subtract, builder.position(), corner), Interval(0.5, .infinity))
    case .relative:
      let size = builder.apply(.subtract, builder.component([2, 3], of: bounds), corner)
      let place = builder.apply(.divide, builder.apply(.subtract, builder.position(), corner), size)
      // The center of a pixel lies on no edge.
      found = (place, Interval(.leastNonzeroMagnitude, 1))
    }
    origins.know(found.value, found.range)
    return .value(found.value)
  }

  private mutating func lookedUp(_ operands: [Operand], isShown: Bool, _ expression: TypedExpression) -> Operand {
    var color = value(operands[0])
    // Tables are defined on display values.
    let isConverted = isShown && instance.space == .linearSRGB
    if isConverted { color = builder.apply(.linearToSrgb, color) }
    color = builder.interpolate(value(operands[1]), at: color)
    if isConverted { color = builder.apply(.srgbToLinear, color) }
    return lifted(color, from: [operands[0]], expression)
  }

  private mutating func developed(
    _ used: UsedModule, _ operands: [Operand], _ parameters: [Int], at place: SourceLocation
  ) throws(TooLarge) -> Operand {
    guard let picture = operands[0].picture, let output = model.modules[used.index].output else {
      preconditionFailure("a used look makes a picture of a picture")
    }
    let given = Dictionary(uniqueKeysWithValues: zip(parameters, operands.dropFirst()))
    return try deeper(at: place) { lowering throws(TooLarge) in
      try lowering.inside(used, source: picture, given: given) { lowering throws(TooLarge) in
        try lowering.operand(output)
      }
    }
  }

  // MARK: Lifting

  /// An operand as the value of this pixel; of an image, its straight color.
  private mutating func value(_ operand: Operand) -> Value {
    switch operand {
    case .value(let value), .place(let value, _): value
    case .picture(let picture): builder.straight(picture)
    case .position, .word: preconditionFailure("positions and words are no values")
    }
  }

  /// A value at this pixel as an operand of the expression's type; an image takes the first image's alpha.
  mutating func lifted(
    _ result: Value, from operands: [Operand], _ expression: TypedExpression
  ) -> Operand {
    if case .value = expression.type { return .value(result) }
    return lifted(result, from: operands, in: builder.intersection(operands.map(\.bounds)), expression)
  }

  private mutating func lifted(
    _ result: Value, from operands: [Operand], in bounds: Value?, _ expression: TypedExpression
  ) -> Operand {
    switch expression.type {
    case .mask: return .picture(Picture(color: .mask(result), bounds: bounds))
    case .place: return .place(result, bounds: bounds)
    case .image where builder.type(of: result) == .rgba:
      return .picture(Picture(color: .premultiplied(result), bounds: bounds))
    case .image:
      let image = operands.lazy.compactMap(\.picture).first { !$0.isMask }
      let alpha = image.map { builder.alpha(of: $0) } ?? builder.constant(1)
      return .picture(Picture(color: .straight(result, alpha: alpha), bounds: bounds))
    default: return .value(result)
    }
  }

  // MARK: Choices

  private mutating func conditional(
    _ conditional: TypedConditional, _ expression: TypedExpression
  ) throws(TooLarge) -> Operand {
    let condition = value(try operand(conditional.condition))
    mark(.condition(condition), at: conditional.condition.location)
    let then = try assuming(condition, holds: true) { lowering throws(TooLarge) in
      try lowering.value(of: conditional.then)
    }
    let otherwise = try assuming(condition, holds: false) { lowering throws(TooLarge) in
      try lowering.value(of: conditional.otherwise)
    }
    return selected([otherwise, then, .value(condition)], expression)
  }

  private mutating func value(of block: TypedValueBlock) throws(TooLarge) -> Operand {
    for (local, value) in block.constants {
      let operand = try operand(value)
      locals[local.index] = operand
      if case .value(let value) = operand { builder.label(value, local.name) }
    }
    return try operand(block.value)
  }

  /// One of two operands. A condition over pictures is the same at all pixels, so it chooses their rectangles too.
  private mutating func selected(_ operands: [Operand], _ expression: TypedExpression) -> Operand {
    let (otherwise, then, condition) = (operands[0], operands[1], value(operands[2]))
    let bounds = builder.chosen(otherwise.bounds, then.bounds, condition)
    if let a = otherwise.picture, let b = then.picture, !a.isMask, !b.isMask {
      if case .straight(let colorA, let alphaA) = a.color, case .straight(let colorB, let alphaB) = b.color {
        let alpha = alphaA == alphaB ? alphaA : builder.apply(.select, alphaA, alphaB, condition)
        let color = builder.apply(.select, colorA, colorB, condition)
        return .picture(Picture(color: .straight(color, alpha: alpha), bounds: bounds))
      }
      let color = builder.apply(.select, builder.premultiplied(a), builder.premultiplied(b), condition)
      return .picture(Picture(color: .premultiplied(color), bounds: bounds))
    }
    let result = builder.apply(.select, value(otherwise), value(then), condition)
    return lifted(result, from: operands, in: bounds, expression)
  }
}
