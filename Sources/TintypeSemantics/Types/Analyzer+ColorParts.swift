import TintypeIntrinsics
import TintypeSyntax

/// A color that was taken apart: what the lanes of the `rgb` that holds its parts are.
struct ColorParts {
  /// The kernel that took it apart.
  let kernel: String
  private let names: [String]

  /// Those of a kernel of the library; nil for one that takes no color apart.
  init?(madeBy kernel: String) {
    guard let names = Self.names[kernel] else { return nil }
    (self.kernel, self.names) = (kernel, names)
  }

  private static let names = [
    "oklab": ["lightness", "a", "b"], "oklch": ["lightness", "chroma", "hue"],
    "hsl": ["hue", "saturation", "lightness"], "hsv": ["hue", "saturation", "value"],
  ]

  /// What its lanes are, in a sentence.
  var sentence: String {
    let lanes = zip("rgb", names).map { lane, name in ".\(lane) is \(name.count > 1 ? "the \(name)" : name)" }
    return "in \(kernel), \(list(lanes, "and"))"
  }

  /// The lanes that a name or its first letters mean: `r` for `lightness` or `l`; nil where one is none of them.
  func lanes(called name: String) -> String? {
    let word = name.lowercased()
    let whole = names.firstIndex(of: word).map { [$0] }
    let indices = whole ?? word.compactMap { letter in names.firstIndex { $0.first == letter } }
    guard whole != nil || indices.count == word.count, indices.count < 4 else { return nil }
    return String(indices.map { Array("rgb")[$0] })
  }

  func isHue(_ lane: Int) -> Bool { names[lane] == "hue" }
}

extension Analyzer {
  /// The parts of a color that a value holds, also by a name; nil for other values.
  func colorParts(_ value: TypedExpression) -> ColorParts? {
    guard case .call(let index, _, _) = origin(of: value).kind, model.functions[index].isOfLibrary else { return nil }
    return ColorParts(madeBy: model.functions[index].name)
  }

  /// The kernel of which a value is the hue; nil for other values.
  func kernelOfHue(_ value: TypedExpression) -> String? {
    guard case .component(let lanes, let color) = origin(of: value).kind, lanes.count == 1,
      let parts = colorParts(color), parts.isHue(lanes[0])
    else { return nil }
    return parts.kernel
  }

  /// What a name stands for, through others.
  private func origin(of value: TypedExpression) -> TypedExpression {
    var value = value.withoutParentheses
    while true {
      let meant: TypedExpression? =
        switch value.kind {
        case .local(let local): body?.locals[local].constantValue
        case .reference(.constant(let index)): model.constants[index].value
        case .reference(.image(let index)): model.images[index].value
        default: nil
        }
      guard let meant else { return value }
      value = meant.withoutParentheses
    }
  }
}
