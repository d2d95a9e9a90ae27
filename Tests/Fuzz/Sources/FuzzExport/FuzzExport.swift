import CFuzzDriver
import Foundation
import Tintype
import TintypeExport

/// Exports of a recipe whose names, labels and comments are the bytes: each target is written or refused, every name of
/// the author's has a prefix and is the only one of its kind, and no text leaves its comment or its quotes.
@main enum FuzzExport {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    _ = LLVMFuzzerRunDriver(&count, &arguments) { data, size in
      var words = Words(bytes: Array(UnsafeBufferPointer(start: data, count: size))[...])
      let isSpatial = words.next().isMultiple(of: 2)
      let writesTables = words.next().isMultiple(of: 32)
      let recipe = SourceFile(name: "fuzz.tint", text: words.recipe(isSpatial: isSpatial))
      guard let look = compile(recipe).look else { return 0 }
      FuzzExport.check(ConfiguredLook(look, recipe: recipe), writesTables: writesTables && !isSpatial)
      return 0
    }
  }

  private static func check(_ look: ConfiguredLook, writesTables: Bool) {
    for language in PassLanguage.allCases {
      guard let passes = try? ExportedPasses(look, in: language) else { continue }
      let json = try? JSONSerialization.jsonObject(with: Data(passes.json.utf8)) as? [String: Any]
      guard let json else { preconditionFailure("no JSON: \(passes.json)") }
      let parameters = json["parameters"] as? [[String: Any]] ?? []
      expectDistinct(parameters.compactMap { $0["uniform"] as? String }, among: parameters.count)
      let steps = json["passes"] as? [[String: Any]] ?? []
      expectDistinct(steps.compactMap { $0["name"] as? String }, among: steps.count)
      for lines in steps.compactMap({ $0["shader"] as? [String] }) {
        precondition(!lines.contains { $0.contains("\n") }, "a line of a shader has several")
        CodeText.check(lines.joined(separator: "\n"), hasStrings: false)
      }
    }
    if let shader = try? ExportedShader(look) { CodeText.check(shader.text, hasStrings: false) }
    if let dctl = try? ExportedDCTL(look) {
      let controls = dctl.text.split(separator: "\n").filter { $0.hasPrefix("DEFINE_UI_PARAMS(") }
      expectDistinct(controls.map { String($0.dropFirst(17).prefix { $0 != "," }) }, among: controls.count)
      // Labels of controls stand bare and are the author's words.
      let code = dctl.text.split(separator: "\n").filter { !$0.hasPrefix("DEFINE_UI_") }
      CodeText.check(code.joined(separator: "\n"), hasStrings: true)
    }
    if let filter = try? ExportedFilter(look) {
      CodeText.check(filter.kernels, hasStrings: true)
      CodeText.check(String(filter.filter.split(separator: "// MARK: - Passes")[0]), hasStrings: true)
    }
    guard writesTables, let color = try? ColorLook(look, without: []) else { return }
    for target in [ExportTarget.cube, .clf] {
      guard let text = try? ExportedTable(color, to: target, size: .entries(2)).text else { continue }
      let lines = text.split(separator: UInt8(ascii: "\n"))
      precondition(target != .cube || lines.allSatisfy { $0.count <= 250 }, "a line of a table is too long")
      precondition(text.allSatisfy { $0 >= 32 || $0 == UInt8(ascii: "\n") }, "a table has control characters")
    }
  }

  private static func expectDistinct(_ names: [String], among count: Int) {
    precondition(names.count == count && Set(names.map { $0.lowercased() }).count == count, "equal names: \(names)")
  }
}

/// Draws a recipe from bytes.
private struct Words {
  var bytes: ArraySlice<UInt8>

  /// Every name holds it, so that the exports show what they made of names.
  static let mark = "q9q"

  private var used: Set<String> = []

  init(bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  mutating func next() -> Int { Int(bytes.popFirst() ?? 0) }

  /// A name that no other has.
  private mutating func name() -> String {
    let letters = Array("_aA_bB_xX019_Zz".utf8)
    func part() -> String {
      let length = next() % 6
      return String(decoding: (0..<length).map { _ in letters[next() % letters.count] }, as: UTF8.self)
    }
    var name = part()
    if name.first.map({ $0.isNumber }) ?? false { name = "_" + name }
    name += Self.mark + part()
    if next() == 255 { name += String(repeating: "long", count: 300) }
    while !used.insert(name).inserted { name += "_" }
    return name
  }

  /// A text without what a recipe refuses.
  private mutating func text() -> String {
    let length = next() % 48
    let taken = bytes.prefix(length)
    bytes = bytes.dropFirst(length)
    var text = String.UnicodeScalarView()
    for scalar in String(decoding: taken, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: text.append("\\")
      default: text.append(scalar)
      }
    }
    return String(text)
  }

