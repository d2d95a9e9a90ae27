public import Tintype
import TintypeIR
import TintypeImage
import TintypeIntrinsics
import TintypeLowering
import TintypePlan
import TintypeSemantics

/// A complete look as passes of fragment shaders, described in JSON (Documentation/Exports.md), for ``webRuntime`` or a
/// custom runtime.
public struct ExportedPasses: Sendable {
  /// The description, with the shaders in it.
  public let json: String

  /// Writes passes.
  ///
  /// - Parameters:
  ///   - language: of the shaders.
  ///   - names: of steps to leave out; see ``ColorLook/init(_:without:)``.
  ///   - frozen: of parameters to write as numbers. Those that select passes or texts, and those that are not numeric,
  ///     are always constants.
  /// - Throws: ``ExportRefusal`` for what no shader can hold.
  public init(
    _ configured: ConfiguredLook, in language: PassLanguage = .glsl, without names: [String] = [],
    freezing frozen: [String] = []
  ) throws(ExportRefusal) {
    let shader = try ShaderProgram(
      configured, for: .passes, without: names, freezing: frozen, isLinear: false, remaining: \.kindsBeyondPasses)
    var description = PassDescription(
      configured, ShaderPasses(shader, hasHost: true), language, leftOut: names)
    json = try description.json().text + "\n"
  }
}

/// A shading language of passes.
public enum PassLanguage: String, CaseIterable, Sendable {
  case glsl, wgsl, hlsl

  var dialect: any ShaderDialect {
    switch self {
    case .glsl: GLSL()
    case .wgsl: WGSL()
    case .hlsl: HLSL()
    }
  }

  /// The module that runs such passes, and the name of its file; nil where there is none.
  public var runtime: (name: String, text: String)? {
    switch self {
    case .glsl: ("tintype.js", webRuntime)
    case .wgsl: ("tintype_wgpu.py", pythonRuntime)
    case .hlsl: nil
    }
  }

  /// Notes on the accuracy that the tests check for the passes.
  var notes: [String] {
    switch self {
    case .glsl:
      [
        "Checked: run in WebGL2 on the CPU (SwiftShader and llvmpipe), " + ShaderBound.text
          + ". Not run: graphics processors."
      ]
    case .wgsl:
      ["Checked: run by wgpu on the CPU (lavapipe), " + ShaderBound.text + ". Not run: graphics processors, browsers."]
    case .hlsl:
      ["Checked: glslang and spirv-val accept the shaders of the shipped looks. Not run, nor compiled by Microsoft's."]
    }
  }
}

/// The JavaScript module that runs passes in WebGL2: `tintype.js`.
public let webRuntime = String(decoding: PackageResources.tintype_js, as: UTF8.self)

/// The Python module that runs passes in wgpu: `tintype_wgpu.py`.
public let pythonRuntime = String(decoding: PackageResources.tintype_wgpu_py, as: UTF8.self)

/// Writes passes down.
private struct PassDescription {
  private let configured: ConfiguredLook
  private let passes: ShaderPasses
  private let language: PassLanguage
  private let leftOut: [String]
  private var numbers: HostNumbers
  private var textures: [ShaderTexture] = []
  private var filters: [BlurShader] = []
  private var asks: Set<String> = []

  init(_ configured: ConfiguredLook, _ passes: ShaderPasses, _ language: PassLanguage, leftOut: [String]) {
    (self.configured, self.passes, self.language, self.leftOut) = (configured, passes, language, leftOut)
    numbers = HostNumbers(passes.shader.program)
  }

  private var look: Look { configured.look }
  private var dialect: any ShaderDialect { language.dialect }

