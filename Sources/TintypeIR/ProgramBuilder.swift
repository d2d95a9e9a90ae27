public import TintypeIntrinsics
public import TintypeText

/// Builds a program value by value; equal instructions become one value.
///
/// The builder only asserts types; the caller must check them. (Semantics reports errors before lowering builds.)
public struct ProgramBuilder {
  /// The values so far.
  public private(set) var instructions: [Instruction] = []

  /// The author's names for values.
  public private(set) var labels = Labels()

  private var known: KnownInstructions

  /// Starts without values, and reserves capacity.
  public init(capacity: Int = 0) {
    known = KnownInstructions(capacity: capacity)
    instructions.reserveCapacity(capacity)
  }

  /// Continues after the values of a program.
  public init(continuing instructions: [Instruction]) {
    self.init(capacity: instructions.count)
    for instruction in instructions {
      _ = known.place(of: instruction, among: self.instructions)
      self.instructions.append(instruction)
    }
  }

  /// The instruction that computes a value.
  @inlinable public subscript(value: Value) -> Instruction { _read { yield instructions[value.index] } }

  /// The numbers of a constant value, or nil.
  public func constant(_ value: Value) -> Numbers? {
    if case .constant(let lanes) = instructions[value.index].operation { return lanes }
    return nil
  }

  /// The number that a scalar constant is, or nil.
  public func number(_ value: Value) -> Double? {
    guard case .constant(let lanes) = instructions[value.index].operation,
      instructions[value.index].type == .scalar
    else { return nil }
    return lanes[0]
  }

  /// Whether a value is a constant.
  @inlinable public func isConstant(_ value: Value) -> Bool {
    if case .constant = instructions[value.index].operation { true } else { false }
  }

  /// Whether a value is constructed from lanes.
  @inlinable public func isConstruct(_ value: Value) -> Bool {
    if case .construct = instructions[value.index].operation { true } else { false }
  }

  /// The type of a value.
  @inlinable public func type(of value: Value) -> ValueType { instructions[value.index].type }

  /// How often a value is computed.
  @inlinable public func rate(of value: Value) -> Rate { instructions[value.index].rate }

  /// Adds an instruction unchanged, or returns the equal one that exists.
  public mutating func add(_ instruction: consuming Instruction) -> Value {
    if let place = known.place(of: instruction, among: instructions) { return Value(place) }
    instructions.append(instruction)
    return Value(instructions.count - 1)
  }

  /// A constant of a type.
  public mutating func constant(_ lanes: [Double], _ type: ValueType) -> Value { constant(Numbers(lanes), type) }

  /// A constant of a type.
  public mutating func constant(_ lanes: Numbers, _ type: ValueType) -> Value {
    precondition(type.isLetters || lanes.count == type.width, "a constant has a number for each lane")
    return add(Instruction(.constant(lanes), type: type, rate: .uniform))
  }

  /// A scalar constant.
  public mutating func constant(_ number: Double) -> Value { constant(Numbers(number), .scalar) }

  /// A parameter.
  public mutating func parameter(_ index: Int, _ type: ValueType) -> Value {
    add(Instruction(.parameter(index), type: type, rate: .uniform))
  }

  /// A stored picture at this pixel; 0 is the photo.
  public mutating func source(_ number: Int = 0, isLight: Bool = false) -> Value {
    add(Instruction(.source(number, isLight: isLight), type: .rgba, rate: .varying))
  }

  /// The rectangle of a source; 0 is the photo.
  public mutating func sourceBounds(_ number: Int = 0) -> Value {
    add(Instruction(.sourceBounds(number), type: .rect, rate: .uniform))
  }

  /// Noise at this pixel.
  public mutating func noise(seed: Value) -> Value { add(Instruction(.noise, [seed], type: .rgba, rate: .varying)) }

  /// The position of this pixel's center in source pixels.
  public mutating func position() -> Value { add(Instruction(.position, type: .vec2, rate: .varying)) }

  /// The frame number.
  public mutating func frame() -> Value { add(Instruction(.frame, type: .scalar, rate: .uniform)) }

  /// A field of the photo's capture metadata, or its fallback.
  public mutating func shot(_ field: ShotField, fallback: Value? = nil) -> Value {
    let operands = fallback.map { Operands([$0]) } ?? []
    return add(
      Instruction(.shot(field, hasFallback: fallback != nil), operands, type: field.type, rate: .uniform))
  }

  /// The result of a measurement.
  public mutating func measured(_ number: Int, _ type: ValueType) -> Value {
    add(Instruction(.measured(number), type: type, rate: .uniform))
  }

  /// A curve through points x0 y0 x1 y1 ...
  public mutating func curve(_ points: [Double]) -> Value {
    add(Instruction(.curve(points), type: .curve, rate: .uniform))
  }

  /// A curve at the lanes of a value.
  public mutating func evaluate(_ curve: Value, at x: Value) -> Value {
    add(Instruction(.evaluate, [curve, x], type: self[x].type, rate: self[x].rate))
  }

  /// A table at a color.
  public mutating func interpolate(_ table: Value, at color: Value) -> Value {
    interpolate(table, at: [color])
  }

  /// A table at a color, given as one value or lane by lane.
  public mutating func interpolate(_ table: Value, at color: [Value]) -> Value {
    let operands = Operands([table] + color)
    return add(Instruction(.interpolate, operands, type: .rgb, rate: rate(of: operands)))
  }

  /// One of 256 numbers, by the 8-bit code of a channel of the source.
  public mutating func lookup(_ numbers: [Double], at channel: Value) -> Value {
    add(Instruction(.lookup(numbers), [channel], type: .scalar, rate: self[channel].rate))
  }

