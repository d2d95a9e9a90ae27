public import Tintype
import TintypeIR
import TintypeImage
import TintypeIntrinsics
import TintypeLowering
import TintypePlan

/// A look as a filter of Core Image: kernels in Metal, and the class in Swift that chains them.
public struct ExportedFilter: Sendable {
  /// The text of the `.metal` file.
  public let kernels: String

  /// The text of the class: a subclass of `CIFilter` with a property for each open parameter.
  public let filter: String

  /// Writes a filter.
  ///
  /// - Parameters:
  ///   - names: of steps to leave out; see ``ColorLook/init(_:without:)``.
  ///   - frozen: of parameters to write as numbers; see ``ExportedPasses/init(_:in:without:freezing:)``.
  /// - Throws: ``ExportRefusal`` for what no shader can hold.
  public init(
    _ configured: ConfiguredLook, without names: [String] = [], freezing frozen: [String] = []
  ) throws(ExportRefusal) {
    let shader = try ShaderProgram(
      configured, for: .passes, without: names, freezing: frozen, isLinear: true, remaining: \.kindsBeyondPasses)
    let passes = ShaderPasses(shader, hasHost: true)
    var numbers = HostNumbers(shader.program)
    let head = ShaderHead(configured: configured, frozen: shader.frozen, leftOut: names)
    let prefix = AuthorNames.typeName(configured.look.name)
    let steps = passes.passes.map { FilterStep(configured, passes, $0, prefix, &numbers) }
    guard let statements = FilterNumbers(numbers.entries, passes) else {
      throw .unsupported(
        [UnsupportedFeature(kinds: [.tables], name: "tables", place: nil)], for: ExportForm.passes.phrase)
    }
    let units = steps.flatMap { step in step.units.map { ($0, Metal(isColorKernel: step.isColorKernel)) } }
    kernels = Self.kernels(units, head.lines(notes: Self.kernelNotes))
    let text = FilterClass(configured: configured, passes: passes, steps: steps, statements: statements, name: prefix)
    filter = text.lines(head: head.lines(notes: Self.filterNotes)).joined(separator: "\n") + "\n"
  }

  private static let kernelNotes = [
    "Kernels of Core Image; compile with -fcikernel. Images are linear light with the primaries of sRGB, "
      + "premultiplied, the default working space; intermediate ones want "
      + "CIContextOption.workingFormat to be CIFormat.RGBAf.",
    "Checked: compiled as C++ and run on the CPU by the class that is written beside, "
      + ShaderBound.text + ". Not run: Apple's compiler and its fast math, Core Image, graphics processors.",
  ]

  private static let filterNotes = [
    "A filter of Core Image, which runs the kernels of the .metal file from the same export.",
    "Checked: compiled and run with a stand-in for Core Image on Linux. Not run: Core Image.",
  ]

  /// The file of some kernels, each with its dialect, without duplicates.
  static func kernels(_ units: [(unit: ShaderUnit, dialect: Metal)], _ head: [String]) -> String {
    var functions: [[String]] = []
    for function in units.flatMap(\.unit.functions) where !functions.contains(function) { functions.append(function) }
    var lines = head.map { $0.asComment() } + ["", "#include <CoreImage/CoreImage.h>", "using namespace metal;", ""]
    if !units.allSatisfy(\.dialect.isColorKernel) { lines += [Metal.pictureFunctions, ""] }
    lines += [Metal.functions] + functions.flatMap { [""] + $0 } + ["", "extern \"C\" { namespace coreimage {"]
    var written: Set<String> = []
    for (unit, dialect) in units where written.insert(unit.name).inserted { lines += dialect.text(of: unit) }
    return (lines + ["", "} }"]).joined(separator: "\n") + "\n"
  }
}

/// A pass as the class calls it.
struct FilterStep {
  /// The kernels that it needs.
  let units: [ShaderUnit]
  let isColorKernel: Bool
  let textures: [ShaderTexture]
  let asks: [String]

