public import TintypeDiagnostics
import TintypeIR

/// An unsupported feature: part of a look that the export target cannot hold.
public struct UnsupportedFeature: Sendable, Hashable {
  /// What the result depends on besides the color.
  public enum Kind: String, CaseIterable, Sendable {
    case noise, place, neighbors, text, pictures, tables, crop, frame, shot

    /// In a sentence.
    var phrase: String {
      switch self {
      case .noise: "noise"
      case .place: "the place of a pixel"
      case .neighbors: "other pixels"
      case .text: "text"
      case .pictures: "another picture"
      case .tables: "a table of colors"
      case .crop: "where the picture ends"
      case .frame: "the number of the frame"
      case .shot: "the photo's metadata"
      }
    }

    /// The kind of an operation; nil for those that a table can hold.
    init?(_ operation: Operation) {
      switch operation {
      case .noise: self = .noise
      case .position: self = .place
      case .spatial: self = .neighbors
      case .letters: self = .text
      case .source(let number, _) where number > 0: self = .pictures
      case .interpolate: self = .tables
      case .frame: self = .frame
      case .shot: self = .shot
      // What was measured is a number by now.
      case .source, .constant, .parameter, .measured, .sourceBounds, .curve, .evaluate, .lookup, .cubics, .construct,
        .text, .component, .apply, .lane, .intersect:
        return nil
      }
    }
  }

  /// What the step depends on, in the order in which it is found.
  public var kinds: [Kind]

  /// The name that omits it: of an image, function, operation or used look; else the word for the kind.
  public var name: String

  /// Its position in the text; nil if no step in the recipe's own text contains it.
  public var place: SourceLocation?

  /// How far it is beyond what the target holds, in parentheses behind the kinds; nil where the target holds none.
  public var excess: String?
}
