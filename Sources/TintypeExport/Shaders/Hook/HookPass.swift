import TintypeDiagnostics

/// A pass of a user shader: its header, and the function that draws it.
struct HookPass {
  /// In lists of passes.
  let about: String

  /// The textures that it reads.
  let reads: [String]

  /// The texture that it draws; nil for the result.
  let saves: String?

  /// Columns and rows, operators behind their operands; those of the photo without.
  var size: (width: String, height: String)?

  var conditions = HookConditions.always

  /// The functions of the pass, `hook` among them.
  let text: [String]

  /// The lines in the file.
  var lines: [String] {
    var lines = ["//!HOOK MAIN"] + reads.map { "//!BIND \($0)" }
    if let saves { lines.append("//!SAVE \(saves)") }
    if let size { lines += ["//!WIDTH \(size.width)", "//!HEIGHT \(size.height)"] }
    if !conditions.isAlways { lines.append("//!WHEN \(conditions.reversePolish)") }
    return lines + ["//!COMPONENTS 4", "//!DESC \(about.withoutHookMarks)", ""] + text + [""]
  }
}

extension ShaderTexture {
  /// A texture of the file, with its texels as singles in hexadecimal digits.
  var hookLines: [String] {
    let digits = texels(channels: 4).map { number in
      let bits = number.bitPattern.byteSwapped
      let text = String(bits, radix: 16)
      return String(repeating: "0", count: 8 - text.count) + text
    }
    return [
      "//!TEXTURE \(name)", "//!SIZE \(size.map(String.init).joined(separator: " "))", "//!FORMAT rgba32f",
      "//!FILTER NEAREST", digits.joined(), "",
    ]
  }
}

extension String {
  /// A line whose text begins no section: readers look for `//!` anywhere.
  var withoutHookMarks: String { escapedForDisplay.replacing("//!", with: "// !") }
}
