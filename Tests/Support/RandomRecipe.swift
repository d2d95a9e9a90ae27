/// Valid recipes drawn from a seed, as text: rectangles under conditions, results larger than the photo, lengths on
/// film, kernels with constants at the corners of arithmetic, what photos say of their exposure, and their seeds.
public struct RandomRecipe: Sendable {
  /// What the constants of kernels are like.
  public enum Numbers: Sendable {
    /// Small numbers, so that results stay in sight.
    case everyday
    /// Now and then 0, equal edges, huge and tiny numbers.
    case corners
  }

  /// A declared name and what the recipe calls it.
  public static let names = [
    "shade", "mixed", "spread", "around", "parts", "amount", "width", "first", "second", "isOn", "shape",
  ]

  /// The word between the header's braces that a law may exchange.
  public static let formats = ["35mm", "6x6", "4x5", "half-frame"]

  private var random: SplitMix64
  private let numbers: Numbers

  /// Which branch of each condition `text` writes out; nil leaves the conditions in.
  private let chosen: (isOn: Bool, shape: String)?

  private init(seed: UInt64, _ numbers: Numbers, chosen: (isOn: Bool, shape: String)?) {
    (random, self.numbers, self.chosen) = (SplitMix64(seed: seed), numbers, chosen)
  }

  /// Draws a recipe.
  ///
  /// - Parameters:
  ///   - seed: equal seeds give equal recipes.
  ///   - numbers: what constants are like.
  ///   - format: the film of the header.
  ///   - chosen: values of the parameters `isOn` and `shape`; the branch that they choose stands in place of each
  ///     condition over images, so the recipe means the same for these values.
  public static func text(
    seed: UInt64, _ numbers: Numbers = .everyday, format: String = "35mm",
    chosen: (isOn: Bool, shape: String)? = nil
  ) -> String {
    var draw = RandomRecipe(seed: seed, numbers, chosen: chosen)
    let working = draw.pick(["linear-srgb", "display"])
    let shaded = draw.color(3)
    let kernels = """
      kernel mixed(c: rgb, d: rgb, m: scalar) -> rgb { return mix(c, \(draw.color(2)), \(draw.number(1))) }
      kernel spread(c: rgb) -> scalar { return \(draw.lane(2)) }
      let parts = [0.25, -1, 0.75, \(draw.constant())]
      kernel
      around(photo: image, m: scalar) -> rgb {
        var sum = photo * parts[m * 3]
        for i in -1...1 { sum += neighbor(photo, i, 1 - i) * parts[i + \(draw.pick(["1", "2"]))] }
        return sum
      }
      """
    let (first, second, output) = (draw.image(2, ["source"]), draw.image(2, ["source", "first"]), draw.output())
    let known = draw.pick(["iso ?? 400) / 800", "aperture ?? source.focalLength ?? 2) / 16"])
    let seen = draw.pick([first, "mixed(\(first), source, sensitive)"])
    let shade = """
      let rounds = 2
      kernel shade(c: rgb, m: scalar) -> rgb {
        var d = \(shaded)
        for i in 1...rounds - 1 { \(draw.assignment()) }
        return d
      }
      """
    return """
      tintype 1
      look "random" {
        working \(working)
        format  \(format)
      }
      param amount: scalar = 0.4 in 0...1
      param width: length = 900um in 0um...4000um
      param isOn: bool = true
      param shape: choice = .square of square, wide, none
      \(shade)
      \(kernels)
      let sensitive = saturate((source.\(known))
      image first = \(seen)
      image second = \(second)
      output \(output)

      """
  }

