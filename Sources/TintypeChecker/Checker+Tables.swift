import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax
import TintypeTables

/// The tables that a recipe names, each read once.
struct TableShelf {
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
    let path: RecipePath
    do throws(RecipePath.Problem) {
      guard let root = loader.root else { return poison(.tableWithoutFolder(at: syntax.path.location)) }
      path = try root.resolving(text)
    } catch {
      return poison(.badTablePath(error, at: syntax.path.location))
    }
    if let known = shelf.known(path) {
      guard let position = known else { return .poison }
      return .value(builder.constant([Double(position)], .lut))
    }
    // The same file is read once, also when a silent body names it first.
    let wasSilent = isSilent
    isSilent = false
    defer { isSilent = wasSilent }
    let table = loaded(path, as: text, syntax)
    guard let position = shelf.keep(table, of: path) else { return .poison }
    return .value(builder.constant([Double(position)], .lut))
  }

  private mutating func loaded(_ path: RecipePath, as text: String, _ syntax: LutSyntax) -> ColorTable? {
    let name = path.description
    let ending = name.split(separator: ".").last.map { $0.lowercased() }
    do {
      let table: ColorTable
      switch ending {
      case "cube":
        let bytes = try loader.bytes(of: path, atMost: CheckLimits.tableBytes)
        let file = SourceFile(name: loader.displayName(of: path), text: bytes)
        table = try CubeFileReader.read(file, name: name).get()
      case "png":
        let picture = try loader.haldPicture(of: path)
        guard let found = picture.table(name: name) else {
          report(.notAHald(width: picture.width, height: picture.height, at: syntax.path.location))
          return nil
        }
        table = found
      default:
        report(.unknownTableFormat(at: syntax.path.location))
        return nil
      }
      guard shelf.entryCount + table.entryCount <= CheckLimits.tableEntries else {
        report(.tooManyTables(at: syntax.location))
        return nil
      }
      return table
    } catch let failure as LoadFailure {
      let nearest = failure.isMissing ? nearest(to: path.components.last!, among: loader.neighbors(of: path)) : nil
      let folder = text.split(separator: "/", omittingEmptySubsequences: false).dropLast().map { $0 + "/" }.joined()
      report(.tableNotLoaded(failure, at: syntax.path.location, nearest: nearest.map { folder + $0 }))
    } catch let complaint as TableComplaint {
      report(complaint.diagnostic.named(by: syntax.location))
    } catch {
      preconditionFailure("a failure of another kind: \(error)")
    }
    return nil
  }

  /// `lookup(color, table)`: the colour that the table has for a colour, for one at each pixel of an image.
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

  /// The table that is called as if it were a curve, if it is one.
  mutating func isTable(_ callee: String, _ surroundings: Surroundings) -> Bool {
    var operand = surroundings.locals?[callee]
    if operand == nil, let index = constantIndex(callee, surroundings) {
      switch constant(index) {
      case .constant(_, let type): return type == .lut
      case .dependent(let found): operand = found
      default: return false
      }
    }
    if operand == nil, surroundings.isTopLevel { operand = names[callee] }
    guard case .value(let value)? = operand else { return false }
    return builder[value].type == .lut
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
