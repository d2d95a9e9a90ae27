package import TintypeDiagnostics
import TintypeIntrinsics
import TintypeSyntax
package import TintypeTables

/// The tables of a program, with those that settings give.
package struct GivenTables {
  /// The tables of the program, then the given ones.
  package private(set) var tables: [ColorTable]
  private let ownCount: Int
  private let loader: ((_ path: String, _ setting: SourceFile) throws(LoadFailure) -> (any RecipeLoader)?)?

  /// The number of the given ones.
  package var count: Int { tables.count - ownCount }

  /// - Parameters:
  ///   - own: the tables that the recipe names.
  ///   - loader: finds a file that a setting names, as its root; nil for a setting that may name none.
  package init(
    own: [ColorTable],
    loader: ((_ path: String, _ setting: SourceFile) throws(LoadFailure) -> (any RecipeLoader)?)? = nil
  ) {
    (tables, ownCount, self.loader) = (own, own.count, loader)
  }

  /// The position of the table that a setting gives a parameter: that of a file, whose path stands with or without
  /// quotes, or one that the recipe names, `lut "NAME"`.
  mutating func position(
    _ setting: SourceFile, of parameter: String, _ analyzer: inout Analyzer
  ) throws(Reported) -> Int {
    let sign = setting.text.firstIndex(of: UInt8(ascii: "=")) ?? setting.text.endIndex
    let value = setting.text[sign...].dropFirst().drop { $0 == UInt8(ascii: " ") }
    var place = SourceLocation(setting, Span(value.startIndex, value.endIndex))
    var path = String(decoding: value, as: UTF8.self)
    if path.hasPrefix("\"") || path.hasPrefix("lut \"") {
      let (syntax, mistakes) = parseSetting(setting)
      if let first = mistakes.first { throw analyzer.reported(first) }
      place = syntax.value.location
      switch syntax.value {
      case .string(let text): path = text.value
      case .lut(let file):
        let name = file.path.stringValue ?? ""
        if let own = tables.prefix(ownCount).firstIndex(where: { $0.name == name }) { return own }
        throw analyzer.reported(.unknownTable(name, at: place, of: parameter))
      default: throw analyzer.reported(.tableInSetting(at: place))
      }
    }
    do throws(LoadFailure) {
      analyzer.loader = try loader?(path, setting)
    } catch {
      throw analyzer.reported(.unreadableTable(path, error.reason, at: place))
    }
    guard let file = analyzer.loader?.root else { throw analyzer.reported(.tableInSetting(at: place)) }
    analyzer.model.tables = tables
    tables.append(try analyzer.loaded(file, at: place, namedAt: place).named(path))
    return tables.count - 1
  }
}
