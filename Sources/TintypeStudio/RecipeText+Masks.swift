import TintypeDiagnostics
import TintypeJSON
import TintypeSyntax

/// A mask made by hand: a gradient, a spot or a brush, with the light and the color of its place.
///
/// In the text it is a group of parameters, an image with the name of the mask, and a step of the output before the
/// ``Framing``.
struct HandMask: Hashable, Sendable {
  /// The names in the text begin with it and the number.
  enum Kind: String, CaseIterable { case gradient, spot, brush }

  let kind: Kind
  let number: Int

  /// What the image of the mask, and the beginning of all its names, is called: `brush2`.
  var name: String { "\(kind.rawValue)\(number)" }
  /// As the group of its parameters is headed.
  var title: String { "\(kind.rawValue.capitalizedFirst) \(number)" }

  var json: JSONValue { ["name": .string(name), "kind": .string(kind.rawValue), "title": .string(title)] }

  /// Whether a name of the text belongs to the mask.
  func owns(_ other: String) -> Bool {
    other == name || other.hasPrefix(name) && other.dropFirst(name.count).first?.isUppercase == true
  }
}

/// A stroke of a brush as the page draws it.
struct Stroke: Hashable, Sendable {
  /// 0 to 1 across and down; as many as a list of the language may have.
  let points: [[Double]]
  /// In parts of the short side.
  let radius: Double
  let softness: Double

  /// - Returns: nil for what is no stroke.
  init?(_ value: JSONValue) {
    points = value["points"]?.elements.map { $0.elements.compactMap(\.double) } ?? []
    (radius, softness) = (value["radius"]?.double ?? 0.05, value["softness"]?.double ?? 0.5)
    guard (1...64).contains(points.count), points.allSatisfy({ $0.count == 2 && $0.allSatisfy((-1...2).contains) }),
      (0.001...2).contains(radius), (0...1).contains(softness)
    else { return nil }
  }
}

extension RecipeText {
  /// The masks of this text that were made by hand.
  var masks: [HandMask] {
    let names = parse(source).tree.names
    return HandMask.Kind.allCases.flatMap { kind in
      names.compactMap { name -> HandMask? in
        guard name.hasPrefix(kind.rawValue), let number = Int(name.dropFirst(kind.rawValue.count)),
          names.contains("\(name)Light")
        else { return nil }
        return HandMask(kind: kind, number: number)
      }.sorted { $0.number < $1.number }
    }
  }

  /// The text with a new mask.
  ///
  /// - Parameter value: a kind, and places or a stroke.
  func masked(_ value: JSONValue) throws(StudioFailure) -> (text: RecipeText, mask: HandMask) {
    guard let kind = value["kind"]?.text.flatMap({ HandMask.Kind(rawValue: $0) }) else {
      throw .wrong("a mask is a gradient, a spot or a brush")
    }
    let names = parse(source).tree.names
    let mask = (1...).lazy.map { HandMask(kind: kind, number: $0) }.first { mask in !names.contains(where: mask.owns) }!
    let declarations =
      switch kind {
      case .gradient: try mask.gradient(from: value.place("from"), to: value.place("to"))
      case .spot: try mask.spot(at: value.place("from"), reach: value["reach"]?.double ?? 0.3)
      case .brush: try mask.brush(value.stroke)
      }
    return (try adding(declarations, mask), mask)
  }

  /// The text with one more stroke of a brush.
  func brushed(_ name: String, _ value: JSONValue) throws(StudioFailure) -> RecipeText {
    let stroke = try value.stroke
    guard let mask = masks.first(where: { $0.kind == .brush && $0.name == name }) else {
      throw .wrong("this text has no brush '\(name.escapedForDisplay)'")
    }
    let tree = parse(source).tree
    let number = (1...).first { !tree.names.contains("\(mask.name)Stroke\($0)") }!
    for case .function(let function) in tree.recipe.declarations where function.name?.text == "\(mask.name)Mask" {
      let body = String(decoding: source.text[function.syntax.span.start..<function.syntax.span.end], as: UTF8.self)
      guard let end = body.firstRange(of: "\n  return mask\n") else { break }
      let (head, tail) = (String(body[..<end.lowerBound]), String(body[end.lowerBound...]))
      let declarations = "\(mask.list(number, stroke))\n\n\(head)\n\(mask.loop(number, stroke))\(tail)\n"
      return replacing(function.syntax.span, String(mask.formatted(declarations).dropLast()))
    }
    throw .wrong("'\(mask.name)Mask' was changed by hand: change it in the text, or begin a new brush")
  }

