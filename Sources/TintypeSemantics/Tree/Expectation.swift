public import TintypeDiagnostics
package import TintypeSyntax

/// A promise of a look about its colors.
public struct Expectation: Sendable, Equatable {
  /// What is promised.
  public enum Claim: Sendable, Equatable {
    /// Grays come out gray.
    case neutral
    /// What is lighter before is not darker afterward.
    case monotone
    /// Every color comes out as it went in.
    case identity
    /// A color becomes another one; red, green and blue of the screen, 0 to 255.
    case patch([UInt8], [UInt8])
    /// What becomes of a color has a property in a window.
    case measure(Measure, of: [UInt8], in: ClosedRange<Double>)
    /// The mean distance in dE2000 from another look over ``ColorChart``, which comes with the program and is known by
    /// its name.
    case distance(from: String, in: ClosedRange<Double>)
  }

  /// A property of a color.
  public enum Measure: String, Sendable, CaseIterable {
    /// The angle of a* and b* in degrees, from 0.
    case hue
    /// The distance from gray, of a* and b*.
    case chroma
    /// L*, 0 to 100.
    case lightness
    /// log10 of 1 / reflected light: 0 is white, 2 is black paper.
    case density

    /// What is measured.
    package var documentation: WordDocumentation {
      switch self {
      case .hue: WordDocumentation("expect hue of lightSkin in 40...56", "the angle of a* and b*, in degrees")
      case .chroma: WordDocumentation("expect chroma of foliage in 10...60", "the distance from gray, of a* and b*")
      case .lightness: WordDocumentation("expect lightness of #808080 in 45...55", "L*, from 0 to 100")
      case .density:
        WordDocumentation("expect density of black in 1.5...2.2", "0 for white, 1 for a tenth of it, 2 for black")
      }
    }
  }

  /// The word for a distance from another look.
  package static let distanceWord = "distance"

  /// The words for claims, and what they promise.
  package static let words: [(word: String, claim: Claim, meaning: String)] = [
    ("neutral", .neutral, "grays come out gray"),
    ("monotone", .monotone, "what is lighter before is not darker afterward"),
    ("identity", .identity, "every color comes out as it went in"),
  ]

  /// What is promised.
  public var claim: Claim

  /// The largest error, in dE2000.
  public var limit: Double

  /// The values of parameters, by name, one number per lane.
  public var values: [String: [Double]]

  /// Where.
  public var location: SourceLocation

  /// The text of the expectation, in one line.
  public var text: String {
    location.file.text(in: location.span).split { $0.isWhitespace }.joined(separator: " ")
  }

  /// The default: a difference that hardly anybody sees.
  public static let usualLimit = 1.0
}
