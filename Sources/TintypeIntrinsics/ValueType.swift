/// The type of one value of the language at one pixel.
public enum ValueType: String, CaseIterable, Sendable, Hashable {
  /// One number.
  case scalar
  /// A truth value.
  case bool
  /// A pair of numbers, such as a position.
  case vec2
  /// A colour without alpha, straight.
  case rgb
  /// A colour with alpha, premultiplied unless a place says otherwise.
  case rgba
  /// Left, top, right and bottom of a rectangle of pixels, half open.
  case rect

  /// How many lanes a value of this type takes.
  public var width: Int {
    switch self {
    case .scalar, .bool: 1
    case .vec2: 2
    case .rgb: 3
    case .rgba, .rect: 4
    }
  }

  /// Whether arithmetic is defined on it.
  public var isNumeric: Bool {
    switch self {
    case .scalar, .vec2, .rgb, .rgba: true
    case .bool, .rect: false
    }
  }
}
