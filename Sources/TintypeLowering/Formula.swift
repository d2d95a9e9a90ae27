import TintypeIR
import TintypeIntrinsics

/// Scalar arithmetic before it becomes instructions, so that geometry reads as in a textbook.
indirect enum Formula: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  case value(Value)
  case number(Double)
  case lane(Int, of: Value)
  case apply(Intrinsic, [Formula])

  init(floatLiteral number: Double) { self = .number(number) }

  init(integerLiteral number: Int) { self = .number(Double(number)) }

  static func + (a: Formula, b: Formula) -> Formula { .apply(.add, [a, b]) }
  static func - (a: Formula, b: Formula) -> Formula { .apply(.subtract, [a, b]) }
  static func * (a: Formula, b: Formula) -> Formula { .apply(.multiply, [a, b]) }
  static func / (a: Formula, b: Formula) -> Formula { .apply(.divide, [a, b]) }
  static prefix func - (a: Formula) -> Formula { .apply(.negate, [a]) }

  static func min(_ a: Formula, _ b: Formula) -> Formula { .apply(.min, [a, b]) }
  static func max(_ a: Formula, _ b: Formula) -> Formula { .apply(.max, [a, b]) }

  /// The nearest integer.
  var rounded: Formula { .apply(.floor, [self + 0.5]) }

  /// The nearest integer of a length that is a product of shares. One that ends in .5 comes out a few units in the last
  /// place lower in single precision; it is rounded up all the same.
  var roundedLength: Formula { (self * .number(1 + 0x1p-22)).rounded }

  var roundedUp: Formula { -.apply(.floor, [-self]) }
}

/// The edges of a rectangle in source pixels.
struct Rectangle {
  var left, top, right, bottom: Formula
  var width, height: Formula

  /// A rectangle by its corner and size.
  init(left: Formula, top: Formula, width: Formula, height: Formula) {
    (self.left, self.top, self.width, self.height) = (left, top, width, height)
    (right, bottom) = (left + width, top + height)
  }

  /// The rectangle that a value is; that of the photo begins at 0.
  init(_ bounds: Value, isSource: Bool) {
    (left, top) = (.lane(0, of: bounds), .lane(1, of: bounds))
    (right, bottom) = (.lane(2, of: bounds), .lane(3, of: bounds))
    (width, height) = isSource ? (right, bottom) : (right - left, bottom - top)
  }

  var shortSide: Formula { .min(width, height) }

  var longSide: Formula { .max(width, height) }
}

extension ProgramBuilder {
  /// Writes a formula out; equal parts become one value.
  mutating func write(_ formula: Formula) -> Value {
    switch formula {
    case .value(let value): return value
    case .number(let number): return constant(number)
    case .lane(let lane, let value): return component([lane], of: value)
    case .apply(let intrinsic, let operands):
      var values = Operands()
      for operand in operands { values.append(write(operand)) }
      return apply(intrinsic, values)
    }
  }

  mutating func write(_ rectangle: Rectangle) -> Value {
    construct([rectangle.left, rectangle.top, rectangle.right, rectangle.bottom].map { write($0) }, .rect)
  }

  /// The edges of a value that is a rectangle.
  func rectangle(_ bounds: Value) -> Rectangle {
    let isSource = if case .sourceBounds = self[bounds].operation { true } else { false }
    return Rectangle(bounds, isSource: isSource)
  }

  /// The place of the pixel, across and down from the top left of a rectangle.
  mutating func pixel(in rectangle: Rectangle) -> (x: Formula, y: Formula) {
    let position = position()
    return (.lane(0, of: position) - rectangle.left, .lane(1, of: position) - rectangle.top)
  }
}
