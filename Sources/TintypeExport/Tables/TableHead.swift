import Tintype
import TintypeColor
import TintypeIR
import TintypeImage
import TintypeLowering
import TintypeSemantics

/// The head of a file: its source and its error.
struct TableHead {
  let look: ColorLook
  let error: MeasuredError
  /// How a program reads the file.
  var use: String?

  var lines: [String] {
    let configured = look.configured
    let recipe = configured.recipe
    let digest = recipe.map { ", SHA-256 \(ContentHash.digits(of: $0.text))" } ?? ""
    var lines = [
      "\(configured.look.name), a look of Tintype \(tintypeVersion)",
      "recipe: \(recipe?.lookName ?? configured.look.name)\(digest)",
    ]
    let parameters = configured.look.spelled(configured.values)
    if !parameters.isEmpty { lines.append("parameters: " + parameters.joined(separator: "; ")) }
    if configured.measures {
      let photo = configured.shot.measurements == nil ? "the 256 grays, in place of a photo" : "a photo"
      lines.append("measured over \(photo); a render measures over each of its own")
    }
    if !look.leftOut.isEmpty { lines.append("left out: " + look.leftOut.joined(separator: ", ")) }
    lines.append("from \(look.spaces.input.title) codes to \(look.spaces.output.title) codes, 0 to 1")
    if let use { lines.append(use) }
    for reading in error.readings {
      lines.append("error against the render, of 255, \(reading.name):")
      lines += reading.parts.map { part in
        "  \(part.name): largest \(part.largest.fixed(3))" + (part.mean.map { ", mean \($0.fixed(3))" } ?? "")
      }
      let reason =
        reading.isComplete
        ? "all 16-bit codes were tried" : "a tenth above the largest of \(reading.samples) samples; no bound is proven"
      lines.append("  all colors: at most \(reading.limit.fixed(3)), \(reason)")
    }
    return lines.map(\.escapedForDisplay)
  }
}

extension InputSpace {
  /// As heads of files write it: the word of the option, but for the name that everybody knows.
  var title: String { self == .srgb ? "sRGB" : rawValue }
}