  private mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: values.indices, using: &random)] }

  // MARK: Pictures

  private mutating func image(_ depth: Int, _ known: [String]) -> String {
    guard depth > 0 else { return pick(known) }
    let inner = image(depth - 1, known)
    switch Int.random(in: 0..<20, using: &random) {
    case 0:
      return "\(inner) |> crop(ratio: \(pick(["1", "4 / 3", "80%"])), anchor: \(pick([".center", ".top", ".left"])))"
    case 1: return "\(inner) |> crop(left: \(pick(["10%", "1px", "width", "2mm"])), bottom: \(pick(["3px", "5%"])))"
    case 2: return "\(inner) |> turn(by: \(pick(["90deg", "180deg", "270deg"])))"
    case 3: return "\(inner) |> flip(\(pick([".horizontal", ".vertical"])))"
    case 4: return "\(inner) |> resize(by: \(pick(["50%", "1.5", "2"])))"
    case 5:
      return "\(inner) |> "
        + pick([
          "blur(\(pick(["1px", "4%", "width", "0.2mm"])))", "erode(\(pick(["1px", "2%"])))", "dilate(width)",
          "guidedFilter(radius: 2px)", "guidedFilter(guide: source, radius: width, epsilon: 0.1)",
          "convolve(weights: (0, -1, 0), (-1, 5, -1), (0, -1, 0))",
        ])
    case 6: return "\(inner) |> zoom(by: \(pick(["150%", "1 + amount"])))"
    case 7: return "shade(\(inner), \(pick(["amount", "50%", "pixels(width)", "spread(\(inner))"])))"
    case 8: return "mixed(\(inner), \(image(depth - 1, known)), \(pick(["amount", "25%", "spread(source)"])))"
    case 9: return "(\(inner)) * \(pick(["0.5", "amount", "rgb(1, 0.9, 0.8)", "#c08060"]))"
    case 10:
      let seed = pick(["3", "amount", ".photo", "number(.photo) + 1"])
      return "blend(noise(seed: \(seed)), over: \(inner), mask: amount)"
    case 11:
      let mask = pick(["spread(source)", "spread(\(inner))", "1 - spread(source)", "amount", "(\(inner)).g"])
      return "\(inner) |> blur(\(pick(["1px", "1.5px", "2px", "width"])), by: \(mask))"
    case 12: return "\(inner) |> neighbor(\(pick(["1", "x: -4", "0, 2", "-1, 3"])))"
    case 13: return "around(\(inner), \(pick(["amount", "spread(source)"])))"
    case 14:
      // Not a code of 8 bits, which photos have, and which a graphics processor rounds otherwise.
      let limit = pick(["amount", "0.3", "spread(source)", "rgb(0.21, 0.05, 0.52)"])
      let other = image(depth - 1, known)
      return "select(\(inner), \(other), \(pick(["", "!"]))((\(inner)) \(pick(["<", ">="])) \(limit)))"
    case 15:
      let other = image(depth - 1, known)
      let test = pick([
        "any((\(other)) > 0.4) && amount > 0.2", "spread(\(inner)) <= amount", "all(source < (\(other)))",
      ])
      return "(if \(test) { \(inner) } else { \(other) })"
    case 16...17:
      let (yes, no) = (inner, image(depth - 1, known))
      guard let chosen else { return "(if isOn { \(yes) } else { \(no) })" }
      return "(\(chosen.isOn ? yes : no))"
    default:
      let (square, wide, none) = (inner, image(depth - 1, known), pick(known))
      guard let chosen else {
        return "(if shape == .square { \(square) } else if shape == .wide { \(wide) } else { \(none) })"
      }
      return "(\(["square": square, "wide": wide][chosen.shape] ?? none))"
    }
  }

  private mutating func output() -> String { image(3, ["source", "first", "second"]) }

  // MARK: Kernels

  private mutating func color(_ depth: Int) -> String {
    guard depth > 0 else { return pick(["c", "c", "rgb(\(constant()))", "#8040c0", "#030303"]) }
    let (a, b) = (color(depth - 1), color(depth - 1))
    switch Int.random(in: 0..<14, using: &random) {
    case 11: return "(\(matrix()) * \(a))"
    case 12: return "select(\(a), \(b), \(a) \(pick(["<", ">=", "!="])) \(pick([b, constant()])))"
    case 13:
      return "(if \(pick(["any", "all"]))(\(a) > \(constant()) \(pick(["&&", "||"])) !(\(b) <= c)) { \(a) } else { c })"
    case 0: return "(\(a) + \(b))"
    case 1: return "(\(a) - \(b))"
    case 2: return "(\(a) * \(number(1)))"
    case 3: return "mix(\(a), \(b), \(number(1)))"
    case 4: return "clamp(\(a), \(constant()), \(constant()))"
    case 5: return "smoothstep(\(constant()), \(constant()), \(a))"
    case 6: return "sign(if \(number(1)) <= \(number(1)) { \(a) } else { \(b) })"
    case 7: return "max(\(a), \(b))"
    case 8: return "pow(abs(\(a)), rgb(\(pick(["0.5", "1.3", "2", constant()]))))"
    case 9: return "(\(a) / \(constant()))"
    default: return "(if \(number(1)) < \(number(0)) { \(a) } else { \(b) })"
    }
  }

  private mutating func matrix() -> String {
    let row = { (draw: inout RandomRecipe) in "(\(draw.constant()), \(draw.number(0)), -0.2)" }
    let rows = "matrix(\(row(&self)), rgb(\(constant())), \(row(&self)))"
    return pick([
      rows, "mix(\(rows), acesAp1, \(number(0)))", "arriWideGamut3", "inverse(sGamut3Cine) * acesAp1",
      "transpose(\(rows))", "\(rows) * \(rows)",
      "inverse(matrix((1, m, 0), (0, 2, 0.1), (0, 0, 0.5)))",
    ])
  }

  /// A part of `d` with a new value.
  private mutating func assignment() -> String {
    let part = pick(["r", "b", "rg", "br", "gbr"])
    let value = part.count == 1 ? "\(number(1)) + i" : "c.\(String(part.reversed()))"
    return "d.\(part) \(pick(["", "+", "*"]))= \(value)"
  }

  private mutating func number(_ depth: Int) -> String {
    guard depth > 0 else { return pick(["m", "c.r", "c.g", constant()]) }
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return "luma709(c) * parts[\(pick(["1", "c.g * 4", "m - 0.5"]))]"
    case 1: return "(\(number(depth - 1)) + \(number(depth - 1)))"
    case 2: return "saturate(\(number(depth - 1)))"
    case 3: return "step(\(constant()), \(number(depth - 1)))"
    default: return number(0)
    }
  }

  /// A number made of `c` alone.
  private mutating func lane(_ depth: Int) -> String {
    guard depth > 0 else { return pick(["c.r", "c.g", "luma709(c)"]) }
    return "\(pick(["abs", "saturate", "fract"]))(\(lane(depth - 1)) * \(pick(["0.5", "2", "1.1"])))"
  }

  private mutating func constant() -> String {
    let everyday = ["0.1", "0.25", "0.5", "0.9", "1", "1.7", "2"]
    guard numbers == .corners, Int.random(in: 0..<3, using: &random) == 0 else { return pick(everyday) }
    return pick(["0", "-1", "1e38", "-1e38", "1e-40", "16777216", "(1 / 0)", "(0 / 0)", "-0.0", "0.5"])
  }
}
