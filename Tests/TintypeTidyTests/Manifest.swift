import Foundation

/// What `Package.swift` says of its targets, read as text.
struct Manifest {
  /// The names in each target's `dependencies`.
  private(set) var dependencies: [String: Set<String>] = [:]

  init() {
    let text = ProjectFile(path: "Package.swift").code.joined(separator: "\n")
    for match in text.matches(of: /\.(?:target|executableTarget|testTarget)\(\s*name: "(\w+)"/) {
      let call = Self.call(in: text, from: match.range.lowerBound)
      let list = call.firstMatch(of: /dependencies: \[([^\]]*)\]/)?.output.1 ?? ""
      dependencies[String(match.output.1)] = Self.names(in: list)
    }
    // Tests are declared by a function of the manifest that adds the two targets every test has.
    for match in text.matches(of: /\n\s+test\(\s*"(\w+)"/) {
      let call = Self.call(in: text, from: match.range.lowerBound)
      let list = call.firstMatch(of: /"\w+",\s*\[([^\]]*)\]/)?.output.1 ?? ""
      let tested = String(match.output.1)
      dependencies[tested + "Tests"] = Self.names(in: list).union([tested, "TintypeTestSupport"])
    }
  }

  /// Whether a module is a target or a product that targets depend on.
  func knows(_ module: String) -> Bool {
    dependencies.keys.contains(module) || dependencies.values.contains { $0.contains(module) }
  }

  /// Where the sources of a target are.
  static func folder(of target: String) -> String {
    switch target {
    case "TintypeRecipes": "Recipes"
    case "TintypeTestSupport": "Tests/Support"
    case _ where target.hasSuffix("Tests"): "Tests/" + target
    default: "Sources/" + target
    }
  }

  /// What the sources of a target import, in Swift and in C.
  static func imports(of target: String) -> Set<String> {
    let files = ProjectFile.all(in: [folder(of: target)], endingIn: [".swift", ".c", ".h"])
    return files.reduce(into: Set<String>()) { $0.formUnion($1.imports) }.subtracting([target])
  }

  /// From a place to the parenthesis that closes the first one behind it.
  private static func call(in text: String, from start: String.Index) -> Substring {
    var depth = 0
    for index in text.indices[start...] {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" {
        depth -= 1
        if depth == 0 { return text[start...index] }
      }
    }
    return text[start...]
  }

  /// The names of a list: the first text of each entry.
  private static func names(in list: Substring) -> Set<String> {
    let entries = String(list).replacing(/package: "[^"]*"/, with: "")
    return Set(entries.matches(of: /(?:name: )?"(\w+)"/).map { String($0.output.1) })
  }
}
