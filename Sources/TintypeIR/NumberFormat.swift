/// How a number is written into a text.
public struct NumberFormat: Sendable, Hashable {
  /// The conventions of photographers.
  public enum Style: String, CaseIterable, Sendable {
    /// `5.6`: no more decimals than give six significant digits, and six at most.
    case plain
    /// `12.5%`: of 1, with one decimal at most.
    case percent
    /// `+0.3`, `0` or `-1`: stops of light, with their sign and one decimal at most.
    case stops
    /// `f/5.6` or `f/16`: an f-number, with two decimals at most below 1, one below 10, and none from there on.
    case aperture
    /// `1/125`, `0.5` or `2`: seconds, below 0.275 as a fraction, and with one decimal at most from there on.
    case shutter
  }

  /// The convention.
  public var style: Style

  /// How many decimals are written; nil for as many as the number needs, up to those of the convention.
  public var decimals: Int?

  /// The numbers of decimals that can be asked for.
  public static let decimals = 0...6

  /// A convention, and how many decimals it has.
  public init(_ style: Style = .plain, decimals: Int? = nil) { (self.style, self.decimals) = (style, decimals) }

  /// The most characters of a number.
  public static let mostCharacters = 32

  /// The number, in single precision, as text. Halves are rounded away from 0; what has no digits, or too many, is
  /// written as Swift does.
  public func text(of number: Double) -> String {
    let number = Double(Float(number))
    switch style {
    case .plain: return digits(number, atMost: Self.significantDecimals(of: number))
    case .percent: return digits(number * 100, atMost: 1) + "%"
    case .stops:
      let digits = digits(number, atMost: 1)
      return number > 0 && digits.contains { ("1"..."9").contains($0) } ? "+" + digits : digits
    case .aperture: return "f/" + digits(number, atMost: number < 1 ? 2 : number < 9.95 ? 1 : 0)
    case .shutter:
      return number > 0 && number < 0.275 ? "1/" + digits(1 / number, atMost: 0) : digits(number, atMost: 1)
    }
  }

  /// As many decimals as are asked for, or up to a number of them as needed.
  private func digits(_ number: Double, atMost most: Int) -> String {
    let places = decimals ?? most
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = (number.magnitude * scale).rounded()
    guard scaled < 0x1p63 else { return "\(number)" }
    var text = "\(Int64(scaled))"
    text = String(repeating: "0", count: max(0, places + 1 - text.count)) + text
    if places > 0 { text.insert(".", at: text.index(text.endIndex, offsetBy: -places)) }
    if decimals == nil, places > 0 {
      text = String(text.dropLast(text.reversed().prefix { $0 == "0" }.count))
      if text.last == "." { text.removeLast() }
    }
    return number < 0 && scaled > 0 ? "-" + text : text
  }

  /// The decimals of six significant digits, 6 at most.
  private static func significantDecimals(of number: Double) -> Int {
    var (decimals, limit) = (5, 10.0)
    while decimals > 0, number.magnitude >= limit { (decimals, limit) = (decimals - 1, limit * 10) }
    return number.magnitude < 1 ? 6 : decimals
  }
}

extension NumberFormat: CaseIterable, CustomStringConvertible {
  /// All of them.
  public static let allCases: [NumberFormat] = Style.allCases.flatMap { style in
    [NumberFormat(style)] + decimals.map { NumberFormat(style, decimals: $0) }
  }

  /// `aperture`, or `percent.2` with the number of decimals.
  public var description: String { style.rawValue + (decimals.map { ".\($0)" } ?? "") }
}