  mutating func json() throws(ExportRefusal) -> JSONText {
    let written = passes.passes.map { describe($0) }
    let entries = numbers.entries.map(entry)
    guard entries.allSatisfy({ $0 != nil }) else {
      throw .obstacles([Obstacle(kinds: [.tables], name: "tables", place: nil)], for: ExportTarget.passes.phrase)
    }
    let recipe = JSONText.object([
      ("name", .text(configured.recipe?.lookName ?? look.name)),
      ("sha256", configured.recipe.map { .text(ContentHash.digits(of: $0.text)) }),
    ])
    return .object([
      ("format", .text("tintype-passes 4")), ("language", .text(language.rawValue)), ("name", .text(look.name)),
      ("about", look.header.about.map(JSONText.text)),
      ("version", .text(tintypeVersion)), ("recipe", recipe), ("leftOut", leftOut.isEmpty ? nil : .lines(leftOut)),
      ("notes", .lines(language.notes)),
      ("parameters", .list(passes.shader.open.map(parameter))), ("frozen", .list(passes.shader.frozen.map(frozen))),
      ("inputs", .list(passes.inputs.indices.map(input))), ("asks", .lines(asks.sorted())),
      ("numbers", .list(entries.compactMap { $0 })), ("textures", .list(textures.map(texture))),
      ("filters", .object(filters.map { ($0.rawValue, .object(shader($0.unit(dialect, named: $0.rawValue)))) })),
      ("passes", .list(written)),
    ])
  }

  // MARK: Parameters

  private func parameter(_ index: Int) -> JSONText {
    let parameter = look.parameters[index]
    func ends(_ range: ClosedRange<Double>) -> JSONText { .numbers([range.lowerBound, range.upperBound]) }
    let factor = parameter.inUnit(1)
    let value = configured.values[index]
    return .object([
      ("name", .text(parameter.name)), ("uniform", .text(passes.uniforms[index])),
      ("type", .text(parameter.type.rawValue)), ("label", parameter.label.map(JSONText.text)),
      ("group", parameter.group.map(JSONText.text)), ("default", .numbers(value)),
      ("range", parameter.hardRange.map(ends)), ("slider", parameter.sliderRange.map(ends)),
      ("step", parameter.step.map(JSONText.number)), ("unit", parameter.unit.map(JSONText.text)),
      ("inUnit", factor == 1 ? nil : .number(factor)),
      ("lane", parameter.type == .length ? .number(Double(value.firstIndex { $0 != 0 } ?? 0)) : nil),
      ("choices", parameter.choices.isEmpty ? nil : .lines(parameter.choices)),
      ("space", parameter.type.isColor ? .text(look.space(of: parameter.name).rawValue) : nil),
      ("doc", parameter.documentation.map(JSONText.text)),
    ])
  }

  private func frozen(_ index: Int) -> JSONText {
    let parameter = look.parameters[index]
    return .object([
      ("name", .text(parameter.name)), ("type", .text(parameter.type.rawValue)),
      ("label", parameter.label.map(JSONText.text)),
      ("value", .text(parameter.spelled(configured.values[index], tables: look.program.tables))),
    ])
  }

  private func input(_ index: Int) -> JSONText {
    let picture = passes.shader.program.pictures[index]
    return .object([
      ("name", .text(picture.name)), ("uniform", .text(passes.inputs[index])),
      ("file", picture.file.map(JSONText.text)),
      ("isData", .truth(picture.isData)),
    ])
  }

  // MARK: Passes

