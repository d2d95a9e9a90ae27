/// The type of one value of the language at one pixel.
///
/// Everything that depends on the type alone is in its ``declaration``: a new type is a case and a declaration.
public enum ValueType: String, CaseIterable, Sendable, Hashable {
  case scalar, bool, vec2, rgb, rgba, matrix, rect
  case length, angle, ev, kelvin
  case seed, choice, curve, lut, picture
  case text, date

  /// The declaration of a type for the language, messages and the manual.
  public final class Declaration: Sendable {
    /// What can be done with its values.
    public let kind: Kind
    /// The permitted uses, besides those of the kind.
    public let uses: Uses
    /// The number of lanes.
    public let width: Int
    /// A value of it, in a sentence.
    public let described: String
    /// What it is, for the manual.
    public let documentation: String
    /// A literal.
    public let example: String
    /// Literals and calls that give a value, for the manual.
    public let forms: String

    fileprivate init(
      _ kind: Kind, _ uses: Uses, width: Int, _ described: String, _ documentation: String, example: String,
      forms: String
    ) {
      (self.kind, self.uses, self.width, self.described) = (kind, uses, width, described)
      (self.documentation, self.example, self.forms) = (documentation, example, forms)
    }
  }

  /// What a recipe may do with values of a type. The checker, programs and the pages read it here.
  public struct Uses: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// The uses of these bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A condition may choose one of two: `if` and `select`.
    public static let chosen = Uses(rawValue: 1)
    /// Two are compared as one number. (Colors are compared lane by lane.)
    public static let compared = Uses(rawValue: 2)
    /// Kernels and functions take, assign and return them.
    public static let computed = Uses(rawValue: 4)
    /// A parameter may have the type.
    public static let set = Uses(rawValue: 8)
    /// `let name: type` may state the type.
    public static let stated = Uses(rawValue: 16)
  }

  /// What can be done with values of a type.
  public enum Kind: Sendable {
    /// Numbers with arithmetic, constructed from lanes.
    case numbers
    /// Rows of numbers, by which colors are multiplied.
    case matrix
    /// A truth value.
    case truth
    /// The edges of a rectangle of pixels.
    case rectangle
    /// A number with a unit, which combines only with numbers of the same unit.
    case quantity
    /// Where noise starts.
    case seed
    /// A word out of a list.
    case choice
    /// A curve through points, called like a function.
    case curve
    /// A table of colors.
    case table
    /// A picture besides the photo: a file, of which a program knows the name only.
    case picture
    /// Text for people: a varying number of elements, and no arithmetic.
    case written
  }

  /// The declaration.
  public var declaration: Declaration { Self.declarations[position(of: self)] }

  /// In the order of the cases. (A dictionary would hash names, which is slow.)
  private static let declarations = allCases.map { $0.entry }

  /// The one entry per type.
  private var entry: Declaration {
    switch self {
    case .scalar:
      Declaration(
        .numbers, [.chosen, .compared, .computed, .set, .stated], width: 1, "a scalar", "one number", example: "0.5",
        forms: "`0.5`, `1e-3`, `50%`")
    case .bool:
      Declaration(
        .truth, [.chosen, .computed, .set, .stated], width: 1, "a bool", "truth", example: "true",
        forms: "`true`, `false`")
    case .vec2:
      Declaration(
        .numbers, [.chosen, .computed, .set, .stated], width: 2, "a vec2", "a pair, parts `.x .y`",
        example: "vec2(0.5, 0.5)", forms: "`vec2(0.5, 1)`")
    // Straight, not premultiplied.
    case .rgb:
      Declaration(
        .numbers, [.chosen, .computed, .set, .stated], width: 3, "an rgb",
        "a color, parts `.r .g .b`, also several: `.bgr`",
        example: "rgb(0.9, 0.5, 0.2)", forms: "`rgb(1, 0.5, 0)`, `rgb(0.5)`, `#c08060`")
    // Premultiplied unless a place says otherwise.
    case .rgba:
      Declaration(
        .numbers, [.chosen, .computed, .set, .stated], width: 4, "an rgba", "a color with alpha",
        example: "rgba(0.9, 0.5, 0.2, 1)",
        forms: "`rgba(c.rgb, 1)`, `#c0806080`")
    // Row by row.
    case .matrix:
      Declaration(
        .matrix, [.chosen, .computed, .stated], width: 9, "a matrix", "three rows of three numbers, for `m * color`",
        example: "matrix((1, 0, 0), (0, 1, 0), (0, 0, 1))",
        forms: "`matrix((0.9, 0.1, 0), (0, 1, 0), (0, 0.2, 0.8))`, `matrix(red, green, blue)`")
    // Left, top, right and bottom, half open.
    case .rect:
      Declaration(
        .rectangle, [], width: 4, "a rectangle", "the edges of an image, in pixels", example: "source.bounds",
        forms: "`source.bounds`")
    // The lanes are % of the short side, um on the film, and pixels, which add up.
    case .length:
      Declaration(
        .quantity, [.chosen, .computed, .set, .stated], width: 3, "a length", "a size in the picture", example: "2%",
        forms: "`2%` of the short side, `65um` or `1.2mm` on film, `3px`")
    // In radians.
    case .angle:
      Declaration(
        .quantity, [.chosen, .compared, .computed, .set, .stated], width: 1, "an angle", "an angle", example: "30deg",
        forms: "`30deg`, `0.5rad`")
    case .ev:
      Declaration(
        .quantity, [.chosen, .compared, .computed, .set, .stated], width: 1, "a number of stops", "stops of light",
        example: "0.5ev", forms: "`-0.5ev`")
    case .kelvin:
      Declaration(
        .quantity, [.chosen, .compared, .computed, .set, .stated], width: 1, "a color temperature",
        "a color temperature", example: "5600k", forms: "`5600k`")
    // An integer from 0 to 2^24.
    case .seed:
      Declaration(
        .seed, [.chosen, .set], width: 1, "a seed",
        "the seed of a noise, for parameters only: a whole number, or the photo's own; "
          + "`number(seed)` makes it a scalar",
        example: "7", forms: "`7`, `.photo`")
    // The position of the word.
    case .choice:
      Declaration(
        .choice, [.compared, .set], width: 1, "a choice", "a word that a parameter lists; compared with `==` and `!=`",
        example: ".fine", forms: "`.fine`")
    case .curve:
      Declaration(
        .curve, [.computed, .set, .stated], width: 0, "a curve",
        "a smooth curve through points, which never overshoots them and holds its ends; called like a function",
        example: "curve [(0, 0), (1, 1)]", forms: "`curve [(0, 0), (1, 1)]`")
    // The position among the program's tables.
    case .lut:
      Declaration(
        .table, [.computed, .set, .stated], width: 1, "a table", "a table of colors from a file, used with `lookup`",
        example: "lut \"film.cube\"", forms: "`lut \"film.cube\"`, or none for a parameter")
    // The path of its file below the recipe's folder, as text; none for one that is given with each render.
    case .picture:
      Declaration(
        .picture, [.set, .stated], width: 0, "a picture",
        "a picture besides the photo, placed with `fit`, `fill`, `stretch` or `tile`",
        example: "picture \"paper.png\"", forms: "`picture \"paper.png\"`, or none for a parameter")
    // Unicode scalars, one per character.
    case .text:
      Declaration(
        .written, [.chosen, .set, .stated], width: 0, "a text", "lines of letters, at most 200 of them",
        example: "\"Lisbon\"",
        forms: "`\"Lisbon\"`")
    // Year, month, day, hour, minute and second; no numbers mean the date on which the photo was taken.
    case .date:
      Declaration(
        .written, [.chosen, .set, .stated], width: 0, "a date", "a day and a time of day", example: "source.date",
        forms: "`source.date`, `\"2024-08-31\"`, `\"2024-08-31T12:30\"`")
    }
  }

  /// The number of lanes.
  public var width: Int { declaration.width }

  /// Those of which a program may hold values; a matrix is written out as its rows.
  public static let primitives = allCases.filter { $0 != .matrix }

  /// The type as a sentence names a value of it.
  public var described: String { declaration.described }

  /// Whether a recipe may use values of the type so.
  public func allows(_ uses: Uses) -> Bool { declaration.uses.isSuperset(of: uses) }

  /// Whether arithmetic is defined on the type.
  public var isNumeric: Bool { declaration.kind == .numbers }

  /// Whether it is a number with a unit.
  public var isQuantity: Bool { declaration.kind == .quantity }

  /// Whether it is text for people.
  public var isWritten: Bool { declaration.kind == .written }

  /// Whether its lanes are the letters of a text, of whatever length: a text, a date, or the name of a picture's file.
  public var isLetters: Bool { isWritten || self == .picture }

  /// Whether it is a color.
  public var isColor: Bool { self == .rgb || self == .rgba }

  /// Whether a parameter of the type may have a range.
  public var hasRange: Bool { isNumeric || isQuantity || self == .seed }

  /// Whether a value is exactly one lane, which is a plain number after the program is split into lanes.
  public var isSingleNumber: Bool { width == 1 && hasLanes }

  /// Whether values are constructed from lanes that can be extracted.
  public var hasLanes: Bool { hasRange || self == .rect || self == .choice }
}

/// The position of a case among all cases of an enumeration without payloads: its representation is its position.
package func position<Case: CaseIterable>(of value: Case) -> Int {
  assert(MemoryLayout<Case>.size == 1, "a case is one byte")
  return Int(unsafeBitCast(value, to: UInt8.self))
}