  /// The text without a mask.
  func unmasked(_ name: String) throws(StudioFailure) -> RecipeText {
    guard let mask = masks.first(where: { $0.name == name }) else {
      throw .wrong("this text has no mask '\(name.escapedForDisplay)'")
    }
    var text = source.text
    // From the end, so that the places before stay true.
    for declaration in parse(source).tree.recipe.declarations.reversed() {
      let span = declaration.syntax.span
      if case .output = declaration {
        let old = String(decoding: text[span.start..<span.end], as: UTF8.self)
        guard let step = try? step(of: mask) else { throw .wrong("this is no name of a mask") }
        text.replaceSubrange(span.start..<span.end, with: old.replacing(step, with: "").utf8)
      } else if declaration.name.map(mask.owns) == true {
        var (start, end) = (span.start, span.end)
        while end < text.count, text[end] == UInt8(ascii: "\n") { end += 1 }
        let comment = Array("// \(mask.title)\n\n".utf8)
        if text[..<start].reversed().starts(with: comment.reversed()) { start -= comment.count }
        text.removeSubrange(start..<end)
      }
    }
    return RecipeText(name: source.name, text: String(decoding: text, as: UTF8.self), at: file)
  }

  /// The text without what belongs to one photo: its masks and its crop. A mask that the text uses elsewhere stays.
  var forAnyPhoto: RecipeText {
    let plain = masks.reduce(self) { text, mask in
      guard let less = try? text.unmasked(mask.name), !parse(less.source).tree.names.contains(where: mask.owns)
      else { return text }
      return less
    }
    return (try? plain.framed(Framing())) ?? plain
  }

  /// The step of a mask, wherever the formatter has broken its lines.
  private func step(of mask: HandMask) throws -> Regex<Substring> {
    let step = #"\s*\|>\s*dodged\(\s*\#(mask.name)\s*,[^()]*\)"#
    let whole = isDisplay ? #"\s*\|>\s*srgbToLinear\(\)\#(step)\s*\|>\s*linearToSrgb\(\)"# : step
    return try Regex(whole, as: Substring.self)
  }

  /// Whether the look works in display values.
  private var isDisplay: Bool {
    parse(source).tree.recipe.declarations.contains { declaration in
      guard case .look(let look) = declaration else { return false }
      return look.entries.contains { $0.key.text == "working" && $0.values.first?.value == "display" }
    }
  }

  /// Declarations before the output, and a step at the end of it.
  private func adding(_ declarations: String, _ mask: HandMask) throws(StudioFailure) -> RecipeText {
    let dodged = "\n  |> dodged(\(mask.name), by: \(mask.name)Light, saturation: \(mask.name)Color)"
    let steps = isDisplay ? "\n  |> srgbToLinear()\(dodged)\n  |> linearToSrgb()" : dodged
    let new = try framed(framing, after: steps)
    guard let output = new.outputStart else { return new }
    return new.replacing(Span(output, output), declarations + "\n")
  }

  /// Where the declaration of the output begins, with the comments right above it.
  private var outputStart: Int? {
    for case .output(let output) in parse(source).tree.recipe.declarations {
      var start = output.syntax.span.start
      let lines = source.text[..<start].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      for line in lines.dropLast().reversed() {
        guard line.starts(with: "//".utf8) else { break }
        start -= line.count + 1
      }
      return start
    }
    return nil
  }

  private func replacing(_ span: Span, _ new: String) -> RecipeText {
    var text = source.text
    text.replaceSubrange(span.start..<span.end, with: new.utf8)
    return RecipeText(name: source.name, text: String(decoding: text, as: UTF8.self), at: file)
  }
}

