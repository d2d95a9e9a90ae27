import Foundation
import TintypeTestSupport

/// A text of the project.
struct ProjectFile: Sendable {
  /// Below the folder of `Package.swift`.
  let path: String
  let text: String

  /// The texts below some folders whose names end so, in order of their paths.
  static func all(in folders: [String], endingIn suffixes: [String]) -> [ProjectFile] {
    folders.flatMap { folder in
      let below = FileManager.default.enumerator(atPath: TestFiles.packageRoot + "/" + folder)
      return (below?.compactMap { $0 as? String } ?? [])
        .filter { name in suffixes.contains(where: name.hasSuffix) }.sorted()
        .map { ProjectFile(path: folder + "/" + $0) }
    }
  }

  init(path: String) {
    self.path = path
    text = String(decoding: TestFiles.bytes(of: TestFiles.packageRoot + "/" + path) ?? [], as: UTF8.self)
  }

  /// The Swift files of a folder.
  static func swift(in folder: String) -> [ProjectFile] { all(in: [folder], endingIn: [".swift"]) }

  /// The shell scripts: those of `Scripts`, of the landing, of the benchmarks.
  static let scripts = ["Scripts", ".ci", "Benchmarks"].flatMap { folder in
    TestFiles.names(in: TestFiles.packageRoot + "/" + folder, endingIn: "").map { ProjectFile(path: folder + "/" + $0) }
      .filter { $0.text.hasPrefix("#!") }
  }

  /// The folders in a folder.
  static func folders(in folder: String) -> [String] {
    TestFiles.names(in: TestFiles.packageRoot + "/" + folder, endingIn: "").filter { !$0.contains(".") }
  }

  /// The lines without their comments. A `//` inside of a text literal counts as a comment.
  var code: [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.range(of: "//").map { line[..<$0.lowerBound] } ?? line
    }
  }

  /// The modules it imports, or includes the header of.
  var imports: Set<String> {
    Set(
      code.compactMap { line in
        let words = line.split(separator: " ")
        if words.count == 2, words[0] == "#include", words[1].hasPrefix("\"CTintype"), words[1].hasSuffix(".h\"") {
          return String(words[1].dropFirst().dropLast(3))
        }
        guard let word = words.firstIndex(of: "import"), word + 1 < words.count else { return nil }
        let isAttributed = words[..<word].allSatisfy {
          $0.hasPrefix("@") || ["public", "internal", "package"].contains($0)
        }
        return isAttributed ? String(words[word + 1]) : nil
      })
  }

  /// The functions that are called by their bare names, with the line of each: no methods, no declarations.
  var bareCalls: [(name: Substring, line: Int)] {
    code.enumerated().flatMap { index, line in
      line.matches(of: /(\.|func )?([A-Za-z_][A-Za-z_0-9]*)\(/).filter { $0.output.1 == nil }.map {
        ($0.output.2, index + 1)
      }
    }
  }
}