  /// A text made of other values.
  public mutating func text(_ operation: TextOperation, _ operands: Operands) -> Value {
    add(Instruction(.text(operation), operands, type: .text, rate: .uniform))
  }

  /// The fraction of this pixel that lines of text cover; the numbers are x, y, the two of the anchor, the height, and
  /// where lines are aligned.
  public mutating func letters(_ text: Value, _ lettering: Lettering, _ numbers: [Value]) -> Value {
    precondition(numbers.count == 6, "lines of letters are placed by six numbers")
    return add(Instruction(.letters(lettering), Operands([text] + numbers), type: .scalar, rate: .varying))
  }

  /// A function at a scalar.
  public mutating func cubics(_ function: PiecewiseCubic, at x: Value) -> Value {
    add(Instruction(.cubics(function), [x], type: .scalar, rate: self[x].rate))
  }

  /// Some lanes of a value; all of them in order is the value itself.
  public mutating func component(_ lanes: [Int], of value: Value) -> Value {
    if lanes.elementsEqual(0..<instructions[value.index].type.width) { return value }
    if case .construct = self[value].operation, let parts = wholeParts(lanes, of: value) {
      return parts.count == 1 ? parts[0] : construct(parts, Self.type(ofWidth: lanes.count))
    }
    return add(Instruction(.component(lanes), [value], type: Self.type(ofWidth: lanes.count), rate: self[value].rate))
  }

  /// A value of a type, constructed from the lanes of others.
  public mutating func construct(_ parts: Operands, _ type: ValueType) -> Value {
    precondition(parts.reduce(0) { $0 + self[$1].type.width } == type.width, "the parts fill the value")
    if parts.count == 1, self[parts[0]].type == type { return parts[0] }
    return add(Instruction(.construct, parts, type: type, rate: rate(of: parts)))
  }

  /// A value of a type, constructed from the lanes of others.
  public mutating func construct(_ parts: [Value], _ type: ValueType) -> Value { construct(Operands(parts), type) }

  /// An intrinsic on values of matching types.
  public mutating func apply(_ intrinsic: Intrinsic, _ operands: Value...) -> Value {
    apply(intrinsic, Operands(operands))
  }

  /// An intrinsic on values of matching types.
  public mutating func apply(_ intrinsic: Intrinsic, _ operands: Operands) -> Value {
    let signature = intrinsic.definition.signature
    guard let type = signature.resultType(of: operands.count, { type(of: operands[$0]) }) else {
      preconditionFailure("\(intrinsic) does not take \(operands.map { self[$0].type })")
    }
    return add(Instruction(.apply(intrinsic), operands, type: type, rate: rate(of: operands)))
  }

  /// An instruction of the tile machine on scalars.
  public mutating func lane(_ operation: LaneOperation, _ operands: Operands) -> Value {
    guard let type = operation.declaration.signature.resultType(of: operands.count, { type(of: operands[$0]) }) else {
      preconditionFailure("\(operation) does not take \(operands.map { self[$0].type })")
    }
    return add(Instruction(.lane(operation), operands, type: type, rate: rate(of: operands)))
  }

  /// The same; operands beyond the arity are ignored.
  public mutating func lane(_ operation: LaneOperation, _ a: Value, _ b: Value, _ c: Value) -> Value {
    var operands: Operands = [a]
    let arity = operation.arity
    if arity > 1 { operands.append(b) }
    if arity > 2 { operands.append(c) }
    return lane(operation, operands)
  }

  /// The intersection of two rectangles.
  public mutating func intersect(_ a: Value, _ b: Value) -> Value {
    a == b ? a : add(Instruction(.intersect, [a, b], type: .rect, rate: .uniform))
  }

  /// A spatial step on fields and their rectangle; the operands between are its amounts, or a place.
  public mutating func spatial(
    _ operation: SpatialOperation, _ fields: Operands, _ amounts: Operands, in bounds: Value
  ) -> Value {
    let operands = Operands(Array(fields) + Array(amounts) + [bounds])
    return add(Instruction(.spatial(operation), operands, type: self[fields[0]].type, rate: rate(of: operands)))
  }

  /// The same on one field with one amount, or at a place.
  public mutating func spatial(_ operation: SpatialOperation, _ field: Value, _ how: Value, in bounds: Value) -> Value {
    spatial(operation, [field], [how], in: bounds)
  }

  /// Gives a value the author's name, unless it has one.
  public mutating func label(_ value: Value, _ name: String) {
    labels.add(name, to: value)
  }

  /// Varying if any operand is.
  private func rate(of operands: Operands) -> Rate {
    operands.contains { rate(of: $0) == .varying } ? .varying : .uniform
  }

  /// The parts of a construct that are exactly these lanes, or nil if a part would have to be split.
  private func wholeParts(_ lanes: [Int], of value: Value) -> [Value]? {
    var parts: [Value] = []
    var wanted = lanes[...]
    while let first = wanted.first {
      var start = 0
      guard
        let part = self[value].operands.first(where: { part in
          defer { start += self[part].type.width }
          return start == first
        })
      else { return nil }
      let width = self[part].type.width
      guard Array(wanted.prefix(width)) == Array(first..<first + width) else { return nil }
      parts.append(part)
      wanted = wanted.dropFirst(width)
    }
    return parts
  }

  /// The type of a selection of lanes.
  public static func type(ofWidth width: Int) -> ValueType {
    switch width {
    case 1: .scalar
    case 2: .vec2
    case 3: .rgb
    default: .rgba
    }
  }
}
