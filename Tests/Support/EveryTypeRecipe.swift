/// Recipes that use every type of the language in every way that there is: literals, parameters, `let`, conditions over
/// each, operators, functions and kernels that take and return them. Most are valid; all end.
///
/// The source of randomness is the caller's, so that a fuzzer's bytes can draw one.
public struct EveryTypeRecipe<Source: RandomNumberGenerator> {
  private var random: Source
  private let hasFiles: Bool
  /// How much may still be drawn: expressions end, whatever is drawn.
  private var rest = 160
  private var isInKernel = false
  /// The names of `let`s and images so far.
  private var declared: Set<String> = []

  /// Draws a recipe.
  ///
  /// - Parameter hasFiles: whether `table.cube` and `plate.png` lie beside it.
  public static func text(hasFiles: Bool = false, using random: inout Source) -> String {
    var draw = Self(random: random, hasFiles: hasFiles)
    defer { random = draw.random }
    return draw.recipe()
  }

  private mutating func pick(_ texts: [String]) -> String { texts[Int.random(in: texts.indices, using: &random)] }

  private mutating func chance(of count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

  /// The types that kernels take.
  private static var computed: [String] {
    ["scalar", "bool", "vec2", "rgb", "rgba", "matrix", "length", "angle", "ev", "kelvin"]
  }

  private mutating func recipe() -> String {
    var lines = [
      "tintype 1", "look \"every type\" {", "  working \(pick(["linear-srgb", "display"]))", "  format \"35mm\"", "}",
      "param pScalar: scalar = 0.4 in 0...2", "param pBool: bool = \(pick(["true", "false"]))",
      "param pVec2: vec2 = vec2(0.3, 0.7)", "param pRgb: rgb = rgb(0.9, 0.5, 0.2)",
      "param pRgba: rgba = rgba(0.2, 0.4, 0.1, 0.5)", "param pLength: length = 2%", "param pAngle: angle = 20deg",
      "param pEv: ev = 0.5ev", "param pKelvin: kelvin = 5600k", "param pSeed: seed = \(pick(["7", ".photo"]))",
      "param pChoice: choice = .fine of fine, coarse, none",
      "param pCurve: curve = curve [(0, 0.1), (0.4, 0.5), (1, 1)]",
      "param pText: text = \"Lisbon\"", "param pDate: date = \"2024-08-31T12:30\"",
    ]
    if hasFiles {
      lines += ["param pLut: lut = lut \"table.cube\"", "param pPicture: picture = picture \"plate.png\""]
    }
    isInKernel = true
    for type in Self.computed {
      lines.append(
        """
        kernel chosen\(type)(a: \(type), b: \(type), on: bool, x: scalar) -> \(type) {
          var v = a
          if on && x < \(expression("scalar", 1)) { v = \(pick(["b", expression(type, 2)])) }
          return \(pick(["v", "if on { v } else { b }", expression(type, 2)]))
        }
        """)
    }
    isInKernel = false
    for type in Self.computed + ["text", "date", "seed", "curve"] + (hasFiles ? ["lut", "picture"] : []) {
      let name = "l" + type.prefix(1).uppercased() + type.dropFirst()
      lines.append("let \(name) = \(expression(type, 3))")
      declared.insert(name)
      rest += 20
    }
    isInKernel = true
    lines.append(
      """
      function marked(i: image, on: bool, x: scalar = 0.4) -> image {
        var t = \(expression("text", 2))
        if on { t = \(expression("text", 2)) }
        return i + text(t, on: i, height: 30%)
      }
      """)
    isInKernel = false
    lines.append("image first = \(expression("image", 3))")
    declared.insert("first")
    rest += 80
    lines.append("output \(expression("image", 4))")
    return lines.joined(separator: "\n") + "\n"
  }

  /// An expression of a type, mostly a valid one.
  private mutating func expression(_ type: String, _ depth: Int) -> String {
    rest -= 1
    if depth <= 0 || rest <= 0 { return leaf(type) }
    // What no condition chooses is seldom tried.
    if ["curve", "lut", "picture"].contains(type), !chance(of: 40) { return leaf(type) }
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1: return leaf(type)
    case 2, 3:
      return
        "(if \(expression("bool", depth - 1)) { \(expression(type, depth - 1)) } "
        + "else { \(expression(type, depth - 1)) })"
    case 4:
      return "select(\(expression(type, depth - 1)), \(expression(type, depth - 1)), \(expression("bool", depth - 1)))"
    case 6 where Self.computed.contains(type) && type != "matrix" && (type != "bool" || chance(of: 40)):
      let index = chance(of: 8) ? expression("scalar", depth - 1) : pick(["0", "1", isInKernel ? "x" : "pScalar"])
      return "[\(leaf(type)), \(leaf(type))][\(index)]"
    case 5 where Self.computed.contains(type) && !isInKernel:
      let operands = "\(expression(type, depth - 1)), \(expression(type, depth - 1))"
      return "chosen\(type)(\(operands), \(expression("bool", depth - 1)), \(expression("scalar", depth - 1)))"
    default: return computed(type, depth - 1)
    }
  }

