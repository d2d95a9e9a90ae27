public import TintypeDiagnostics

/// `0.5`
public struct NumberSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// The number; 0 when it is misspelled, which has been reported.
  public var value: Double { syntax.numberValue }
}

/// `65um`: a number and its unit.
public struct QuantitySyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// The number before the unit as it is written: 2 for `2%`; 0 when it is misspelled, which has been reported.
  public var value: Double { syntax.numberValue }

  /// The loop variable.
  public var unit: UnitWord {
    guard let unit = UnitWord(rawValue: unitToken.text) else { preconditionFailure("a quantity of nothing: \(text)") }
    return unit
  }

  /// Where the unit stands.
  public var unitLocation: SourceLocation { unitToken.location }

  private var unitToken: TokenSyntax {
    guard let last = syntax.childTokens.last else { preconditionFailure("a quantity without a unit: \(text)") }
    return last
  }
}

extension Syntax {
  /// The node as a number with a unit; nil when it is something else.
  public var quantity: QuantitySyntax? { kind == .quantity ? QuantitySyntax(syntax: self) : nil }

  /// The number that stands in a literal.
  fileprivate var numberValue: Double { token(.number).flatMap { TintypeSyntax.numberValue($0.text) } ?? 0 }
}

/// The number a spelling means, or nil when it means none or one too large to hold.
func numberValue(_ spelling: String) -> Double? {
  // `Double` also reads spellings that are not ours, such as 0x10.
  guard spelling.utf8.allSatisfy({ isDigit($0) || ".eE+-".utf8.contains($0) }) else { return nil }
  guard let value = Double(spelling), value.isFinite else { return nil }
  return value
}

/// `#c08060`
public struct ColorSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// Red, green, blue and, with eight digits, alpha, each 0 to 255; black when it is misspelled, which has been
  /// reported.
  public var channels: [UInt8] {
    var digits = Array(text.dropFirst())
    if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
    guard digits.count == 6 || digits.count == 8 else { return [0, 0, 0] }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...($0 + 1)]), radix: 16) ?? 0 }
  }
}

/// `"…"`
public struct StringSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// The text without quotes and escapes.
  public var value: String { syntax.token(.string)?.stringValue ?? "" }
}

/// `"ISO \(source.iso)"`: a text with values in it.
public struct InterpolatedTextSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// The parts of the text, each in front of a value but the last.
  public var parts: [TokenSyntax] { syntax.childTokens.filter { $0.stringValue != nil } }

  /// The values.
  public var values: [ExpressionSyntax] { syntax.expressions }
}

/// `true` or `false`
public struct BooleanSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// Which of the two.
  public var value: Bool { syntax.token(.true) != nil }
}
