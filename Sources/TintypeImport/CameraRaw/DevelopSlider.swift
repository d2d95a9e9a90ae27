/// A slider of a preset, and the parameter of the recipe that it becomes.
struct DevelopSlider {
  /// The unit of a parameter.
  enum Unit: String {
    case scalar = ""
    case ev
    case deg

    var type: String {
      switch self {
      case .scalar: "scalar"
      case .ev: "ev"
      case .deg: "angle"
      }
    }
  }

  /// The key in the file.
  let key: String
  /// The name of the parameter.
  let name: String
  let label: String
  var range: ClosedRange<Double> = -100...100
  var step = 1.0
  /// The value where the file has none.
  var usual = 0.0
  var unit = Unit.scalar
  /// Whether the step does nothing while all such sliders are at their usual value.
  var isAmount = true

  /// The parameter, with a value.
  func declaration(_ value: Double, group: String) -> String {
    func spelled(_ number: Double) -> String { written(number) + unit.rawValue }
    return "param \(name): \(unit.type) = \(spelled(value)) in \(spelled(range.lowerBound))..."
      + "\(spelled(range.upperBound)) step \(spelled(step)) group \(writtenText(group)) \(writtenText(label))"
  }
}
