import TintypeDiagnostics
import TintypeEditing
import TintypeIR
import TintypeIntrinsics
import TintypeJSON
import TintypeSemantics
import TintypeSyntax

extension LanguageServer {
  func documentColors(_ parameters: JSONValue) throws(Failure) -> JSONValue {
    let analysis = try analysis(parameters)
    return .array(
      analysis.colors.map { place, color, alpha in
        let channels = color.map { min(max($0, 0), 1) } + [alpha]
        return [
          "range": analysis.positions.range(place),
          "color": .object(JSONObject(zip(["red", "green", "blue", "alpha"], channels.map { .number($0) }))),
        ]
      })
  }

  func colorPresentations(_ parameters: JSONValue) throws(Failure) -> JSONValue {
    let analysis = try analysis(parameters)
    let channels = ["red", "green", "blue", "alpha"].compactMap { parameters["color"]?[$0]?.double }
    guard channels.count == 4, channels.allSatisfy(\.isFinite), let span = analysis.positions.span(parameters["range"])
    else { throw .invalid("a color has red, green, blue and alpha") }
    return .array(
      analysis.presentations(of: channels, at: span).map { text in
        [
          "label": .string(text),
          "textEdit": ["range": analysis.positions.range(span), "newText": .string(text)],
        ]
      })
  }
}

extension Analysis {
  /// Color literals, and calls of `rgb` and `rgba` with numbers, in the order of the text. Channels as a screen shows
  /// them.
  var colors: [(span: Span, shown: [Double], alpha: Double)] {
    var found: [(span: Span, shown: [Double], alpha: Double)] = []
    var open = [tree.root]
    while let node = open.popLast() {
      if node.kind == .color {
        let codes = (node.literalCodes ?? []).map { Double($0) / 255 }
        found.append((node.span, Array(codes.prefix(3)), codes.count > 3 ? codes[3] : 1))
      } else if node.kind == .call, let numbers = node.writtenColor {
        let shown = ColorCodes(Array(numbers.prefix(3)), in: space).shown
        found.append((node.span, shown, numbers.count > 3 ? numbers[3] : 1))
      } else {
        open += node.childNodes.reversed()
      }
    }
    return found.sorted { $0.span.start < $1.span.start }
  }

  private var space: WorkingSpace { model.recipe.header.workingSpace }

  /// A color as it was written, then in the other way.
  func presentations(of channels: [Double], at span: Span) -> [String] {
    let (color, alpha) = (Array(channels.prefix(3)), channels[3])
    let old = file.text(in: span)
    let isOpaque = alpha >= 1 && !(old.hasPrefix("rgba") || old.hasPrefix("#") && old.utf8.count == 9)
    let literal = ColorCodes(color, in: .display).text + (isOpaque ? "" : ColorCodes.hexadecimal(alpha))
    let values = space == .display ? color : Intrinsic.srgbToLinear.each(color)
    let numbers = (values + (isOpaque ? [] : [alpha])).map { "\(($0 * 1e4).rounded() / 1e4)".withoutPointZero }
    let call = "\(isOpaque ? "rgb" : "rgba")(\(numbers.joined(separator: ", ")))"
    return old.hasPrefix("#") ? [literal, call] : [call, literal]
  }
}

extension String {
  /// A number as the language writes it, 2 for 2.0.
  var withoutPointZero: String { hasSuffix(".0") ? String(dropLast(2)) : self }
}

extension Syntax {
  /// The numbers of `rgb(1, 0.5, 0)` or `rgba(1, 0.5, 0, 1)`; nil for any other call.
  fileprivate var writtenColor: [Double]? {
    guard case .call(let call)? = ExpressionSyntax(self), ["rgb": 3, "rgba": 4][call.callee] == call.arguments.count
    else { return nil }
    let numbers = call.arguments.compactMap { argument -> Double? in
      if case .number(let number) = argument.value, argument.label == nil { number.value } else { nil }
    }
    return numbers.count == call.arguments.count ? numbers : nil
  }

  /// The channels of a color literal.
  fileprivate var literalCodes: [UInt8]? {
    if case .color(let color)? = ExpressionSyntax(self) { color.channels } else { nil }
  }

  /// The number of a literal, before its unit.
  var literalNumber: Double? {
    switch ExpressionSyntax(self) {
    case .number(let number)?: number.value
    case .quantity(let quantity)?: quantity.value
    default: nil
    }
  }
}
