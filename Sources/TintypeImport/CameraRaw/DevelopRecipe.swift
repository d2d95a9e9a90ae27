import TintypeDiagnostics

/// A preset as a recipe: the sliders that it moves become parameters in their own units.
struct DevelopRecipe {
  /// The recipe.
  let text: [UInt8]
  /// What it left out, with the reasons, a sentence each.
  let notes: [String]

  init(_ settings: DevelopSettings, stem: String, source: String) throws(ImportRefusal) {
    var writer = DevelopWriter(settings)
    for step in DevelopStep.beforeCurves { try writer.add(step) }
    writer.addCurves()
    for step in DevelopStep.behindCurves { try writer.add(step) }
    if settings.isOn("ConvertToGrayscale") {
      try writer.add(DevelopStep.grayMixer)
      writer.addGrayscale()
    }
    for step in DevelopStep.atTheEnd { try writer.add(step) }
    notes = writer.leftOut
    let name = settings.name.flatMap { $0.isEmpty ? nil : $0 } ?? stem
    text = formattedRecipe(
      """
      tintype 1

      \(comments([source] + writer.remarks))
      \(writer.uses.joined(separator: "\n"))

      look \(writtenText(name)) {
        about "A preset of Lightroom or Camera Raw."
        tags imported, preset
        working linear-srgb
      }

      \(writer.parameters.joined(separator: "\n"))

      \(writer.declarations.joined(separator: "\n\n"))

      \(writer.images.joined(separator: "\n"))

      output \(writer.current)

      """)
  }
}

/// Collects the parts of the recipe, step by step.
private struct DevelopWriter {
  private let settings: DevelopSettings
  private(set) var uses: [String] = []
  private(set) var parameters: [String] = []
  private(set) var declarations: [String] = []
  private(set) var images: [String] = []
  /// The last image.
  private(set) var current = "source"
  /// The keys that have been dealt with.
  private var taken: Set<String> = []
  /// The keys whose values change nothing.
  private var neutral: Set<String> = []

  init(_ settings: DevelopSettings) { self.settings = settings }

  /// Adds a step where one of its amounts is not 0.
  mutating func add(_ step: DevelopStep) throws(ImportRefusal) {
    var values: [Double] = []
    for slider in step.sliders {
      values.append(try settings.number(slider.key, in: slider.range) ?? slider.usual)
      taken.insert(slider.key)
    }
    guard zip(step.sliders, values).contains(where: { $0.isAmount && $1 != $0.usual }) else {
      neutral.formUnion(step.sliders.map(\.key))
      return
    }
    if let use = step.uses { uses.append(use) }
    parameters += zip(step.sliders, values).map { $0.declaration($1, group: step.group) }
    declarations += step.declarations
    add(image: step.image, step.formula, step.comment)
  }

  private mutating func add(image: String, _ formula: String, _ comment: String) {
    images.append("// \(comment)\nimage \(image) = \(formula.replacing("$", with: current))")
    current = image
  }

  /// The point curves: of all channels, then of each.
  mutating func addCurves() {
    let straight = [SIMD2<Double>(0, 0), SIMD2(1, 1)]
    let points = DevelopStep.curves.map { key, _ in settings.curves[key] ?? straight }
    for (key, points) in zip(DevelopStep.curves.map(\.0), points) {
      taken.insert(key)
      if points == straight { neutral.insert(key) }
    }
    let names = DevelopStep.curves.map(\.1)
    let (hasTone, hasChannels) = (points[0] != straight, points[1...].contains { $0 != straight })
    guard hasTone || hasChannels else { return }
    for (place, (name, points)) in zip(names, points).enumerated() where place == 0 ? hasTone : hasChannels {
      let list = points.map { "(\(Self.spelled($0.x)), \(Self.spelled($0.y)))" }.joined(separator: ", ")
      parameters.append("param \(name): curve = curve [\(list)] group \"Curve\" \(writtenText(Self.titles[place]))")
    }
    declarations.append(
      """
      /// A curve for each channel, over display values.
      kernel throughCurves(c: rgb, red: curve, green: curve, blue: curve) -> rgb {
        let code = clamp(linearToSrgb(c), 0, 1)
        return srgbToLinear(rgb(red(code.r), green(code.g), blue(code.b)))
      }
      """)
    let comment = "The curve goes through the same points; between them the program's may differ a little."
    if hasTone { add(image: "curved", "$ |> throughCurves(tone, tone, tone)", comment) }
    if hasChannels { add(image: "curvedByChannel", "$ |> throughCurves(redTone, greenTone, blueTone)", comment) }
  }

  private static let titles = ["Tone", "Red", "Green", "Blue"]

  /// Four digits, a fortieth of a code.
  private static func spelled(_ number: Double) -> String { written((number * 1e4).rounded() / 1e4) }

  mutating func addGrayscale() {
    taken.insert("ConvertToGrayscale")
    add(image: "gray", "$ |> grayscale()", "Black and white: the luma of Rec. 709.")
  }

  // MARK: What is left out

  /// The keys that are left out, grouped by their reasons.
  var leftOut: [String] {
    var groups: [(reason: String, keys: [String])] = []
    for key in settings.keys where !taken.contains(key) && !isWithoutEffect(key) {
      let reason = LeftOutKey.reason(key)
      if let place = groups.firstIndex(where: { $0.reason == reason }) {
        groups[place].keys.append(key)
      } else {
        groups.append((reason, [key]))
      }
    }
    return groups.map { "left out: \($0.keys.joined(separator: ", ")) (\($0.reason))" }
  }

  /// What the head of the recipe says of keys that are not in it.
  var remarks: [String] {
    let idle = settings.keys.filter { !LeftOutKey.isRemark($0) && (neutral.contains($0) || !taken.contains($0)) }
      .filter { neutral.contains($0) || isWithoutEffect($0) }
    let sentences = leftOut.map(\.capitalizedFirst)
    return (sentences + (idle.isEmpty ? [] : ["Without effect at their values: \(idle.joined(separator: ", "))"]))
      .flatMap(Self.wrapped)
  }

  private func isWithoutEffect(_ key: String) -> Bool { LeftOutKey.isRemark(key) || settings.isNeutral(key) }

  /// A sentence in lines that fit.
  private static func wrapped(_ sentence: String) -> [String] {
    sentence.split(separator: " ").reduce(into: [String]()) { lines, word in
      if let last = lines.last, last.count + word.count < 110 {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
  }
}
