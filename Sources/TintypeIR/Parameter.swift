public import TintypeIntrinsics

/// What a look lets its user set: declared once, read by the command line, by sliders, manuals and exports.
public struct Parameter: Sendable, Equatable {
  /// The name in the text and for `--set`.
  public var name: String

  /// Its type.
  public var type: ValueType

  /// The value unless it is set, one number a lane.
  public var defaultValue: [Double]

  /// What a lane may be at all; a value outside is an error.
  public var hardRange: ClosedRange<Double>?

  /// The words it may be, for a choice.
  public var choices: [String]

  /// What a slider shows; inside ``hardRange``.
  public var sliderRange: ClosedRange<Double>?

  /// How far a slider moves in one step: a hint.
  public var step: Double?

  /// A unit to print behind the number: a hint.
  public var unit: String?

  /// The heading it stands under.
  public var group: String?

  /// What a person reads instead of ``name``.
  public var label: String?

  /// The doc comment above it.
  public var documentation: String?

  /// Whether a date is written by it: not every text is a pattern.
  public var isDatePattern = false

  /// Makes a parameter.
  public init(
    name: String, type: ValueType, defaultValue: [Double], hardRange: ClosedRange<Double>? = nil,
    choices: [String] = [], sliderRange: ClosedRange<Double>? = nil, step: Double? = nil, unit: String? = nil,
    group: String? = nil,
    label: String? = nil, documentation: String? = nil
  ) {
    self.name = name
    self.type = type
    self.defaultValue = defaultValue
    self.hardRange = hardRange
    self.choices = choices
    self.sliderRange = sliderRange
    self.step = step
    self.unit = unit
    self.group = group
    self.label = label
    self.documentation = documentation
  }
}
