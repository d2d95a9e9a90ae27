import TintypeSystem
import TintypeTables

/// What an operator is in a recipe, where `c` is the color.
extension ColorStep {
  /// The body of a kernel; nil for a table.
  var kernelBody: String? {
    switch action {
    case .matrix(let rows): matrixBody(rows)
    case .exponent(let style, let parameters): "return " + Self.exponent(style, parameters)
    case .logarithm(let style, let parameters): Self.logarithm(style, parameters)
    case .range(let limits): "return " + Self.range(limits)
    case .decisions(let decision, let isInverse, let clamps): Self.decisions(decision, isInverse, clamps)
    case .table: nil
    }
  }

  /// What a step is called, together with its place among the others.
  var word: String {
    switch action {
    case .matrix: "matrix"
    case .exponent: "exponent"
    case .logarithm: "logarithm"
    case .range: "range"
    case .decisions: "decisions"
    case .table(let stage): stage.shape == .curves ? "curves" : "cube"
    }
  }

  private func matrixBody(_ rows: [SIMD4<Double>]) -> String {
    let words = rows.map { "(\(written($0.x)), \(written($0.y)), \(written($0.z)))" }
    return "return " + shifted("matrix(\(words.joined(separator: ", "))) * c", rows.map(\.w))
  }

  // MARK: Exponents

  private static func exponent(_ style: ExponentStyle, _ parameters: [ExponentParameters]) -> String {
    let isSRGB = parameters.allSatisfy { $0 == ExponentParameters(exponent: 2.4, offset: 0.055) }
    if isSRGB, style == .monCurveMirrorFwd { return "srgbToLinear(c)" }
    if isSRGB, style == .monCurveMirrorRev { return "linearToSrgb(c)" }
    let x = style.isMirrored ? "abs(c)" : "c"
    func positive(_ text: String) -> String { style.isMirrored ? text : "max(\(text), 0)" }
    let mirrored: (String) -> String = { style.isMirrored ? "sign(c) * \($0)" : $0 }
    guard style.isMonCurve else {
      let power = "pow(\(positive(x)), \(written(parameters.map { style.isInverse ? 1 / $0.exponent : $0.exponent })))"
      return style.passesNegative ? "\(power) + min(c, 0)" : mirrored(power)
    }
    let safe = parameters.map(\.safe)
    let (offsets, scales) = (written(safe.map(\.offset)), written(safe.map { 1 + $0.offset }))
    let slopes = written(safe.map(\.straightPiece.slope))
    let ends = safe.map { style.isInverse ? $0.straightPiece.end * $0.straightPiece.slope : $0.straightPiece.end }
    if style.isInverse {
      let curve = "\(scales) * pow(\(positive(x)), \(written(safe.map { 1 / $0.exponent }))) - \(offsets)"
      return mirrored("mix(\(x) / \(slopes), \(curve), step(\(written(ends)), \(x)))")
    }
    let base = style.isMirrored ? "(\(x) + \(offsets))" : "max(c + \(offsets), 0)"
    let curve = "pow(\(base) / \(scales), \(written(safe.map(\.exponent))))"
    return mirrored("mix(\(x) * \(slopes), \(curve), step(\(written(ends)), \(x)))")
  }

  // MARK: Logarithms

  /// The least number that a logarithm is taken of: the smallest normal one of single precision.
  private static let least = "1.1754944e-38"