  private mutating func describe(_ pass: ShaderPass) -> JSONText {
    switch pass.work {
    case .filter(let filter, let of, let amounts):
      filters = BlurShader.allCases
      return .object([
        ("name", .text(pass.name)), ("filter", .text(filter.name)),
        ("channels", .number(Double(pass.channels))), ("uses", .number(Double(passes.uses(of: pass)))),
        ("reads", .list(of.map { reading(passes.passes[$0].name, "anywhere") })),
        ("amount", .number(Double(numbers.amount(amounts[0], filter.amounts[0])))),
      ])
    case .stage(let stage, let filter, let of, let amounts):
      let unit = stage.unit(of: filter, dialect, named: pass.name, reading: of.map { passes.passes[$0].name })
      let settings = zip(filter.amounts, amounts).map { amount, value in
        JSONText.object([
          ("uniform", .text(amount.name)), ("lanes", .numbers([numbers.amount(value, amount)])),
        ])
      }
      return .object(
        [
          ("name", .text(pass.name)), ("channels", .number(Double(pass.channels))),
          ("box", .numbers(numbers.box(pass.bounds, within: passes.sources(of: pass)))),
          ("uses", .number(Double(passes.uses(of: pass)))),
          ("reads", .list(unit.pictures.map { reading($0.name, "anywhere") })), ("parameters", .lines([])),
          ("settings", .list(settings)),
        ] + shader(unit))
    case .draw(let values):
      let frame = ShaderFrame(configured, passes, dialect, drawing: values)
      for texture in frame.printer.textures where !textures.contains(where: { $0.name == texture.name }) {
        textures.append(texture)
      }
      asks.formUnion(frame.asks)
      var samplers: [JSONText] = (frame.readsPhoto ? ["source"] : []).map { reading($0, "pixel") }
      samplers += frame.inputs.map { reading(passes.inputs[$0], "pixel") }
      for picture in values.pictures {
        let isElsewhere = values.found.contains {
          $0.value == picture && passes.shader.program[$0.key].readsElsewhere
        }
        samplers.append(reading(passes.passes[picture].name, isElsewhere ? "anywhere" : "pixel"))
      }
      samplers += frame.printer.textures.map { reading($0.name, "anywhere") }
      let settings = frame.printer.hosted.map { value, name in
        JSONText.object([("uniform", .text(name)), ("lanes", .numbers(numbers.places(of: value)))])
      }
      let title = "\(configured.look.name): \(pass.name)"
      let unit = frame.unit(named: pass.name, head: [title], isLast: pass.name == passes.passes.last?.name)
      return .object(
        [
          ("name", .text(pass.name)), ("channels", .number(Double(pass.channels))),
          ("box", .numbers(numbers.box(pass.bounds, within: passes.sources(of: pass)))),
          ("uses", .number(Double(passes.uses(of: pass)))),
          ("reads", .list(samplers)),
          ("parameters", .lines(frame.open.map { look.parameters[$0].name })),
          ("settings", .list(settings)),
        ] + shader(unit))
    }
  }

  /// A shader, and how its settings are passed: by functions of WebGL, or at offsets in a buffer.
  private func shader(_ unit: ShaderUnit) -> [(String, JSONText?)] {
    if language == .glsl {
      let uniforms =
        unit.pictures.map { ($0.name, $0.type == .table ? "sampler3D" : "sampler2D") }
        + unit.settings.map { ($0.name, $0.type.setter) }
      return [
        ("uniforms", .list(uniforms.map { .lines([$0, $1]) })), ("shader", .lines(dialect.text(of: unit))),
      ]
    }
    let (places, length) = unit.layout
    let buffer = zip(unit.settings, places).map { setting, place in
      JSONText.list([.text(setting.name), .text(setting.type.name), .number(Double(place))])
    }
    return [
      ("buffer", .list(buffer)), ("bufferLength", .number(Double(length))), ("shader", .lines(dialect.text(of: unit))),
    ]
  }

  /// A picture that a pass reads, and where: at the same pixel, or anywhere.
  private func reading(_ name: String, _ region: String) -> JSONText {
    .object([("name", .text(name)), ("at", .text(region))])
  }

  /// A number that the host computes: a constant, or an operation and its operands; nil if a host cannot compute it.
  private func entry(_ uniform: Plan.Uniform) -> JSONText? {
    func call(_ word: String, _ operands: [Int]) -> JSONText {
      .list([.text(word)] + operands.map { .number(Double($0)) })
    }
    func parameter(_ index: Int, _ lane: Int) -> JSONText {
      .list([.text("parameter"), .text(look.parameters[index].name), .number(Double(lane))])
    }
    return switch uniform {
    case .constant(let number): .number(Double(number))
    case .truth(let truth): .truth(truth)
    case .parameter(let index, let lane): parameter(index, lane)
    case .truthParameter(let index): parameter(index, 0)
    case .sourceBounds(let source, let edge): call("bounds", [source, edge])
    case .frame: call("frame", [])
    case .lane(let operation, let slots): call(operation.rawValue, slots.map(\.index))
    case .interpolate: nil
    }
  }

  private func texture(_ texture: ShaderTexture) -> JSONText {
    return .object([
      ("name", .text(texture.name)), ("size", .numbers(texture.size)), ("channels", .number(Double(texture.channels))),
      ("data", .text(texture.base64(channels: texture.channels))),
    ])
  }
}

extension ShaderType {
  /// The function of WebGL, and without its version the one of OpenGL, that sets a uniform.
  fileprivate var setter: String {
    let kind =
      switch self.kind {
      case .float: "f"
      case .uint: "ui"
      case .int, .bool, .picture, .table: "i"
      }
    return "uniform\(lanes)\(kind)v"
  }
}
