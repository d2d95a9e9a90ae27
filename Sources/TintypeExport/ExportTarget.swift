public import Tintype
public import TintypeColor
import TintypeImage

/// What looks are exported to. This table is all that is known of a target: the values of `--to`, their help and
/// completions, `--list` and the checks of other options derive from it.
public enum ExportTarget: String, CaseIterable, Sendable {
  case cube, hald, clf, metal, glsl, wgsl, hlsl, dctl, placebo

  /// What is known of a target.
  struct Row {
    /// The endings of its files, the usual one first; `json` is a description of passes.
    let endings: [String]

    /// What it holds, in a line.
    let about: String

    /// What ran its files in tests; nil where no host did.
    let runBy: String?

    var parameters = Parameters.open

    /// The language of its passes in JSON.
    var passes: PassLanguage?

    /// What `--runtime` writes beside.
    var runtime: String?

    /// What becomes of the parameters of a look.
    enum Parameters {
      /// A table of colors has none.
      case none
      case open
      /// They are numbers, unless an option opens them.
      case onRequest
    }
  }

  var row: Row {
    switch self {
    case .cube:
      Row(
        endings: ["cube"], about: "a table of colors: 1D or 3D, or 1D before 3D for Resolve",
        runBy: "OpenColorIO, FFmpeg", parameters: .none)
    case .hald:
      Row(
        endings: ["png"], about: "the same as a picture: HaldCLUT, a PNG of 16 bits", runBy: "ImageMagick, FFmpeg",
        parameters: .none)
    case .clf:
      Row(
        endings: ["clf"],
        about: "exponents, matrices and curves where the look is made of such, else a table: Common LUT Format 3",
        runBy: "OpenColorIO", parameters: .none)
    case .metal:
      Row(
        endings: ["metal"], about: "all of a look: kernels of Core Image", runBy: nil, runtime: "the CIFilter in Swift")
    case .glsl:
      Row(
        endings: ["json", "frag"], about: "all of a look as passes for WebGL2; or a look of one pass",
        runBy: "Chromium",
        passes: .glsl, runtime: "tintype.js")
    case .wgsl:
      Row(
        endings: ["json"], about: "all of a look as passes for WebGPU", runBy: "wgpu", passes: .wgsl,
        runtime: "tintype_wgpu.py for Python")
    case .hlsl: Row(endings: ["json"], about: "all of a look as passes for Direct3D", runBy: nil, passes: .hlsl)
    case .dctl:
      Row(
        endings: ["dctl"],
        about: "what a pixel, its place, the frame's size and few neighbors tell, with controls, for "
          + "DaVinci Resolve", runBy: nil)
    case .placebo:
      Row(
        endings: ["hook"], about: "all of a look but other pictures and sizes, for mpv and libplacebo",
        runBy: "libplacebo", parameters: .onRequest)
    }
  }

  /// Its line of `--list`: the name, the files, and what they hold.
  public var columns: [String] {
    var about = row.about
    if row.parameters == .onRequest { about += "; --parameters leaves parameters open" }
    if let runtime = row.runtime { about += "; --runtime writes \(runtime) beside" }
    return [
      rawValue, row.endings.map { "OUT." + $0 }.joined(separator: ", "),
      about + (row.runBy.map { "; run by \($0)" } ?? "; not run by its host"),
    ]
  }

  /// Whether its files are tables of colors.
  public var isTable: Bool { row.parameters == .none }

  /// Whether the files of some options are passes in JSON.
  private func isPasses(_ options: ExportOptions) -> Bool {
    options.output.hasSuffix(".json") || row.endings == ["json"]
  }

  /// Why options do not go with the target; nil where they do.
  public func mistake(_ options: ExportOptions) -> String? {
    let isPasses = isPasses(options)
    if isPasses, row.passes == nil { return "\(self) is not written as passes: -o OUT.\(row.endings[0])" }
    if row.endings == ["json"], ![".json", "-"].contains(where: options.output.hasSuffix) {
      return "\(self) is written as passes: -o OUT.json"
    }
    let ending = String(decoding: FilePath(options.output).fileExtension, as: UTF8.self).lowercased()
    if !isPasses, !ending.isEmpty, !row.endings.contains(ending) {
      return "\(self) is written to a file that ends in ." + row.endings.joined(separator: " or .")
    }
    let rules: [(option: String, isGiven: Bool, fits: (Self) -> Bool)] = [
      ("--for is", options.reader != .any, { $0 == .cube }),
      ("--size and --max-error are", options.size != .usual, { $0.isTable }),
      ("--input-space and --output-space are", options.spaces.input ?? options.spaces.output != nil, { $0.isTable }),
      ("--freeze is", !options.frozen.isEmpty, { !$0.isTable }),
      ("--parameters is", options.hasParameters, { $0.row.parameters == .onRequest }),
      ("--runtime is", options.hasRuntime, { $0.row.runtime != nil }),
    ]
    for rule in rules where rule.isGiven && !rule.fits(self) {
      return "\(rule.option) about --to " + Self.allCases.filter(rule.fits).map(\.rawValue).joined(separator: ", ")
    }
    if options.hasRuntime, options.output == "-" || row.passes != nil && !isPasses {
      return "--runtime is about -o OUT.\(row.endings[0])"
    }
    return nil
  }

