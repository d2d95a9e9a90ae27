import TintypeDiagnostics
import TintypeJSON
import TintypeSyntax

/// Crop, straightening, mirroring and quarter turns by hand: the last steps of a look's output.
struct Framing: Hashable, Sendable {
  /// Clockwise: 0, 90, 180 or 270 degrees.
  var turn = 0
  var isMirrored = false
  /// -45 to 45 degrees.
  var angle = 0.0
  /// Left, top, right and bottom, 0 to 1.
  var crop: [Double]?

  /// The steps, as they stand at the end of a text.
  var steps: String {
    var steps: [String] = []
    if turn != 0 { steps.append("turn(by: \(turn)deg)") }
    if isMirrored { steps.append("flip(.horizontal)") }
    if angle != 0 { steps.append("straighten(by: \(angle.written(4))deg)") }
    if let crop {
      let corners = [0, 2].map { "vec2(\(crop[$0].written(4)), \(crop[$0 + 1].written(4)))" }
      steps.append("crop(from: \(corners[0]), to: \(corners[1]))")
    }
    return steps.map { "\n  |> " + $0 }.joined()
  }

  init() {}

  /// What the page says.
  init?(_ value: JSONValue) {
    turn = value["turn"]?.integer ?? 0
    isMirrored = value["mirrored"]?.truth ?? false
    angle = value["angle"]?.double ?? 0
    if let corners = value["crop"]?.elements, !corners.isEmpty {
      let numbers = corners.compactMap(\.double)
      guard numbers.count == 4, numbers.allSatisfy((0...1).contains), numbers[0] < numbers[2], numbers[1] < numbers[3]
      else { return nil }
      crop = numbers
    }
    guard [0, 90, 180, 270].contains(turn), abs(angle) <= 45 else { return nil }
  }

  var json: JSONValue {
    [
      "turn": .whole(Int64(turn)), "mirrored": .bool(isMirrored), "angle": .number(angle),
      "crop": crop.map { .array($0.map { .number($0) }) },
    ]
  }
}

extension RecipeText {
  /// The steps at the end of the output that this file writes; where there are none, an empty frame.
  var framing: Framing { output.flatMap { Self.framing(at: $0.text)?.framing } ?? Framing() }

  /// The text with another frame.
  ///
  /// - Parameter more: further steps of the look, before the frame.
  func framed(_ framing: Framing, after more: String = "") throws(StudioFailure) -> RecipeText {
    guard let (span, text, needsParentheses) = output else {
      throw .wrong("this text has no output of its own to be cropped; it extends another look")
    }
    let start = Self.framing(at: text)?.start ?? text.endIndex
    var look = String(text[..<start])
    let steps = more + framing.steps
    if needsParentheses, !steps.isEmpty { look = "(\(look))" }
    var bytes = source.text
    bytes.replaceSubrange(span.start..<span.end, with: (look + steps).utf8)
    return RecipeText(name: source.name, text: String(decoding: bytes, as: UTF8.self), at: file)
  }

  /// The expression of the output.
  private var output: (span: Span, text: String, needsParentheses: Bool)? {
    for case .output(let output) in parse(source).tree.recipe.declarations {
      let value = output.value
      let text = String(decoding: source.text[value.syntax.span.start..<value.syntax.span.end], as: UTF8.self)
      return (value.syntax.span, text, text.hasPrefix("if"))
    }
    return nil
  }

  private static func framing(at text: String) -> (framing: Framing, start: String.Index)? {
    let number = #"([0-9.]+)"#
    let patterns = [
      #"\|> turn\(by: (90|180|270)deg\)"#, #"\|> (flip)\(\.horizontal\)"#, #"\|> straighten\(by: (-?[0-9.]+)deg\)"#,
      #"\|> crop\(from: vec2\("# + "\(number), \(number)" + #"\), to: vec2\("# + "\(number), \(number)" + #"\)\)"#,
    ]
    let pattern = patterns.map { "(?:\\s*\($0))?" }.joined() + "$"
    guard let steps = try? Regex(pattern) else { return nil }
    guard let match = text.firstMatch(of: steps), !match.range.isEmpty else { return nil }
    let parts = (1...7).map { match.output[$0].substring.map(String.init) }
    var framing = Framing()
    framing.turn = parts[0].flatMap { Int($0) } ?? 0
    framing.isMirrored = parts[1] != nil
    framing.angle = parts[2].flatMap { Double($0) } ?? 0
    let corners = parts[3...].compactMap { $0.flatMap { Double($0) } }
    if corners.count == 4 { framing.crop = corners }
    return (framing, match.range.lowerBound)
  }
}

extension Double {
  /// As a recipe writes a number, with at most so many digits after the point.
  func written(_ digits: Int) -> String {
    let scale = [1, 10, 100, 1e3, 1e4][digits]
    let rounded = (self * scale).rounded() / scale
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}
