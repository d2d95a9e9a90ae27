public import TintypeDiagnostics

/// What a look promises about the colors that come out of it.
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
  }

  /// The words for claims.
  enum Word: String, CaseIterable { case neutral, monotone, identity }

  /// What is promised.
  public var claim: Claim

  /// How far in dE2000 what comes out may be off.
  public var limit: Double

  /// What parameters are set to, by name, one number a lane.
  public var values: [String: [Double]]

  /// As it stands in the text.
  public var text: String

  /// Where.
  public var location: SourceLocation

  /// Where the text says nothing else: a difference that hardly anybody sees.
  public static let usualLimit = 1.0
}
