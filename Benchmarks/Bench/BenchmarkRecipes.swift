import FoundationEssentials
import Tintype

/// The recipes of `Benchmarks/Recipes`, by their names, and the shipped looks behind them.
enum BenchmarkRecipes {
  static let own = ["w1", "w2", "w3", "w1l", "w2l", "w3l"]

  /// Read from the package's folder, where `Scripts/bench` stands.
  static func all() throws -> [SourceFile] {
    try own.map { name in
      let path = path(of: name)
      return SourceFile(name: path, text: try String(contentsOfFile: path, encoding: .utf8))
    } + shippedLooks
  }

  static func path(of name: String) -> String { "Benchmarks/Recipes/\(name).tint" }
}

extension SourceFile {
  /// The name without folder and ending.
  var shortName: String {
    let last = name.split(separator: "/").last ?? ""
    return String(last.hasSuffix(".tint") ? last.dropLast(5) : last)
  }
}
