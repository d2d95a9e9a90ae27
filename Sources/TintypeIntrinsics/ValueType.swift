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
  /// What noise starts from; the lane is a whole number from 0 to 2 to the power of 24.
  case seed
  /// One of the words that a parameter lists; the lane is its position.
  case choice
  /// A curve through points; it has no lanes of its own.
  case curve
  /// A table of colors; the lane is its position among the program's tables.
  case lut
  /// A line of letters; its numbers are its Unicode scalars, as many as it has.
  case text
  /// A day and a time; its numbers are year, month, day, hour, minute and second, and none for the day on which the photo was taken.
  case date

  /// How many lanes a value of this type takes.
  public var width: Int {
    switch self {
    case .scalar, .bool, .angle, .ev, .kelvin, .seed, .choice, .lut: 1
    case .vec2: 2
    case .rgb, .length: 3
    case .rgba, .rect: 4
    case .curve, .text, .date: 0
    }
  }

  /// Whether arithmetic is defined on it.
  public var isNumeric: Bool {
    switch self {
    case .scalar, .vec2, .rgb, .rgba: true
    default: false
    }
  }

  /// Whether one lane, a plain number once the program is split into lanes, is all there is to it.
  public var isSingleNumber: Bool { width == 1 && hasLanes }

  /// Whether it is made of numbers that can be taken out and put together.
  public var hasLanes: Bool { self != .bool && self != .curve && self != .lut && !isWritten }

  /// Whether it is for people to read: its values have as many numbers as they need, and none that is computed with.
  public var isWritten: Bool { self == .text || self == .date }

  /// Whether it is a number with a unit, which mixes with numbers of its own unit only.
  public var isQuantity: Bool {
    switch self {
    case .length, .angle, .ev, .kelvin: true
    default: false
    }
  }
}
