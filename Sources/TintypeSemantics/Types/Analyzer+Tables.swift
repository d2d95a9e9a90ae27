import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSizes
import TintypeSyntax
import TintypeTables

// `lut "film.cube"`, and `lookup`.
extension Analyzer {
  /// The table in a file.
  mutating func table(_ syntax: FileSyntax) throws(Reported) -> TypedExpression {
    let place = syntax.location
    if isSetting { throw reported(.tableInSetting(at: place)) }
    guard let text = syntax.path.stringValue else { throw Reported() }
    let path = try path(text, at: syntax.path.location, from: self.place(of: place.file))
    let position = try once(tables[path]) { analyzer throws(Reported) in
      analyzer.model.tables.append(try analyzer.loaded(path, at: syntax.path.location, namedAt: syntax.location))
      return analyzer.model.tables.count - 1
    } keep: { analyzer, position in
      analyzer.tables[path] = .some(position)
    }
    return TypedExpression(.constant([Double(position)]), .value(.lut), at: place)
  }

  /// The path of a recipe that has been read; nil for one without a folder.
  func place(of file: SourceFile) -> RecipePath? {
    for (identity, recipe) in recipes {
      if case .file(let place) = identity, recipe.location.file == file { return place }
    }
    return nil
  }

  /// A table in a file.
  ///
  /// - Parameters:
  ///   - place: the path in the text.
  ///   - naming: what errors in the file refer to.
  mutating func loaded(
    _ path: RecipePath, at place: SourceLocation, namedAt naming: SourceLocation
  ) throws(Reported) -> ColorTable {
    let table: ColorTable
    switch path.fileExtension {
    case "cube":
      let bytes = try bytes(of: path, at: place, atMost: CheckLimits.tableBytes)
      let file = SourceFile(name: displayName(of: path), text: bytes)
      switch CubeFileReader.read(file, name: path.description) {
      case .success(let found): table = found
      case .failure(let complaint): throw reported(complaint.diagnostic.named(by: naming))
      }
    case "png":
      let picture = try loaded(path, at: place) { (loader) throws(LoadFailure) in try loader.haldPicture(of: path) }
      guard let found = picture.table(name: path.description) else {
        throw reported(.notAHald(width: picture.width, height: picture.height, at: place))
      }
      table = found
    default: throw reported(.unknownTableFormat(at: place))
    }
    guard model.budget.holds(CompileCosts.tableEntry * table.entryCount) else { throw Reported() }
    let entryCount = model.tables.reduce(table.entryCount) { $0 + $1.entryCount }
    guard entryCount <= CheckLimits.tableEntries else {
      throw reported(.tooManyTables(at: naming))
    }
    return table
  }

  /// `lookup(color, table)`: a color through a table, or each pixel of an image.
  mutating func lookUp(
    _ arguments: [LabeledArgument], _ syntax: CallSyntax
  ) throws(Reported) -> TypedExpression {
    let inputs = try matched(arguments, to: ["color", "table", "values"], of: syntax, optional: [2])
    guard let color = inputs.value(at: 0), let table = inputs.value(at: 1) else { throw Reported() }
    let isShown: Bool
    switch inputs.value(at: 2)?.type {
    case nil, .word("display")?: isShown = true
    case .word("working")?: isShown = false
    case .unknown?: throw Reported()
    case _?: throw reported(.unknownTableValues(at: inputs.value(at: 2)?.location ?? syntax.location))
    }
    if color.type == .value(.lut), table.type.isImage || table.type.value?.isColor == true {
      throw reported(.swapped(color.location, table.location, of: syntax, inputs: ["color", "table"]))
    }
    // Both are checked, as both may be wrong.
    let found = try? coerced(table, to: .lut, as: "'table' of lookup")
    let rgb = color.type.isImage ? color : try coerced(color, to: .rgb, as: "'color' of lookup", isPixel: true)
    guard let found else { throw Reported() }
    return try lifted(.lookUp(rgb, found, isShown: isShown), .rgb, from: [color], at: syntax.location)
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
