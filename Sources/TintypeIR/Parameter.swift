public import TintypeIntrinsics

/// A setting of a look: declared once; read by the command line, sliders, manuals and exports.
public struct Parameter: Sendable, Equatable {
  /// The name in the text and for `--set`.
  public var name: String

  /// Its type.
  public var type: ValueType

  /// The default value, one number per lane.
  public var defaultValue: [Double]

  /// The valid range of a lane; a value outside is an error.
  public var hardRange: ClosedRange<Double>?

  /// The words to choose from, for a choice.
  public var choices: [String] = []

  /// The range of a slider, within ``hardRange``.
  public var sliderRange: ClosedRange<Double>?

  /// The step of a slider: a hint.
  public var step: Double?

  /// A unit to print after the number: a hint.
  public var unit: String?

  /// The heading under which it is listed.
  public var group: String?

  /// The display name, instead of ``name``.
  public var label: String?

  /// The doc comment of the declaration.
  public var documentation: String?

  /// Whether a date is formatted with this text, which must then be a valid pattern.
  public var isDatePattern = false

  /// Creates a parameter without ranges and texts.
  public init(name: String, type: ValueType, defaultValue: [Double]) {
    (self.name, self.type, self.defaultValue) = (name, type, defaultValue)
  }
}