  private mutating func leaf(_ type: String) -> String {
    if isInKernel {
      switch type {
      case "matrix": return pick(["matrix((0.9, 0.1, 0), (0, 1, 0), (0, 0.2, 0.8))", "arriWideGamut3"])
      case "scalar": return pick(["x", "0.5", "2", "0", "-1"])
      case "bool": return pick(["on", "true", "x > 0.2"])
      case "vec2": return pick(["vec2(0.5, 1)", "vec2(x)"])
      case "rgb": return pick(["rgb(x)", "#c08060", "rgb(0.1, 0.2, 0.9)"])
      case "rgba": return pick(["rgba(0.1, 0.2, 0.3, 1)", "#c0806080"])
      case "length": return pick(["2%", "3px"])
      case "angle": return "30deg"
      case "ev": return "0.5ev"
      case "text": return pick(["\"A\"", "\"B\"", "\"\""])
      default: return "5600k"
      }
    }
    let name = type.prefix(1).uppercased() + type.dropFirst()
    if chance(of: 3), declared.contains("l" + name) { return "l" + name }
    let parameter = "p" + name
    switch type {
    case "scalar":
      return pick([
        parameter, "0.5", "1e-3", "2", "-1", "frame", "(source.iso ?? 400)", "(source.aperture ?? 2)", "0",
      ])
    case "bool": return pick([parameter, parameter, "true", "false", "(source.flash ?? false)"])
    case "vec2": return pick([parameter, "vec2(0.5, 1)"])
    case "rgb": return pick([parameter, "rgb(1, 0.5, 0)", "#c08060"])
    case "rgba": return pick([parameter, "rgba(0.2, 0.1, 0.4, 0.5)", "#c0806080"])
    case "matrix": return pick(["matrix((0.9, 0.1, 0), (0, 1, 0), (0, 0.2, 0.8))", "arriWideGamut3"])
    case "length": return pick([parameter, "2%", "65um", "3px"])
    case "angle": return pick([parameter, "30deg", "0.5rad"])
    case "ev": return pick([parameter, "0.5ev", "-1ev"])
    case "kelvin": return pick([parameter, "5600k"])
    case "seed": return pick([parameter, parameter, "7"])
    case "curve":
      return pick([
        parameter, "curve [(0, 0), (0.5, 0.7), (1, 1)]", "curve [(0, pScalar), (pScalar, 0.7), (0.6, frame / 9)]",
      ])
    case "text": return pick([parameter, "\"A\"", "\"\"", "\"Zürich, 31.\""])
    case "date": return pick([parameter, "source.date", "\"2024-08-31\"", "(source.date ?? \"2001-02-03\")"])
    case "lut": return hasFiles ? pick([parameter, "lut \"table.cube\""]) : parameter
    case "picture": return hasFiles ? pick([parameter, "picture \"plate.png\""]) : parameter
    default: return declared.contains("first") ? pick(["source", "source", "first"]) : "source"
    }
  }

