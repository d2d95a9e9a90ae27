import Tintype
import TintypeIR
import TintypeImage
import TintypeIntrinsics

/// The comments at the top of an exported file: what it was made from, and what the tests say of such files.
struct ShaderHead {
  let configured: ConfiguredLook
  let frozen: [Int]
  let leftOut: [String]

  /// Lines of at most 117 letters, which leaves room for a comment marker.
  func lines(notes: [String]) -> [String] {
    let look = configured.look
    let digest = configured.recipe.map { ", SHA-256 \(ContentHash.digits(of: $0.text))" } ?? ""
    var lines = ["\(look.name), a look of Tintype \(tintypeVersion)"]
    if let about = look.header.about { lines.append(about) }
    lines.append("recipe: \(configured.recipe?.lookName ?? look.name)\(digest)")
    let names = frozen.map { look.parameters[$0].name + "=" }
    let written = look.spelled(configured.values).filter { text in names.contains { text.hasPrefix($0) } }
    if !written.isEmpty { lines.append("written as numbers: " + written.joined(separator: "; ")) }
    if frozen.contains(where: { look.parameters[$0].type == .date }) {
      lines.append("The date is part of this file: export it again for another day.")
    }
    if !leftOut.isEmpty { lines.append("left out: " + leftOut.joined(separator: ", ")) }
    return (lines + notes).flatMap { $0.escapedForDisplay.inLines(of: 117) }
  }
}

/// The accuracy that tests check for every exported shader, for the heads of files.
enum ShaderBound {
  static let text =
    "the shipped looks, all but 'dust', are within 1 code of 8 bits of the render, and equal to it in "
    + "all but 0.1 % of samples"
}
