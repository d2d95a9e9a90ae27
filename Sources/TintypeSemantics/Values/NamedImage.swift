public import TintypeIR

/// A picture of a recipe: its name, and which values of the program are its color at this pixel.
public struct NamedImage: Sendable, Equatable {
  /// The form of the color.
  public enum Color: Sendable, Equatable {
    /// `rgb` and alpha side by side.
    case straight(Value, alpha: Value)
    /// One `rgba` with alpha multiplied in.
    case premultiplied(Value)
    /// The one number of a mask.
    case mask(Value)
  }

  /// The name in the text; `source` and `output` for the two ends, names that no recipe can declare.
  public var name: String

  /// Its color in the working space of the recipe that declares it, in the look's program as checked.
  public var color: Color

  /// That working space.
  public var space: WorkingSpace

  package init(name: String, color: Color, space: WorkingSpace) {
    (self.name, self.color, self.space) = (name, color, space)
  }
}