  /// The files of a look, the one of the output first.
  ///
  /// - Throws: ``ExportRefusal`` for what the target cannot hold.
  public func files(
    of configured: ConfiguredLook, _ options: ExportOptions
  ) throws(ExportRefusal) -> [ExportedFile] {
    let (without, frozen) = (options.without, options.frozen)
    if !isTable, let space = configured.look.header.input, space != .srgb { throw .declaresInput(space) }
    func text(_ text: String) -> [ExportedFile] { [ExportedFile(place: .output, content: .text(text))] }
    if let language = row.passes, isPasses(options) {
      let made = try ExportedPasses(configured, in: language, without: without, freezing: frozen)
      let runtime = options.hasRuntime ? language.runtime : nil
      return text(made.json) + (runtime.map { [ExportedFile(place: .named($0.name), content: .text($0.text))] } ?? [])
    }
    switch self {
    case .cube, .hald, .clf:
      let look = try ColorLook(
        configured, from: options.spaces.input ?? configured.look.header.input ?? .srgb,
        to: options.spaces.output ?? .srgb, without: without)
      let table = try ExportedTable(look, to: self, for: options.reader, size: options.size)
      return [ExportedFile(place: .output, content: .table(table))]
    case .metal:
      let made = try ExportedFilter(configured, without: without, freezing: frozen)
      return text(made.kernels)
        + (options.hasRuntime ? [ExportedFile(place: .ending("swift"), content: .text(made.filter))] : [])
    case .dctl: return text(try ExportedDCTL(configured, without: without, freezing: frozen).text)
    case .placebo:
      return text(
        try ExportedHook(configured, without: without, freezing: frozen, hasParameters: options.hasParameters).text)
    case .glsl, .wgsl, .hlsl:
      return text(try ExportedShader(configured, without: without, freezing: frozen).text)
    }
  }

  /// The way to a look of several passes, for one that is refused as a single shader; nil where there is none.
  public func wayOut(_ options: ExportOptions) -> String? {
    row.passes == nil || isPasses(options) ? nil : "-o OUT.json writes all of the look, as passes"
  }
}

/// What an export is asked for, besides a look and its target.
public struct ExportOptions: Sendable {
  /// The name of the file, or `-` for standard output. `.json` asks for passes.
  public var output = "-"

  /// The names of steps to leave out; see ``ColorLook/init(_:from:to:without:)``.
  public var without: [String] = []

  /// Parameters to write as numbers.
  public var frozen: [String] = []

  /// The program that reads a `.cube`.
  public var reader = CubeReader.any

  /// How fine a table is.
  public var size = TableSize.usual

  /// The encodings of the colors of a table; sRGB where nil.
  public var spaces: (input: InputSpace?, output: InputSpace?)

  /// Whether a hook leaves parameters open.
  public var hasParameters = false

  /// Whether what runs shaders is written beside them.
  public var hasRuntime = false

  /// The usual ones.
  public init() {}
}

/// A file of an export, complete in memory.
public struct ExportedFile: Sendable {
  /// Its place.
  public enum Place: Sendable {
    case output
    /// Beside the output, of this name.
    case named(String)
    /// Beside the output, of the same name with this ending.
    case ending(String)
  }

  /// What it holds.
  public enum Content: Sendable {
    case table(ExportedTable)
    case text(String)
  }

  /// Where it goes.
  public let place: Place

  /// All of it.
  public let content: Content

  /// Writes it.
  public func write(to descriptor: Int32) throws(ImageError) {
    switch content {
    case .table(let table): try table.write(to: descriptor)
    case .text(let text): try writeAll(Array(text.utf8), to: descriptor)
    }
  }
}
