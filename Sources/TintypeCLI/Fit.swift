public import ArgumentParser
import Tintype
public import TintypeFit
import TintypeImage
import TintypeImport

/// `tintype fit`
struct Fit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit", abstract: "Find a recipe from pictures before and after, from a table, or the grain of a scan.",
    discussion: """
      With LOOK, finds the values of its parameters that make the pictures before as near to those after as they can, \
      or its colors as near to a table's (.cube, .clf, .cdl, a HaldCLUT), and writes a recipe that extends it. What \
      --set gives is held. Without LOOK, writes a recipe of its own: a film (its layers, couplers, paper and dyes) or \
      curves, dyes and steps by hue, whichever is nearer. The difference that remains is said in dE2000; 1 is barely \
      visible.

      A pair is one picture before and after a look, of any size. Both are compared small, so grain has no part in it. \
      --grain finds the grain by itself: its strength by tone, its size, and what the layers share, from the flat \
      parts of a scan. Without LOOK, it is the look 'grain'.
      """)

  @Argument(help: "A shipped look or the path of a recipe; without one, a new look.", completion: Completions.looks)
  var look: String?

  @Option(parsing: .upToNextOption, help: "The pictures before.", completion: Completions.photos)
  var before: [String] = []

  @Option(parsing: .upToNextOption, help: "The pictures after, in the same order.", completion: Completions.photos)
  var after: [String] = []

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Two folders, before and after; pictures of one name are a pair.", valueName: "folders"),
    completion: .directory)
  var pairs: [String] = []

  @Option(help: "A table of colors, or a look of another program.", completion: .file())
  var table: String?

  @Option(help: "A photo or the scan of a film, a whole frame: LOOK gets its grain.", completion: .file())
  var grain: String?

  @Option(
    help: ArgumentHelp("Where --grain looks, in pixels, such as 400x300+1200+80.", valueName: "WxH+X+Y"))
  var area: GrainScan.Area?

  @OptionGroup var parameters: ParameterOptions

  @OptionGroup var result: RecipeOutput

  @Option(
    help: ArgumentHelp(
      "Draw what is left, over lightness and over hue: \(PictureFileType.outputEndings).", valueName: "file"),
    completion: .file())
  var plot: String?

  func validate() throws {
    let ways = [!before.isEmpty || !after.isEmpty, !pairs.isEmpty, table != nil, grain != nil].count { $0 }
    guard ways == 1 else {
      throw ValidationError(
        "Name what to fit to: --before A.jpg B.jpg --after A2.jpg B2.jpg, --pairs BEFORE AFTER, --table FILE, or "
          + "--grain SCAN.")
    }
    guard before.count == after.count else {
      throw ValidationError(
        "--before has \(before.count) pictures and --after \(after.count): the first belongs to the first.")
    }
    if !pairs.isEmpty, pairs.count != 2 { throw ValidationError("--pairs is two folders, before and after.") }
    if area != nil, grain == nil { throw ValidationError("--area is about --grain.") }
    if plot != nil, grain != nil { throw ValidationError("--plot draws colors, which --grain does not compare.") }
    if look == nil, grain == nil, !parameters.isEmpty || !parameters.picture.isEmpty {
      throw ValidationError("--set, --variant and --picture are about LOOK.")
    }
    if let look, look == "-" || isExpression(look) {
      throw ValidationError("The recipe extends LOOK, which is a shipped look or a file.")
    }
    if let plot, plot == "-" || plot == result.output {
      throw ValidationError("--plot needs a separate output file.")
    }
  }

  func run() throws {
    let path = result.path
    let files = table == nil && grain == nil ? try pairFiles() : []
    let inputs = files.flatMap { [$0.before, $0.after] } + [look, table, grain].compactMap { $0 }.map { FilePath($0) }
    if !result.isStandardOutput {
      guard try result.ifExists.policy.wants(path, from: inputs) else { return }
    }
    let wantsPlot = try plot.map { try isWanted($0, from: inputs) } ?? false
    let recipe: [UInt8]
    var left: FitPlot?
    if let grain {
      recipe = try fromGrain(grain)
    } else if let look {
      (recipe, left) = try fromLook(look, files)
    } else {
      let fit = try table.map(fromTable) ?? fromPairs(files)
      (recipe, left) = (fit.recipe, FitPlot(residuals: fit.residuals, error: fit.after))
    }
    if result.isStandardOutput {
      try StandardStreams.write(recipe)
    } else {
      try result.ifExists.policy.writeAloud(path, recipe)
    }
    if let plot, let left, wantsPlot { try write(left, to: plot) }
  }

  // MARK: The plot

  private func isWanted(_ plot: String, from inputs: [FilePath]) throws -> Bool {
    let isWanted = try reporting(on: nil, output: plot) { () throws(ImageError) in
      try result.ifExists.policy.permits(FilePath(plot), from: inputs)
    }
    if !isWanted { sayExists(plot) }
    return isWanted
  }

  private func write(_ left: FitPlot, to plot: String) throws {
    let outcome = try reporting(on: nil, output: plot) { () throws(ImageError) in
      try left.drawn().write(to: FilePath(plot), quality: 95, ifExists: result.ifExists.policy)
    }
    if outcome == .skipped { sayExists(plot) }
  }

  // MARK: The four ways

  /// A look whose values are sought, with how the recipe names it and the parameters that are held.
  private func opened(_ name: String) throws -> (look: ConfiguredLook, base: String, held: Set<String>) {
    let source = try RecipeLoading.source(named: name)
    if isPackName(name) {
      throw failure(name, "is a pack, which no recipe extends; 'tintype unpack' writes the recipe to a folder", .usage)
    }
    guard let base = isRecipePath(name) ? result.path.folder.reaching(FilePath(name)) : name else {
      throw failure(
        name, "the fitted recipe extends it, so write that into the same folder or above: -o FOLDER/NAME.tint", .usage)
    }
    let held = Set(parameters.set.map { String($0.prefix { $0 != "=" && $0 != " " }) })
    let look = try parameters.look(in: source)
    if !result.isStandardOutput, result.ifExists == .overwrite {
      try reporting(on: result.output) { () throws(ImageError) in try look.requireNoFile(at: result.path) }
    }
    return (look, base, held)
  }

  private func fromGrain(_ name: String) throws -> [UInt8] {
    let look = look ?? "grain"
    let (configured, base, held) = try opened(look)
    let scan: GrainScan
    do throws(FitFailure) {
      scan = try GrainScan(FilePath(name), area: area)
    } catch {
      throw failure(error.file, error.message, error.status)
    }
    let fit = try reporting(on: look) { () throws(ImageError) in try GrainFit(configured, holding: held, to: scan) }
    say(FitReport.lines(on: fit, to: scan))
    let words = String(decoding: FilePath(name).lastComponent, as: UTF8.self)
    return fit.recipe(named: lookName, extending: base, from: words)
  }

  private func fromLook(_ name: String, _ files: [PairFiles]) throws -> (recipe: [UInt8], left: FitPlot) {
    let (configured, base, held) = try opened(name)
    let fit: LookFit
    let words: String
    if let table {
      let other = try readTable(table)
      fit = try reporting(on: name) { () throws(ImageError) in
        try LookFit(configured, holding: held, toTable: other)
      }
      words = String(decoding: FilePath(table).lastComponent, as: UTF8.self)
      say(FitReport.lines(on: fit, to: displayed(table)))
    } else {
      let found = try readPairs(files, through: configured)
      fit = try reporting(on: name) { () throws(ImageError) in
        try LookFit(configured, holding: held, to: found)
      }
      let count = found.count == 1 ? "1 pair" : "\(found.count) pairs"
      words = count + " of pictures"
      say(FitReport.lines(on: fit, to: count, found))
    }
    return (
      fit.recipe(named: lookName, extending: base, from: words), FitPlot(residuals: fit.residuals, error: fit.after)
    )
  }

  private func fromPairs(_ files: [PairFiles]) throws -> NewLookFit {
    let found = try readPairs(files, through: .original)
    let words = found.count == 1 ? "a pair of pictures" : "\(found.count) pairs of pictures"
    let fit = try reporting(on: words) { () throws(ImageError) in
      try NewLookFit(to: found, named: lookName, from: words)
    }
    say(FitReport.lines(on: fit, to: words))
    return fit
  }

  private func fromTable(_ name: String) throws -> NewLookFit {
    let table = try readTable(name)
    let fit = try reporting(on: name) { () throws(ImageError) in
      try NewLookFit(to: table, named: lookName, from: String(decoding: FilePath(name).lastComponent, as: UTF8.self))
    }
    say(FitReport.lines(on: fit, to: displayed(name)))
    return fit
  }

  private func readTable(_ name: String) throws -> ConfiguredLook {
    do {
      return try ConfiguredLook(table: FilePath(name))
    } catch let error as ImageError {
      throw failure(name, error.message, Status(error.kind))
    } catch let refusal as ImportRefusal {
      throw failure(refusal)
    } catch let invalid as InvalidTable {
      for message in invalid.messages { StandardError.print(displayed(name), message) }
      throw Status.data.exitCode
    }
  }

  private var lookName: String {
    result.isStandardOutput ? "fitted" : String(decoding: result.path.stem, as: UTF8.self)
  }

  // MARK: Pairs

  private typealias PairFiles = (before: FilePath, after: FilePath)

  private func pairFiles() throws -> [PairFiles] {
    pairs.isEmpty ? zip(before, after).map { (FilePath($0), FilePath($1)) } : try matchedFiles()
  }

  private func readPairs(_ files: [PairFiles], through look: ConfiguredLook) throws -> [PhotoPair] {
    do throws(FitFailure) {
      return try files.map { (before, after) throws(FitFailure) in
        try PhotoPair(before: before, after: after, look: look)
      }
    } catch {
      throw failure(error.file, error.message, error.status)
    }
  }

  /// The pictures of two folders that have the same place and name, whatever their endings.
  private func matchedFiles() throws -> [PairFiles] {
    let folders = try pairs.map { folder -> [String: FilePath] in
      guard FileStatus(FilePath(folder))?.kind == .folder else {
        throw failure(folder, "is no folder; --before and --after take pictures", .noInput)
      }
      let photos = try findPhotos(in: [FilePath(folder)], recursively: true).photos
      var named: [String: FilePath] = [:]
      for photo in photos {
        let name = String(decoding: (photo.folderBelow ?? []) + [UInt8(ascii: "/")] + photo.path.stem, as: UTF8.self)
        if let other = named[name] {
          throw failure(photo.path.description, "has the same name as '\(other)'; keep one of them", .usage)
        }
        named[name] = photo.path
      }
      return named
    }
    for (here, there, folder) in [(0, 1, pairs[1]), (1, 0, pairs[0])] {
      for (name, path) in folders[here].sorted(by: { $0.key < $1.key }) where folders[there][name] == nil {
        StandardError.print(displayed(path.description), "has no picture of its name in '\(folder)', passed over")
      }
    }
    let matched = folders[0].sorted { $0.key < $1.key }.compactMap { name, path in
      folders[1][name].map { (path, $0) }
    }
    guard !matched.isEmpty else {
      throw failure(pairs[0], "has no picture of the same name as one in '\(pairs[1])'", .noInput)
    }
    return matched
  }

  private func say(_ lines: [String]) {
    for line in lines { if result.isStandardOutput { StandardError.print(line) } else { print(line) } }
  }
}

extension GrainScan.Area: ExpressibleByArgument {
  /// Reads `WxH+X+Y`.
  public init?(argument: String) {
    let numbers = argument.split { $0 == "x" || $0 == "+" }.compactMap { Int($0) }
    guard numbers.count == 4, argument == "\(numbers[0])x\(numbers[1])+\(numbers[2])+\(numbers[3])" else { return nil }
    self.init(left: numbers[2], top: numbers[3], width: numbers[0], height: numbers[1])
  }
}
