import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax
import TintypeTables

/// The tables that a recipe names, each read once.
struct TableCache {
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
extension Checker {
  /// The table in a file.
  mutating func table(_ syntax: LutSyntax) -> Operand {
    if isSetting { return poison(.tableInSetting(at: syntax.location)) }
    guard let text = syntax.path.stringValue else { return .poison }
    // The same mistake is reported once, also when a silent body names the file first.
    let wasSilent = isSilent
    isSilent = false
    defer { isSilent = wasSilent }
    guard let path = path(text, at: syntax.path.location, from: place(of: syntax.location.file)) else { return .poison }
    let position: Int?
    if let known = tableCache.known(path) {
      position = known
    } else {
      position = tableCache.keep(loaded(path, syntax), of: path)
    }
    guard let position else { return .poison }
    return .value(builder.constant([Double(position)], .lut))
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
    if tableCache.entryCount + table.entryCount <= CheckLimits.tableEntries { return table }
    report(.tooManyTables(at: syntax.location))
    return nil
  }

  /// `lookup(color, table)`: the color that the table has for a color, for one at each pixel of an image.
  mutating func lookUp(_ arguments: [LabelledArgument], _ syntax: CallSyntax) -> Operand {
    let inputs = ["color", "table", "values"]
    guard let matched = matched(arguments, to: inputs, of: syntax) else { return .poison }
    let missing = zip(inputs, matched).prefix(2).filter { $0.1 == nil }.map(\.0)
    guard let color = matched[0], let table = matched[1] else {
      return poison(.missingArguments(missing, of: syntax, inputs: inputs))
    }
    let found = coerced(table.operand, to: .lut, at: table.location, as: "'table' of lookup")
    let isShown = isShownValues(matched[2])
    var rgb: Operand = .poison
    switch color.operand {
    case .image(let image): rgb = .value(builder.straight(image))
    default: rgb = coerced(color.operand, to: .rgb, at: color.location, as: "'color' of lookup", isPixel: true)
    }
    guard case .value(let table) = found, case .value(var value) = rgb, let isShown else { return .poison }
    // What a screen shows is what tables speak of.
    let isConverted = isShown && header.workingSpace == .linearSRGB
    if isConverted { value = builder.apply(.linearToSrgb, value) }
    value = builder.interpolate(table, at: value)
    if isConverted { value = builder.apply(.srgbToLinear, value) }
    return lifted(value, from: [color], at: syntax.calleeLocation)
  }

  /// Whether a look-up is in display values; nil when it has been reported that it is in no values there are.
  private mutating func isShownValues(_ argument: Argument?) -> Bool? {
    guard let argument else { return true }
    switch argument.operand {
    case .choice("display"): return true
    case .choice("working"): return false
    case .poison: return nil
    default:
      report(.unknownTableValues(at: argument.location))
      return nil
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