  private mutating func quoted() -> String { "\"" + text().writing(["\\": "\\\\", "\"": "\\\""]) + "\"" }

  mutating func recipe(isSpatial: Bool) -> String {
    let types = [
      "scalar = 0.5 in 0...1", "ev = 1ev in -1ev...1ev", "bool = true", "rgb = #c08060", "vec2 = vec2(0.5, 0.25)",
      "length = 2%", "angle = 30deg in 0deg...90deg", "scalar = 0.25", "choice = ",
    ]
    let names = types.map { _ in name() }
    let choices = [name(), name()]
    var parameters = ""
    for (index, type) in types.enumerated() {
      let all = type == "choice = " ? type + ".\(choices[0]) of \(choices[0]), \(choices[1])" : type
      parameters += "///\(text())\nparam \(names[index]): \(all) \(quoted()) group \(quoted())\n"
    }
    let (kernel, first, second, image, soft) = (name(), name(), name(), name(), name())
    return """
      tintype 1
      look "\(Self.mark)\(text().writing(["\\": "\\\\", "\"": "\\\""]))" {
        about   \(quoted())
        working display
      }
      \(parameters)
      kernel \(kernel)(
        c: rgb, k0: scalar, k1: ev, k2: bool, k3: rgb, k4: vec2, k5: scalar, k6: angle, k7: scalar, k8: bool
      ) -> rgb {
        let \(first) = mix(c, k3, k0) * gain(k1)
        let \(second) = if k2 { \(first) * k4.x } else { \(first) * cos(k6) + k5 }
        return if k8 { \(second) } else { mix(\(second), \(first), k7 * k4.y) }
      }
      image \(image) = \(kernel)(
        source, \(names[0]), \(names[1]), \(names[2]), \(names[3]), \(names[4]), pixels(\(names[5])), \(names[6]),
        \(names[7]), \(names[8]) == .\(choices[0]))
      \(isSpatial ? "image \(soft) = \(image) |> blur(2%)" : "let \(soft) = curve [(0, 0), (0.5, 0.6), (1, 1)]")
      output \(isSpatial ? "mix(\(soft), \(image), 0.5)" : "\(soft)(\(image))")

      """
  }
}

/// The text of a language with comments, strings and brackets of C.
private enum CodeText {
  /// What an export puts in front of a name of the author's.
  private static let kinds = ["param_", "picture_", "pass_", "v_", "host_", "curve_", "input_", "Look"]

  static func check(_ text: String, hasStrings: Bool) {
    let bytes = Array(text.utf8)
    var (place, open): (Int, [UInt8]) = (0, [])
    func starts(_ word: StaticString) -> Bool {
      place + word.utf8CodeUnitCount <= bytes.count
        && (0..<word.utf8CodeUnitCount).allSatisfy { bytes[place + $0] == word.utf8Start[$0] }
    }
    while place < bytes.count {
      let byte = bytes[place]
      if starts("//") {
        while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { place += 1 }
        precondition(bytes[place - 1] != UInt8(ascii: "\\"), "a comment joins the next line: \(text)")
        precondition(!bytes[..<place].suffix(3).elementsEqual("??/".utf8), "a comment joins the next line: \(text)")
        continue
      }
      precondition(!starts("/*"), "a comment of several lines: \(text)")
      switch byte {
      case UInt8(ascii: "\""):
        precondition(hasStrings, "a string: \(text)")
        place += 1
        while place < bytes.count, bytes[place] != byte {
          precondition(bytes[place] >= 32, "a control character in a string: \(text)")
          place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        precondition(place < bytes.count, "an open string: \(text)")
        place += 1
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
        open.append(byte == UInt8(ascii: "(") ? byte + 1 : byte + 2)
        place += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        precondition(open.popLast() == byte, "brackets: \(text)")
        place += 1
      default:
        precondition(byte >= 32 && byte < 127 || byte == UInt8(ascii: "\n"), "byte \(byte): \(text)")
        let start = place
        while place < bytes.count, isWord(bytes[place]) { place += 1 }
        if place == start { place += 1 } else { checkName(String(decoding: bytes[start..<place], as: UTF8.self)) }
      }
    }
    precondition(open.isEmpty, "open brackets: \(text)")
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || Unicode.Scalar(byte).properties.isAlphabetic && byte < 128
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func checkName(_ name: String) {
    guard name.contains(Words.mark) else { return }
    let isPrefixed = kinds.contains { kind in
      // Words of the export's own may stand in front of the kind.
      guard let place = name.range(of: kind) else { return false }
      return !name[..<place.lowerBound].contains(Words.mark) && !name[..<place.lowerBound].contains("__")
    }
    precondition(isPrefixed && !name.contains("__") && !name.hasSuffix("_") && name.utf8.count < 160, "'\(name)'")
  }
}
