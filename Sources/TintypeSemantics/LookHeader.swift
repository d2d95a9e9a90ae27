public import TintypeColor

/// Some parameters' values under a name: `variant "hard" { contrast = 1.4 }`.
public struct LookVariant: Sendable, Equatable {
  /// The name.
  public var name: String

  /// Values by the parameter's name, one number a lane.
  public var values: [String: [Double]]
}

/// The words of a look's header.
public struct LookHeader: Sendable, Equatable {
  /// What it looks like, in a sentence or two.
  public var about: String?

  /// Who made it.
  public var author: String?

  /// The works it follows.
  public var after: [String] = []

  /// Its inspiration; trademarks belong here and not in the look's name.
  public var inspiredBy: [String] = []

  /// Words to find it by.
  public var tags: [String] = []

  /// Under what terms the text may be used.
  public var license: String?

  /// What a color means inside the recipe.
  public var workingSpace: WorkingSpace

  /// The film whose frame the photo stands for: what `um` are measured on.
  public var format: FilmFormat?

  /// What the colors of its photos are, whatever their files say; nil goes by the file.
  public var input: InputSpace?

  /// The keys that a header may have.
  package enum Key: String, CaseIterable {
    case about, author, after, inspiredBy = "inspired-by", tags, license, format, input, working

    /// What an entry says, in Markdown; the manual's table is made of it.
    package var documentation: String {
      switch self {
      case .about: "what it looks like, a text in quotes"
      case .author: "who made it, a text in quotes"
      case .after: "texts or words: works it follows"
      case .inspiredBy: "texts or words: what it takes its mood from"
      case .tags: "words to find it by"
      case .license: "under what terms the text may be used, a text in quotes"
      case .format:
        "the film whose frame the photo stands for: "
          + FilmFormat.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
          + "; `um` and `mm` are measured on it"
      case .input:
        "what the colors of its photos are, whatever their files say, such as `s-log3`; the words are those of "
          + "`--input-space`, which goes before it"
      case .working:
        "what a color means inside the file, required: `linear-srgb` (light, as camera apps hand it to their kernels) "
          + "or `display` (the values that a screen shows, encoded as sRGB has them)"
      }
    }
  }

  /// The words that may begin a line of a header.
  package static let keys = Key.allCases.map { $0.rawValue }
}

/// A film frame by its usual name.
public enum FilmFormat: String, CaseIterable, Sendable, Hashable {
  case halfFrame = "half-frame"
  case small = "35mm"
  case medium645 = "645"
  case medium66 = "6x6"
  case medium67 = "6x7"
  case large45 = "4x5"

  /// The longer side of the exposed frame in micrometers (ISO 1007 and 732 for roll film; the others as cameras mask
  /// them).
  public var longSideMicrometers: Double {
    switch self {
    case .halfFrame: 24_000
    case .small: 36_000
    case .medium645, .medium66: 56_000
    case .medium67: 69_500
    case .large45: 120_000
    }
  }
}

/// What a color means inside a recipe.
public enum WorkingSpace: String, CaseIterable, Sendable, Hashable {
  /// Linear light with the primaries of sRGB: 0 to 1 for what sRGB has, below and above for what other files have.
  case linearSRGB = "linear-srgb"

  /// The same encoded as sRGB has it: the values of an sRGB file.
  case display
}
