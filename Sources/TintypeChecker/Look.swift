public import TintypeIR

/// A recipe that has been checked: what it says about itself, and the program it means.
public struct Look: Sendable, Equatable {
  /// The name in the header.
  public var name: String

  /// What the header says.
  public var header: LookHeader

  /// What it does.
  public var program: Program

  /// The pictures that have a name, in order: `source`, what the recipe declares, `output`.
  public var images: [NamedImage]

  /// What can be set.
  public var parameters: [Parameter] { program.parameters }
}

/// The words of a look's header.
public struct LookHeader: Sendable, Equatable {
  /// What it looks like, in a sentence or two.
  public var about: String?

  /// Who made it.
  public var author: String?

  /// The works it follows.
  public var after: [String] = []

  /// What it takes its mood from; a name that is somebody's trademark belongs here and not into the look's name.
  public var inspiredBy: [String] = []

  /// Words to find it by.
  public var tags: [String] = []

  /// Under what terms the text may be used.
  public var license: String?

  /// What a colour means inside the recipe.
  public var workingSpace: WorkingSpace

  /// The keys that a header may have.
  enum Key: String, CaseIterable {
    case about, author, after, inspiredBy = "inspired-by", tags, license, working
  }
}

/// What a colour means inside a recipe.
public enum WorkingSpace: String, CaseIterable, Sendable, Hashable {
  /// Linear light with the primaries of the file, 0 to 1 for what the file can store and unbounded above.
  case linearSRGB = "linear-srgb"

  /// The encoded values as they stand in the file.
  case display
}
