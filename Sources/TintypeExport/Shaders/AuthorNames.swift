import TintypeDiagnostics

/// The names that an export makes of an author's words.
///
/// A name begins with the prefix of its kind. No keyword, built-in function, library name or generated name of a target
/// language begins with such a prefix, so no list of reserved words is needed. A derived name has a further word in
/// front (`origin_pass_haze`), never at the end, so that names derived from different names differ.
///
/// Names are compared without case, because some hosts ignore it.
struct AuthorNames {
  /// What has a name, by its prefix.
  enum Kind: String, CaseIterable {
    case parameter = "param_"
    case picture = "picture_"
    case pass = "pass_"
    /// A step of a pass.
    case value = "v_"
    /// A value that the host computes.
    case setting = "host_"
    case curve = "curve_"
    /// A property of a class; those of Core Image have no `_`.
    case property = "input_"
  }

  private var used: Set<String> = []

  /// The next number to try behind a name that is in use.
  private var numbers: [String: Int] = [:]

  /// A unique name: the prefix, the author's word, and a number if two would be equal.
  mutating func name(_ kind: Kind, _ word: String) -> String {
    let plain = kind.rawValue + Self.plain(word)
    let key = plain.lowercased()
    var name = plain
    while !used.insert(name.lowercased()).inserted {
      numbers[key, default: 1] += 1
      name = plain + "\(numbers[key, default: 1])"
    }
    return name
  }

  /// The names of several words.
  mutating func names(_ kind: Kind, _ words: some Sequence<String>) -> [String] { words.map { name(kind, $0) } }

  /// Letters and digits of ASCII with single `_` between them. GLSL reserves names with two in a row, and no language
  /// has to take names of any length.
  static func plain(_ word: String) -> String {
    let words = word.utf8.prefix(1024).split { !isLetterOrDigit($0) }
    let plain = String(decoding: Array(words.joined(separator: [UInt8(ascii: "_")])).prefix(48), as: UTF8.self)
    return plain.isEmpty ? "unnamed" : plain.last == "_" ? String(plain.dropLast()) : plain
  }

  /// The words of a name, each with a capital letter: `LookTumbleDown`.
  static func typeName(_ name: String) -> String {
    "Look" + plain(name).split(separator: "_").map(\.capitalizedFirst).joined()
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