  /// An operation or function that gives a type.
  private mutating func computed(_ type: String, _ depth: Int) -> String {
    switch type {
    case "scalar":
      switch Int.random(in: 0..<13, using: &random) {
      case 0: return "(\(expression("scalar", depth)) \(pick(["+", "-", "*", "/"])) \(expression("scalar", depth)))"
      case 1: return "\(pick(["sin", "exp", "log2", "fract", "sqrt", "saturate"]))(\(expression("scalar", depth)))"
      case 2:
        return
          "\(pick(["pow", "mod", "atan2", "max", "step"]))(\(expression("scalar", depth)), "
          + "\(expression("scalar", depth)))"
      case 3: return "radians(\(expression("angle", depth)))"
      case 4: return "gain(\(expression("ev", depth)))"
      case 5: return "(kelvins(\(expression("kelvin", depth))) / 6500)"
      case 6: return isInKernel ? "x" : "number(\(expression("seed", depth)))"
      case 7: return isInKernel ? "x" : "pixels(\(expression("length", depth)))"
      case 8: return "dot(\(expression("rgb", depth)), \(expression("rgb", depth)))"
      case 9: return "(\(expression("rgb", depth))).g"
      case 10: return isInKernel ? "x" : "pCurve(\(expression("scalar", depth)))"
      case 11: return "(\(expression("kelvin", depth)) / \(expression("kelvin", depth)))"
      default:
        return
          "smoothstep(\(expression("scalar", depth)), \(expression("scalar", depth)), \(expression("scalar", depth)))"
      }
    case "bool":
      switch Int.random(in: 0..<7, using: &random) {
      case 0: return "(!\(expression("bool", depth)))"
      case 1: return "(\(expression("bool", depth)) \(pick(["&&", "||"])) \(expression("bool", depth)))"
      case 2, 3:
        let type = pick(
          chance(of: 40) ? ["text", "date", "seed", "length", "bool"] : ["scalar", "ev", "angle", "kelvin"])
        return "(\(expression(type, depth)) \(pick(["<", ">=", "==", "!="])) \(expression(type, depth)))"
      case 4: return isInKernel ? "on" : "(pChoice \(pick(["==", "!="])) \(pick([".fine", ".coarse", ".none"])))"
      case 5: return "\(pick(["any", "all"]))(\(expression("rgb", depth)) > \(expression("rgb", depth)))"
      default: return "(\(expression("scalar", depth)) > 0.5)"
      }
    case "vec2", "rgb", "rgba":
      let width = ["vec2": 2, "rgb": 3][type] ?? 4
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        let lanes = (0..<width).map { _ in expression("scalar", depth - 1) }
        return "\(type)(\(lanes.joined(separator: ", ")))"
      case 1: return "mix(\(expression(type, depth)), \(expression(type, depth)), \(expression("scalar", depth)))"
      case 2 where type == "rgb": return "(\(expression("matrix", depth)) * \(expression("rgb", depth)))"
      case 3 where type == "rgb" && !isInKernel && hasFiles:
        return "lookup(\(expression("rgb", depth)), \(expression("lut", depth)))"
      case 4: return "normalize(\(expression(type, depth)))"
      default: return "(\(expression(type, depth)) \(pick(["+", "*", "/"])) \(expression("scalar", depth)))"
      }
    case "matrix":
      return pick([
        "inverse(\(expression("matrix", depth)))", "transpose(\(expression("matrix", depth)))",
        "(\(expression("matrix", depth)) * \(expression("matrix", depth)))",
        "matrix(\(expression("rgb", depth)), rgb(0, 1, 0), \(expression("rgb", depth)))",
        "mix(\(expression("matrix", depth)), \(expression("matrix", depth)), \(expression("scalar", depth)))",
      ])
    case "length", "angle", "ev", "kelvin":
      return pick([
        "(\(expression(type, depth)) + \(expression(type, depth)))", "(\(expression(type, depth)) * 0.5)",
        "(-\(expression(type, depth)))", "max(\(expression(type, depth)), \(expression(type, depth)))",
        "mix(\(expression(type, depth)), \(expression(type, depth)), 0.3)",
      ])
    case "text", "date", "seed", "curve", "lut", "picture": return leaf(type)
    default: return image(depth)
    }
  }

  private mutating func image(_ depth: Int) -> String {
    let inner = expression("image", depth)
    switch Int.random(in: 0..<21, using: &random) {
    case 0:
      let height = pick(["40%", "12px", expression("length", depth)])
      return "(\(inner) + text(\(expression("text", depth)), height: \(height)))"
    case 1:
      let format = chance(of: 2) ? ", format: \(formatted(depth))" : ""
      return "(\(inner) * (1 - text(\(expression("date", depth))\(format), height: 30%)))"
    case 2: return "marked(\(inner), \(expression("bool", depth)))"
    case 3:
      return "blend(noise(seed: \(expression("seed", depth))), over: \(inner), mask: \(expression("scalar", depth)))"
    case 4: return "(\(inner) |> blur(max(\(expression("length", depth)), 0px)))"
    case 5: return "(\(inner) |> \(pick(["median(2px)", "erode(1px)", "convolve(weights: (0.5, 0, 0.5))"])))"
    case 6: return "(\(expression("matrix", depth)) * \(inner))"
    case 7: return "(\(inner) * \(expression("rgb", depth)))"
    case 8: return "pCurve(\(inner))"
    case 9 where hasFiles: return "lookup(\(inner), \(expression("lut", depth)))"
    case 10 where hasFiles:
      return "mix(\(inner), \(pick(["fill", "fit", "stretch"]))(\(expression("picture", depth))), 0.4)"
    case 11: return "(\(inner) |> crop(left: 10%, bottom: \(pick(["5%", "1px"]))))"
    case 12: return "(\(inner) |> turn(by: \(pick(["90deg", "180deg"]))))"
    case 13: return "(\(inner) |> zoom(by: 1 + saturate(\(expression("scalar", depth)))))"
    case 14:
      return
        "chosenrgb(\(inner), \(expression("image", depth)), \(expression("bool", depth)), "
        + "\(expression("scalar", depth)))"
    case 15: return "(\(inner) |> straighten(by: \(pick(["2deg", "pAngle"]))))"
    case 16: return "chosenrgba(\(inner), \(expression("rgba", depth)), \(expression("bool", depth)), 0.3)"
    case 17: return "select(\(inner), \(expression("image", depth)), \(inner) > \(expression("rgb", depth)))"
    case 18:
      let condition = "((\(inner)).g < \(expression("scalar", depth))) && \(expression("bool", depth))"
      return "chosenrgb(if \(condition) { \(inner) } else { source }, source, source.r > 0.5, 0.2)"
    case 19: return "(\(inner) |> neighbor(\(pick(["1", "-4, 4", "y: 2"]))))"
    default: return "(\(inner) * gain(\(expression("ev", depth))))"
    }
  }

  private mutating func formatted(_ depth: Int) -> String {
    let pattern = pick(["\"yyyy\"", "\"'yy MM dd\"", "\"HH:mm\"", "\"d. MMMM\""])
    return chance(of: 2) ? pattern : "if \(expression("bool", depth)) { \(pattern) } else { \"dd\" }"
  }
}
