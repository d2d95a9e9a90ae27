/// The type of one value of the language at one pixel.
public enum ValueType: String, CaseIterable, Sendable, Hashable {
  /// One number.
  case scalar
  /// A truth value.
  case bool
  /// A pair of numbers, such as a position.
  case vec2
  /// A color without alpha, straight.
  case rgb
  /// A color with alpha, premultiplied unless a place says otherwise.
  case rgba
  /// Left, top, right and bottom of a rectangle of pixels, half open.
  case rect
  /// A size in the picture: lanes are % of the short side, um on the film, and pixels, which add up.
  case length
  /// An angle; the lane is in radians.
  case angle
  /// A number of stops of light.
  case ev
  /// A color temperature; the lane is in kelvin.
  case kelvin
  /// A noise seed; the lane is an integer from 0 to 2^24.
  case seed
  /// One of the words that a parameter lists; the lane is its position.
  case choice
  /// A curve through points; it has no lanes.
  case curve
  /// A table of colors; the lane is its position among the program's tables.
  case lut
  /// A line of text; its numbers are Unicode scalars, one per character.
  case text
  /// A date and time; its numbers are year, month, day, hour, minute and second. No numbers mean the date on which the
  /// photo was taken.
  case date

  /// The number of lanes.
  public var width: Int {
    switch self {
    case .scalar, .bool, .angle, .ev, .kelvin, .seed, .choice, .lut: 1
    case .vec2: 2
    case .rgb, .length: 3
    case .rgba, .rect: 4
    case .curve, .text, .date: 0
    }
  }

  /// Whether arithmetic is defined on the type.
  public var isNumeric: Bool {
    switch self {
    case .scalar, .vec2, .rgb, .rgba: true
    default: false
    }
  }

  /// Whether a value is exactly one lane, which is a plain number after the program is split into lanes.
  public var isSingleNumber: Bool { width == 1 && hasLanes }

  /// Whether values are constructed from lanes that can be extracted.
  public var hasLanes: Bool { self != .bool && self != .curve && self != .lut && !isWritten }

  /// Whether it is text for people: values have a varying number of elements, and no arithmetic.
  public var isWritten: Bool { self == .text || self == .date }

  /// Whether it is a number with a unit, which combines only with numbers of the same unit.
  public var isQuantity: Bool {
    switch self {
    case .length, .angle, .ev, .kelvin: true
    default: false
    }
  }
}
