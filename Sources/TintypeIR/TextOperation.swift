import TintypeIntrinsics

/// How a text is made of other values.
public enum TextOperation: Sendable, Hashable, CaseIterable {
  /// A date, by the pattern that is the second operand: see ``DatePattern``. An invalid pattern is literal text.
  case date(DateLocale)
  /// A number.
  case number(NumberFormat)
  /// A text and what follows it, together at most ``TextLanes/mostCharacters``.
  case joined

  /// All of them.
  public static let allCases =
    DateLocale.allCases.map { TextOperation.date($0) } + NumberFormat.allCases.map { TextOperation.number($0) }
    + [.joined]

  /// The word for it in a program's text.
  var name: String {
    switch self {
    case .date(let locale): "date.text.\(locale.rawValue)"
    case .number(let format): "number.text.\(format)"
    case .joined: "text.joined"
    }
  }

  /// The types of the operands.
  var operands: [ValueType] {
    switch self {
    case .date: [.date, .text]
    case .number: [.scalar]
    case .joined: [.text, .text]
    }
  }

  /// The letters of the result from the lanes of the operands.
  public func lanes(of operands: [[Double]]) -> [Double] {
    switch self {
    case .date(let locale):
      (try? DatePattern(TextLanes.text(of: operands[1])))?.lanes(of: operands[0], locale) ?? operands[1]
    case .number(let format): TextLanes.lanes(of: format.text(of: operands[0][0]))
    case .joined: Array((operands[0] + operands[1]).prefix(TextLanes.mostCharacters))
    }
  }
}