extension DeclarationSyntax {
  /// The name of what masks declare.
  fileprivate var name: String? {
    switch self {
    case .parameter(let parameter): parameter.name?.text
    case .constant(let constant): constant.name?.text
    case .function(let function): function.name?.text
    case .image(let image): image.name?.text
    default: nil
    }
  }
}

extension JSONValue {
  fileprivate var stroke: Stroke {
    get throws(StudioFailure) {
      guard let stroke = self["stroke"].flatMap(Stroke.init) else { throw .wrong("this is no stroke of a brush") }
      return stroke
    }
  }

  fileprivate func place(_ key: String) throws(StudioFailure) -> [Double] {
    let numbers = self[key]?.elements.compactMap(\.double) ?? []
    guard numbers.count == 2, numbers.allSatisfy((-1...2).contains) else {
      throw .wrong("a place is two numbers, 0 to 1 across and down")
    }
    return numbers
  }
}

extension HandMask {
  /// What the text declares for it, as the formatter writes it.
  private func declarations(_ parameters: [String], _ rest: String) -> String {
    let own = ["Light: ev = 0.5ev in -3ev...3ev step 0.05ev|Light", "Color: scalar = 1 in 0...2 step 0.05|Color"]
    let lines = (own + parameters).map { line in
      let parts = line.split(separator: "|")
      return "param \(name)\(parts[0]) group \"\(title)\" \"\(parts[1])\""
    }
    return formatted("// \(title)\n\n\(lines.joined(separator: "\n"))\n\n\(rest)\n")
  }

  /// Declarations as the formatter writes them.
  fileprivate func formatted(_ declarations: String) -> String {
    let version = "tintype 1\n\n"
    let source = SourceFile(name: name, text: version + declarations)
    return String(decoding: TintypeSyntax.formatted(parse(source).tree).dropFirst(version.utf8.count), as: UTF8.self)
  }

  fileprivate func gradient(from: [Double], to: [Double]) -> String {
    declarations(
      ["From: vec2 = \(from.pair)|Nothing up to", "To: vec2 = \(to.pair)|All from"],
      "image \(name) = linearGradient(from: \(name)From, to: \(name)To)")
  }

  fileprivate func spot(at place: [Double], reach: Double) throws(StudioFailure) -> String {
    guard (0.001...2).contains(reach) else { throw .wrong("a spot reaches over 0.001 to 2 of the short side") }
    return declarations(
      [
        "At: vec2 = \(place.pair)|Place",
        "Inner: scalar = \((reach * 0.5).written(3)) in 0...2 step 0.01|All up to",
        "Outer: scalar = \(reach.written(3)) in 0...2 step 0.01|Nothing from",
      ], "image \(name) = radialGradient(center: \(name)At, inner: \(name)Inner, outer: \(name)Outer)")
  }

  fileprivate func brush(_ stroke: Stroke) -> String {
    declarations(
      [],
      """
      \(list(1, stroke))

      kernel \(name)Mask(at: position) -> scalar {
        var mask = 0
      \(loop(1, stroke))
        return mask
      }

      image \(name) = \(name)Mask()
      """)
  }

  /// The places of a stroke.
  fileprivate func list(_ number: Int, _ stroke: Stroke) -> String {
    // A dot is a line without a length.
    let points = stroke.points.count == 1 ? stroke.points + stroke.points : stroke.points
    return "let \(name)Stroke\(number) = [\n" + points.map { "  " + $0.pair }.joined(separator: ",\n") + "\n]"
  }

  /// What a stroke covers.
  fileprivate func loop(_ number: Int, _ stroke: Stroke) -> String {
    let list = "\(name)Stroke\(number)"
    let amounts = "\(stroke.radius.written(4)), \(stroke.softness.written(2))"
    return """
        for i in 1...\(list).count - 1 {
          let line = strokeMask(at.pixels, at.size, \(list)[i - 1], \(list)[i], \(amounts))
          mask = max(mask, line)
        }
      """
  }
}

extension [Double] {
  /// As a recipe writes a pair.
  fileprivate var pair: String { "vec2(\(self[0].written(4)), \(self[1].written(4)))" }
}
