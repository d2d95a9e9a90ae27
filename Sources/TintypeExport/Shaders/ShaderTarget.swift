public import Tintype

/// A kind of shader that looks are written as: all that `tintype export` knows about it.
public enum ShaderTarget: String, CaseIterable, Sendable {
  case metal, glsl, wgsl, hlsl, dctl, placebo

  /// What it holds, for `--list`.
  public var about: String { declaration.about }

  private struct Declaration {
    /// In sentences.
    let name: String

    /// What a file of one shader is called; nil where passes are described in JSON only.
    let ending: String?

    /// The language of passes in JSON.
    var passes: PassLanguage?

    /// What `--runtime` writes beside.
    var runtime: String?

    /// Whether parameters are numbers unless `--parameters` opens them.
    var mayBeClosed = false
    let about: String
  }

  private var declaration: Declaration {
    switch self {
    case .metal:
      Declaration(
        name: "a file of kernels", ending: "metal", runtime: "OUT.metal",
        about: "all of a look: kernels of Core Image (OUT.metal); --runtime writes the CIFilter in Swift beside")
    case .glsl:
      Declaration(
        name: "GLSL", ending: "frag", passes: .glsl, runtime: "OUT.json",
        about: "all of a look as passes (OUT.json) for WebGL2, --runtime writes tintype.js; or a look of one pass "
          + "(OUT.frag)")
    case .wgsl:
      Declaration(
        name: "WGSL", ending: nil, passes: .wgsl, runtime: "OUT.json",
        about: "all of a look as passes (OUT.json) for WebGPU; --runtime writes tintype_wgpu.py for Python")
    case .hlsl:
      Declaration(
        name: "HLSL", ending: nil, passes: .hlsl, about: "all of a look as passes (OUT.json) for Direct3D")
    case .dctl:
      Declaration(
        name: "DCTL", ending: "dctl",
        about: "what a pixel, its place and the frame's size tell, with controls, for DaVinci Resolve (OUT.dctl)")
    case .placebo:
      Declaration(
        name: "a hook of libplacebo", ending: "hook", mayBeClosed: true,
        about: "all of a look but other pictures and sizes, for mpv and libplacebo (OUT.hook); --parameters leaves "
          + "parameters open")
    }
  }

  /// Why options do not go with the target; nil where they do.
  ///
  /// - Parameter output: the name of the file; `-` for standard output.
  public func mistake(writing output: String, hasRuntime: Bool, hasParameters: Bool) -> String? {
    let isPasses = Self.isPasses(output)
    if isPasses, declaration.passes == nil, let ending = declaration.ending {
      return "\(declaration.name) is not written as passes: -o OUT.\(ending)"
    }
    if !isPasses, declaration.ending == nil, output != "-" {
      return "\(declaration.name) is written as passes: -o OUT.json"
    }
    if hasParameters, !declaration.mayBeClosed {
      return "--parameters is about \(Self.options { $0.mayBeClosed ? "" : nil }); others leave parameters open"
    }
    let isWithRuntime = declaration.runtime == "OUT.json" ? isPasses : declaration.runtime != nil && output != "-"
    if hasRuntime, !isWithRuntime { return "--runtime is about \(Self.options { $0.runtime.map { " -o \($0)" } })" }
    return nil
  }

  private static func isPasses(_ output: String) -> Bool { output.hasSuffix(".json") }

  /// The targets for which there is a text, with it behind the option.
  private static func options(_ text: (Declaration) -> String?) -> String {
    allCases.compactMap { target in text(target.declaration).map { "--to \(target.rawValue)\($0)" } }
      .joined(separator: ", ")
  }

  /// A file of an export.
  public struct File: Sendable {
    /// Its place.
    public enum Place: Sendable {
      case output
      /// Beside the output, of this name.
      case named(String)
      /// Beside the output, of the same name with this ending.
      case ending(String)
    }

    /// Where it goes.
    public let place: Place

    /// All of it.
    public let text: String
  }

  /// The files of a look.
  ///
  /// - Parameters:
  ///   - output: the name of the first file, which decides between passes and one shader.
  ///   - names: of steps to leave out; see ``ColorLook/init(_:without:)``.
  ///   - frozen: of parameters to write as numbers.
  /// - Throws: ``ExportRefusal`` for what the target cannot hold.
  public func files(
    of configured: ConfiguredLook, writing output: String, without names: [String], freezing frozen: [String],
    hasRuntime: Bool, hasParameters: Bool
  ) throws(ExportRefusal) -> [File] {
    if let language = declaration.passes, Self.isPasses(output) || declaration.ending == nil {
      let made = try ExportedPasses(configured, in: language, without: names, freezing: frozen)
      let runtime = hasRuntime ? language.runtime : nil
      return [File(place: .output, text: made.json)]
        + (runtime.map { [File(place: .named($0.name), text: $0.text)] } ?? [])
    }
    switch self {
    case .metal:
      let made = try ExportedFilter(configured, without: names, freezing: frozen)
      return [File(place: .output, text: made.kernels)]
        + (hasRuntime ? [File(place: .ending("swift"), text: made.filter)] : [])
    case .dctl:
      return [File(place: .output, text: try ExportedDCTL(configured, without: names, freezing: frozen).text)]
    case .placebo:
      let made = try ExportedHook(configured, without: names, freezing: frozen, hasParameters: hasParameters)
      return [File(place: .output, text: made.text)]
    case .glsl, .wgsl, .hlsl:
      return [File(place: .output, text: try ExportedShader(configured, without: names, freezing: frozen).text)]
    }
  }

  /// The way to a look of several passes, for one that is refused as a single shader; nil where there is none.
  public func wayOut(writing output: String) -> String? {
    declaration.passes == nil || declaration.ending == nil || Self.isPasses(output)
      ? nil : "-o OUT.json writes all of the look, as passes"
  }
}