  private static func logarithm(_ style: LogarithmStyle, _ parameters: [LogarithmParameters]) -> String {
    /// A product or quotient with numbers of all channels, or the text itself where they are 1.
    func scaled(_ text: String, _ sign: String, _ number: (LogarithmParameters) -> Double) -> String {
      let numbers = parameters.map(number)
      return Set(numbers) == [1] ? text : "\(text) \(sign) \(written(numbers))"
    }
    let isDecimal = parameters.allSatisfy { $0.base == 10 }
    // Logarithms of other bases are multiples of those of 2.
    let log = isDecimal ? "log10" : "log2"
    let exp = isDecimal ? "exp10" : "exp2"
    func scale(_ parameters: LogarithmParameters) -> Double {
      isDecimal ? parameters.logSideSlope : parameters.logSideSlope / log2(parameters.base)
    }
    let inner = shifted(scaled("c", "*", \.linSideSlope), parameters.map(\.linSideOffset))
    let toLog = shifted(scaled("\(log)(max(\(inner), \(least)))", "*", scale), parameters.map(\.logSideOffset))
    let unshifted = inParentheses(shifted("c", parameters.map { -$0.logSideOffset }))
    let back = shifted("\(exp)(\(scaled(unshifted, "/", scale)))", parameters.map { -$0.linSideOffset })
    let toLight = scaled(inParentheses(back), "/", \.linSideSlope)
    let lines = parameters.compactMap { own in own.linSideBreak.map { own.straightLine(below: $0) } }
    guard style.isCamera, lines.count == 3 else { return "return " + (style.isInverse ? toLight : toLog) }
    let slopes = written(lines.map(\.slope))
    let edges = style.isInverse ? lines.map(\.end) : parameters.compactMap(\.linSideBreak)
    let line =
      style.isInverse
      ? "\(inParentheses(shifted("c", lines.map { -$0.offset }))) / \(slopes)"
      : shifted("c * \(slopes)", lines.map(\.offset))
    return """
      let line = \(line)
      let curve = \(style.isInverse ? toLight : toLog)
      return mix(line, curve, step(\(written(edges)), c))
      """
  }

  // MARK: Ranges

  private static func range(_ limits: RangeLimits) -> String {
    let (factor, offset) = limits.line
    let text = shifted(factor == 1 ? "c" : "c * \(written(factor))", [offset])
    guard limits.clamps else { return text }
    switch (limits.lowOut, limits.highOut) {
    case (let low?, let high?): return "clamp(\(text), \(written(low)), \(written(high)))"
    case (let low?, nil): return "max(\(text), \(written(low)))"
    case (nil, let high?): return "min(\(text), \(written(high)))"
    case (nil, nil): return text
    }
  }

  // MARK: Decisions

  private static func decisions(_ decision: ColorDecision, _ isInverse: Bool, _ clamps: Bool) -> String {
    let slopes = (0..<3).map { decision.slope[$0] }
    let offsets = (0..<3).map { decision.offset[$0] }
    func scaled(_ text: String, _ sign: String) -> String {
      Set(slopes) == [1] ? text : "\(text) \(sign) \(written(slopes))"
    }
    let exponents = (0..<3).map { isInverse ? 1 / decision.power[$0] : decision.power[$0] }
    func limited(_ text: String) -> String { clamps ? "clamp(\(text), 0, 1)" : text }
    func powered(_ name: String) -> String {
      if Set(exponents) == [1] { return name }
      // Without clamping, what is below 0 stays as it is.
      return clamps
        ? "pow(\(name), \(written(exponents)))" : "pow(max(\(name), 0), \(written(exponents))) + min(\(name), 0)"
    }
    let saturation = isInverse ? 1 / decision.saturation : decision.saturation
    func saturated(_ name: String) -> String {
      let text = "mix(rgb(luma709(\(name))), \(name), \(written(saturation)))"
      // What lies between a color and its luma is within the limits that they are within.
      return saturation <= 1 ? text : limited(text)
    }
    if isInverse {
      return """
        let given = \(limited("c"))
        let toned = \(saturated("given"))
        return \(limited(scaled(inParentheses(shifted(powered("toned"), offsets.map { -$0 })), "/")))
        """
    }
    return """
      let scaled = \(limited(shifted(scaled("c", "*"), offsets)))
      let toned = \(powered("scaled"))
      return \(saturated("toned"))
      """
  }
}

/// A sum with a number for each channel; the text itself where they are 0.
private func shifted(_ text: String, _ offsets: [Double]) -> String {
  if Set(offsets) == [0] { return text }
  let isBelow = offsets.allSatisfy { $0 <= 0 }
  return "\(text) \(isBelow ? "-" : "+") \(written(isBelow ? offsets.map { 0 - $0 } : offsets))"
}

/// A text as one operand.
private func inParentheses(_ text: String) -> String { text.contains(" ") ? "(\(text))" : text }
