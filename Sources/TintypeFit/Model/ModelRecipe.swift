import TintypeColor
import TintypeImport

/// The text of a fitted model.
struct ModelRecipe {
  let name: String
  let source: String
  let model: ModelNumbers
  /// Calls of steps by hue.
  let hues: [String]

  /// The text of the recipe; a comment in it states `error`.
  func bytes(error: ColorError?) -> [UInt8] {
    let measured = error.map { comments(["Fitted to \(source): dE2000 \($0.summary)."]) } ?? ""
    return formattedRecipe(
      """
      tintype 1

      \(measured)
      look \(writtenText(name)) {
        about \(writtenText("Fitted to \(source)."))
        tags \(model.rounded.sight == .silver ? "black-and-white" : "color"), fitted
        working linear-srgb
      }

      param strength: scalar = 1   in 0...1       step 0.01  "Strength"
      param light:    ev     = 0ev in -2ev...2ev  step 0.1ev "Light"

      \(declarations)
      kernel film(c: rgb, light: ev) -> rgb {
        let layers = linearToSrgb(max(\(seen), 0))
        let toned = \(toned)
        return srgbToLinear(\(limited))
      }

      output mix(source, source |> film(light)\(hues.map { " |> \($0)" }.joined()), strength)

      expect identity within 0.1 with strength = 0

      """)
  }

  private var seen: String {
    switch model.rounded.sight {
    case .saturation:
      model.rounded.numbers[0] == 1 ? start : "saturated(\(start), \(written(model.rounded.numbers[0])))"
    case .silver: "rgb(dot(\(start), sees))"
    case .layers: "sees * (\(start))"
    }
  }

  /// The codes, limited where they may be none.
  private var limited: String {
    if model.rounded.hasDyes { return "saturate(dyes * toned)" }
    let heights = model.curves.flatMap { curve in stride(from: 1, to: curve.count, by: 2).map { curve[$0] } }
    return heights.allSatisfy { (0...1).contains($0) } ? "toned" : "saturate(toned)"
  }

  private var start: String { model.rounded.start.text }

  private var hasOneCurve: Bool { Set(model.curves).count == 1 }

  private var toned: String {
    hasOneCurve ? "tone(layers)" : "rgb(red(layers.r), green(layers.g), blue(layers.b))"
  }

  private var declarations: String {
    var lines: [String] = []
    switch model.rounded.sight {
    case .saturation: break
    case .silver:
      lines.append("// What the film sees of red, green and blue light.\nlet sees = \(row(model.rounded.sees.rows[0]))")
    case .layers:
      lines.append("// What the layers see of red, green and blue light.\nlet sees = \(matrix(model.rounded.sees))")
    }
    let names = hasOneCurve ? ["tone"] : ["red", "green", "blue"]
    lines.append(hasOneCurve ? "// Codes of sRGB." : "// The tones of the layers, codes of sRGB.")
    for (name, curve) in zip(names, model.curves) {
      let points = stride(from: 0, to: curve.count, by: 2).map { "(\(written(curve[$0])), \(written(curve[$0 + 1])))" }
      lines.append("let \(name) = curve [\(points.joined(separator: ", "))]")
    }
    if let dyes = model.rounded.dyes {
      lines.append("// What the dyes do to one another.\nlet dyes = \(matrix(dyes))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func row(_ row: SIMD3<Double>) -> String {
    writtenColor((0..<3).map { (row[$0] * 1000).rounded() / 1000 })
  }

  private func matrix(_ matrix: Matrix3) -> String {
    "matrix(\(matrix.rows.map { String(row($0).dropFirst(3)) }.joined(separator: ", ")))"
  }
}
