import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax
import TintypeTables

/// The tables that a recipe names, each read once.
struct TableCache: Sendable {
  /// In the order in which they were found: a `lut` is a position here.
  private(set) var tables: [ColorTable] = []

  /// What became of each file; nil for one that has been reported.
  private var positions: [RecipePath: Int?] = [:]

  /// All entries so far.
  var entryCount: Int { tables.reduce(0) { $0 + $1.entryCount } }

  /// What became of a file, or nil when nobody asked for it yet.
  func known(_ path: RecipePath) -> Int?? { positions[path] }

  mutating func keep(_ table: ColorTable?, of path: RecipePath) -> Int? {
    let position = table == nil ? nil : tables.count
    if let table { tables.append(table) }
    positions[path] = .some(position)
    return position
  }
}

// `lut "film.cube"`, and `lookup`.
extension Analyzer {
  /// The table in a file.
  mutating func table(_ syntax: LutSyntax) -> TypedExpression {
    let place = syntax.location
    if isSetting { return invalid(.tableInSetting(at: place), at: place) }
    let unknown = TypedExpression(.invalid([]), .unknown, at: place)
    guard let text = syntax.path.stringValue,
      let path = path(text, at: syntax.path.location, from: self.place(of: place.file))
    else { return unknown }
    let position: Int?
    if let known = model.tableCache.known(path) {
      position = known
    } else {
      position = model.tableCache.keep(loaded(path, syntax), of: path)
    }
    guard let position else { return unknown }
    return TypedExpression(.constant([Double(position)]), .value(.lut), at: place)
  }

  /// Where a recipe lies that has been read; nil for one that has no folder.
  func place(of file: SourceFile) -> RecipePath? {
    for (identity, recipe) in recipes {
      if case .file(let place) = identity, recipe.location.file == file { return place }
    }
    return nil
  }

  private mutating func loaded(_ path: RecipePath, _ syntax: LutSyntax) -> ColorTable? {
    let place = syntax.path.location
    var table: ColorTable?
    switch path.components.last?.split(separator: ".").last?.lowercased() {
    case "cube":
      guard let bytes = bytes(of: path, at: place, atMost: CheckLimits.tableBytes) else { return nil }
      let file = SourceFile(name: loader.displayName(of: path), text: bytes)
      switch CubeFileReader.read(file, name: path.description) {
      case .success(let found): table = found
      case .failure(let complaint): report(complaint.diagnostic.named(by: syntax.location))
      }
    case "png":
      guard let picture = loaded(path, at: place, { (loader) throws(LoadFailure) in try loader.haldPicture(of: path) })
      else { return nil }
      table = picture.table(name: path.description)
      if table == nil { report(.notAHald(width: picture.width, height: picture.height, at: place)) }
    default: report(.unknownTableFormat(at: place))
    }
    guard let table else { return nil }
    if model.tableCache.entryCount + table.entryCount <= CheckLimits.tableEntries { return table }
    return reject(.tooManyTables(at: syntax.location))
  }

  /// `lookup(color, table)`: the color that the table has for a color, for one at each pixel of an image.
  mutating func lookUp(_ arguments: [LabeledArgument], _ syntax: CallSyntax) -> TypedExpression {
    let (place, inputs, values) = (syntax.location, ["color", "table", "values"], arguments.map(\.value))
    let unknown = TypedExpression(.invalid(values), .unknown, at: place)
    guard let matched = matched(arguments, to: inputs, of: syntax) else { return unknown }
    let missing = zip(inputs, matched).prefix(2).filter { $0.1 == nil }.map(\.0)
    guard let color = matched[0], let table = matched[1] else {
      return invalid(.missingArguments(missing, of: syntax, inputs: inputs), at: place, values)
    }
    let found = coerced(table, to: .lut, as: "'table' of lookup")
    let isShown = isShownValues(matched[2])
    let rgb = color.type.isImage ? color : coerced(color, to: .rgb, as: "'color' of lookup", isPixel: true)
    guard !found.type.isUnknown, !rgb.type.isUnknown, let isShown else { return unknown }
    return lifted(.lookUp(rgb, found, isShown: isShown), .rgb, from: [color], at: place)
  }

  /// Whether a look-up is in display values; nil when it has been reported that it is in no values there are.
  private mutating func isShownValues(_ argument: TypedExpression?) -> Bool? {
    guard let argument else { return true }
    switch argument.type {
    case .word("display"): return true
    case .word("working"): return false
    case .unknown: return nil
    default:
      return reject(.unknownTableValues(at: argument.location))
    }
  }
}

extension Diagnostic {
  /// The same about a file that the recipe names here.
  fileprivate func named(by place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: code, severity: severity, message: message, primary: primary,
      related: related + [Label(place, "this names the table")], notes: notes, fixIts: fixIts)
  }
}