  /// The name of its picture in the class, and the call that makes it.
  let name: String
  let call: [String]

  init(
    _ configured: ConfiguredLook, _ passes: ShaderPasses, _ pass: ShaderPass, _ prefix: String,
    _ numbers: inout HostNumbers
  ) {
    name = pass.name
    switch pass.work {
    case .filter(let filter, let of, let amounts):
      units = BlurShader.allCases.map { $0.unit(Metal(), named: "\(prefix)_\($0.rawValue)") }
      (isColorKernel, textures, asks) = (false, [], [])
      let amount = FilterNumbers.name(numbers.amount(amounts[0], filter.amounts[0]))
      call = ["passes.\(filter.name)(\(passes.passes[of[0]].name), \(amount), \"\(prefix)\")"]
    case .stage(let stage, let filter, let of, let amounts):
      let kernel = "\(prefix)_\(pass.name)"
      let unit = stage.unit(of: filter, Metal(), named: kernel, reading: of.map { passes.passes[$0].name })
      units = [unit]
      (isColorKernel, textures, asks) = (false, [], [])
      let places = zip(filter.amounts, amounts).map { FilterNumbers.name(numbers.amount($1, $0)) }
      let edges = numbers.box(pass.bounds, within: passes.sources(of: pass)).map(FilterNumbers.name)
      func pixels(_ reach: ShaderStage.Reach) -> String {
        switch reach {
        case .amount(let place): "Int(\(places[place]))"
        case .pixels(let count): "\(count)"
        }
      }
      guard case .shader(_, _, let reach) = stage.work else { preconditionFailure("'\(stage.name)' is no shader") }
      let (pictures, lanes) = (unit.pictures.map(\.name), places.map { "[\($0)]" })
      call = [
        "passes.draw(", "  \"\(kernel)\", in: Box(\(edges.joined(separator: ", "))),",
        "  reading: [\(pictures.joined(separator: ", "))], [\(lanes.joined(separator: ", "))]",
        ") { $1.grown(\(pixels(reach.columns)), \(pixels(reach.rows))) }",
      ]
    case .draw(let values):
      let frame = ShaderFrame(configured, passes, Metal(), drawing: values)
      isColorKernel = (frame.dialect as? Metal)?.isColorKernel ?? false
      (textures, asks) = (frame.printer.textures, frame.asks)
      let kernel = "\(prefix)_\(pass.name)"
      let unit = frame.unit(named: kernel, head: [], isLast: pass.name == passes.passes.last?.name)
      units = [unit]
      let edges = numbers.box(pass.bounds, within: passes.sources(of: pass)).map(FilterNumbers.name).joined(
        separator: ", ")
      let pictures = unit.pictures.map { $0.name == "source" ? "passes.photo" : $0.name }
      let textures = Set(frame.printer.textures.map(\.name))
      let wholes = unit.pictures.indices.filter { index in
        textures.contains(unit.pictures[index].name)
          || values.found.contains {
            passes.passes[$0.value].name == unit.pictures[index].name
              && passes.shader.program[$0.key].readsElsewhere
          }
      }
      let hosted = Dictionary(uniqueKeysWithValues: frame.printer.hosted.map { ($0.name, $0.value) })
      var arguments: [String] = []
      for uniform in unit.uniforms {
        if let value = hosted[uniform.name] {
          let lanes = numbers.places(of: value).map(FilterNumbers.name).joined(separator: ", ")
          arguments.append("[\(lanes)]")
        } else {
          arguments.append(uniform.name)
        }
      }
      let region =
        wholes.isEmpty ? ")" : ") { [\(wholes.map(String.init).joined(separator: ", "))].contains($0) ? nil : $1 }"
      call = [
        "passes.draw(", "  \"\(kernel)\", in: Box(\(edges)),",
        "  reading: [\(pictures.joined(separator: ", "))], [\(arguments.joined(separator: ", "))]\(region)",
      ]
    }
  }
}
