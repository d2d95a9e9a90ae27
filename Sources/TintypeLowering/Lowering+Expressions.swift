import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSemantics

// Code for the values of one pixel is lifted over whole images: every operand becomes its color at this pixel, and the
// result is an image again.
extension Lowering {
  func knownTruth(of condition: Value) -> Bool? { nil }

  mutating func written(
    _ expression: TypedExpression, first: Operand?
  ) throws(WritingFailure) -> Operand {
    switch (expression.kind, first) {
    case (.word, _):
      guard case .word(let word) = expression.type else { preconditionFailure("a word is one") }
      return .word(word)
    case (.member(let used, let symbol), _):
      guard let source = instance.source else { preconditionFailure("a module at work has a source") }
      return try inside(used, source: source) { lowering throws(WritingFailure) in try lowering.operand(of: symbol) }
    case (.bounds, _):
      guard let bounds = first?.bounds else { preconditionFailure("a picture whose bounds are asked for ends") }
      return .value(bounds)
    case (.place(let member, _), .position(let bounds)?): return place(member, bounds)
    case (.operation(let call), _):
      let outer = placeBounds
      // The positions of a sample, and the mask of a blur, refer to its picture.
      if [.sample, .filter(.blur)].contains(call.operation), let picture = first?.picture {
        placeBounds = picture.bounds ?? sourceBounds
      }
      defer { placeBounds = outer }
      let operands = try operands(of: expression, first: first)
      let result = try operated(call, operands, at: expression.location)
      // In a kernel, a neighbor is a value.
      if case .value = expression.type { return .value(value(result)) }
      wrote(expression, from: operands, result)
      return result
    case (.develop(let used, _, let given), .picture(let picture)?):
      let operands = try operands(of: expression, first: first)
      let result = try developed(used, picture, operands, given.map { $0.parameter }, at: expression.location)
      wrote(expression, from: operands, result)
      return result
    default: preconditionFailure("an expression that means something is written out whole")
    }
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

  private mutating func developed(
    _ used: UsedModule, _ picture: Picture, _ operands: [Operand], _ parameters: [Int],
    at place: SourceLocation
  ) throws(WritingFailure) -> Operand {
    guard let output = model.modules[used.index].output else { preconditionFailure("a used look has an output") }
    let given = Dictionary(uniqueKeysWithValues: zip(parameters, operands.dropFirst()))
    return try deeper(at: place) { lowering throws(WritingFailure) in
      try lowering.inside(used, source: picture, given: given) { lowering throws(WritingFailure) in
        try lowering.operand(output)
      }
    }
  }

  // MARK: Lifting

  mutating func pixel(of picture: Picture, isPremultiplied: Bool) -> Value {
    isPremultiplied ? builder.premultiplied(picture) : builder.straight(picture)
  }

  /// A kernel over images knows the place of the pixel in the image that it works on.
  mutating func position(over arguments: [Operand]) -> Operand {
    .position(bounds: builder.intersection(arguments.map { $0.bounds }) ?? placeBounds ?? sourceBounds)
  }

  /// A value at this pixel as an operand of a type; an image takes the first image's alpha.
  mutating func lifted(_ result: Operand, from operands: [Operand], _ type: ExpressionType) -> Operand {
    switch type {
    case .value, .truths, .list: result
    default: lifted(result, from: operands, in: builder.intersection(operands.map { $0.bounds }), type)
    }
  }

  private mutating func lifted(
    _ result: Operand, from operands: [Operand], in bounds: Value?, _ type: ExpressionType
  ) -> Operand {
    let image = operands.lazy.compactMap { $0.origin }.first { !$0.isMask }
    if case .condition = type {
      let truths = result.parts ?? [value(result)]
      return .parts(truths, over: Picture(color: image?.color ?? .mask(truths[0]), bounds: bounds))
    }
    let value = value(result)
    switch type {
    case .mask: return .picture(Picture(color: .mask(value), bounds: bounds))
    case .place: return .place(value, bounds: bounds)
    case .image where builder.type(of: value) == .rgba:
      return .picture(Picture(color: .premultiplied(value), bounds: bounds))
    case .image:
      let alpha = image.map { builder.alpha(of: $0) } ?? builder.constant(1)
      return .picture(Picture(color: .straight(value, alpha: alpha), bounds: bounds))
    case .value, .position, .truths, .condition, .list, .word, .selection, .unknown: return result
    }
  }

  // MARK: Functions over images

  /// Lengths on film use the format of the calling look, or else of the file that declares the function.
  mutating func inFunction(
    of module: Int, _ work: (inout Lowering) throws(WritingFailure) -> Operand
  ) throws(WritingFailure) -> Operand {
    let format = instance.format
    defer { instance.format = format }
    instance.format = format ?? model.modules[module].header.format
    return try work(&self)
  }

  // MARK: Choices

  /// One of two operands. A condition that is the same at all pixels chooses their rectangles too; one per pixel has a
  /// rectangle itself, and the result is what lies in all of them.
  mutating func selected(
    _ otherwise: Operand, _ then: Operand, by chosen: Operand, _ type: ExpressionType
  ) -> Operand {
    let condition = value(chosen)
    let operands = [otherwise, then, chosen]
    let bounds =
      chosen.value == nil
      ? builder.intersection(operands.map { $0.bounds })
      : builder.chosen(otherwise.bounds, then.bounds, condition)
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
    return lifted(.value(result), from: operands, in: bounds, type)
  }
}
