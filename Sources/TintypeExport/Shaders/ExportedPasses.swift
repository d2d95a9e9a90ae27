public import Tintype
import TintypeIR
import TintypeImage
import TintypeIntrinsics
import TintypeJSON
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
    json = try description.json().formatted + "\n"
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

  mutating func json() throws(ExportRefusal) -> JSONValue {
    let written = passes.passes.map { describe($0) }
    let entries = numbers.entries.map(entry)
    guard entries.allSatisfy({ $0 != nil }) else {
      throw .unsupported(
        [UnsupportedFeature(kinds: [.tables], name: "tables", place: nil)], for: ExportForm.passes.phrase)
    }
    let recipe: JSONValue = [
      "name": JSONValue(configured.recipe?.lookName ?? look.name),
      "sha256": JSONValue(configured.recipe.map { ContentHash.digits(of: $0.text) }),
    ]
    let filters = filters.map { filter -> (String, JSONValue?) in
      (filter.rawValue, shader(filter.unit(dialect, named: filter.rawValue)).json)
    }
    return [
      "format": "tintype-passes 4", "language": JSONValue(language.rawValue), "name": JSONValue(look.name),
      "about": JSONValue(look.header.about), "version": JSONValue(tintypeVersion), "recipe": recipe,
      "leftOut": JSONValue(leftOut.isEmpty ? nil : leftOut), "notes": JSONValue(language.notes),
      "parameters": JSONValue(passes.shader.open.map(parameter)), "frozen": JSONValue(passes.shader.frozen.map(frozen)),
      "inputs": JSONValue(passes.inputs.indices.map(input)), "asks": JSONValue(asks.sorted()),
      "numbers": JSONValue(entries.compactMap { $0 }), "textures": JSONValue(textures.map(texture)),
      "filters": .object(JSONObject(filters)), "passes": JSONValue(written),
    ]
  }

  // MARK: Parameters

  private func parameter(_ index: Int) -> JSONValue {
    let parameter = look.parameters[index]
    func ends(_ range: ClosedRange<Double>) -> [Double] { [range.lowerBound, range.upperBound] }
    let factor = parameter.inUnit(1)
    let value = configured.values[index]
    return [
      "name": JSONValue(parameter.name), "uniform": JSONValue(passes.uniforms[index]),
      "type": JSONValue(parameter.type.rawValue), "label": JSONValue(parameter.label),
      "group": JSONValue(parameter.group), "default": JSONValue(value),
      "range": JSONValue(parameter.hardRange.map(ends)), "slider": JSONValue(parameter.sliderRange.map(ends)),
      "step": JSONValue(parameter.step), "unit": JSONValue(parameter.unit),
      "inUnit": JSONValue(factor == 1 ? nil : factor),
      "lane": JSONValue(parameter.type == .length ? value.firstIndex { $0 != 0 } ?? 0 : nil),
      "choices": JSONValue(parameter.choices.isEmpty ? nil : parameter.choices),
      "space": JSONValue(parameter.type.isColor ? look.space(of: parameter.name).rawValue : nil),
      "doc": JSONValue(parameter.documentation),
    ]
  }

  private func frozen(_ index: Int) -> JSONValue {
    let parameter = look.parameters[index]
    return [
      "name": JSONValue(parameter.name), "type": JSONValue(parameter.type.rawValue),
      "label": JSONValue(parameter.label),
      "value": JSONValue(parameter.spelled(configured.values[index], tables: look.program.tables)),
    ]
  }

  private func input(_ index: Int) -> JSONValue {
    let picture = passes.shader.program.pictures[index]
    return [
      "name": JSONValue(picture.name), "uniform": JSONValue(passes.inputs[index]), "file": JSONValue(picture.file),
      "isData": JSONValue(picture.isData),
    ]
  }

  // MARK: Passes

  private mutating func describe(_ pass: ShaderPass) -> JSONValue {
    switch pass.work {
    case .filter(let filter, let of, let amounts):
      filters = BlurShader.allCases
      return [
        "name": JSONValue(pass.name), "filter": JSONValue(filter.name), "channels": JSONValue(pass.channels),
        "uses": JSONValue(passes.uses(of: pass)),
        "reads": JSONValue(of.map { reading(passes.passes[$0].name, "anywhere") }),
        "amount": JSONValue(numbers.amount(amounts[0], filter.amounts[0])),
      ]
    case .stage(let stage, let filter, let of, let amounts):
      let unit = stage.unit(of: filter, dialect, named: pass.name, reading: of.map { passes.passes[$0].name })
      let settings = zip(filter.amounts, amounts).map { amount, value -> JSONValue in
        ["uniform": JSONValue(amount.name), "lanes": [JSONValue(numbers.amount(value, amount))]]
      }
      return drawn(
        pass, unit, reads: unit.pictures.map { reading($0.name, "anywhere") }, parameters: [], settings: settings)
    case .draw(let values):
      let frame = ShaderFrame(configured, passes, dialect, drawing: values)
      for texture in frame.printer.textures where !textures.contains(where: { $0.name == texture.name }) {
        textures.append(texture)
      }
      asks.formUnion(frame.asks)
      var samplers: [JSONValue] = (frame.readsPhoto ? ["source"] : []).map { reading($0, "pixel") }
      samplers += frame.inputs.map { reading(passes.inputs[$0], "pixel") }
      for picture in values.pictures {
        let isElsewhere = values.found.contains {
          $0.value == picture && passes.shader.program[$0.key].readsElsewhere
        }
        samplers.append(reading(passes.passes[picture].name, isElsewhere ? "anywhere" : "pixel"))
      }
      samplers += frame.printer.textures.map { reading($0.name, "anywhere") }
      let settings = frame.printer.hosted.map { value, name -> JSONValue in
        ["uniform": JSONValue(name), "lanes": JSONValue(numbers.places(of: value))]
      }
      let title = "\(configured.look.name): \(pass.name)"
      let unit = frame.unit(named: pass.name, head: [title], isLast: pass.name == passes.passes.last?.name)
      return drawn(
        pass, unit, reads: samplers, parameters: frame.open.map { look.parameters[$0].name }, settings: settings)
    }
  }

  /// A pass that a shader of its own draws.
  private mutating func drawn(
    _ pass: ShaderPass, _ unit: ShaderUnit, reads: [JSONValue], parameters: [String], settings: [JSONValue]
  ) -> JSONValue {
    let members: JSONObject = [
      "name": JSONValue(pass.name), "channels": JSONValue(pass.channels),
      "box": JSONValue(numbers.box(pass.bounds, within: passes.sources(of: pass))),
      "uses": JSONValue(passes.uses(of: pass)), "reads": .array(reads), "parameters": JSONValue(parameters),
      "settings": .array(settings),
    ]
    return members.merging(shader(unit)).json
  }

  /// A shader, and how its settings are set: by functions of WebGL, or their places in a buffer.
  private func shader(_ unit: ShaderUnit) -> JSONObject {
    let text = JSONValue(dialect.text(of: unit))
    if language == .glsl {
      let uniforms =
        unit.pictures.map { [$0.name, $0.type == .table ? "sampler3D" : "sampler2D"] }
        + unit.settings.map { [$0.name, $0.type.setter] }
      return ["uniforms": JSONValue(uniforms), "shader": text]
    }
    let (places, length) = unit.layout
    let buffer = zip(unit.settings, places).map { setting, place -> JSONValue in
      [JSONValue(setting.name), JSONValue(setting.type.name), JSONValue(place)]
    }
    return ["buffer": .array(buffer), "bufferLength": JSONValue(length), "shader": text]
  }

  /// A picture that a pass reads, and where: at the same pixel, or anywhere.
  private func reading(_ name: String, _ region: String) -> JSONValue {
    ["name": JSONValue(name), "at": JSONValue(region)]
  }

  /// A number that the host computes: itself, or a word and what it is computed from; nil for what a host cannot.
  private func entry(_ uniform: Plan.Uniform) -> JSONValue? {
    func call(_ word: String, _ operands: [Int]) -> JSONValue {
      .array([JSONValue(word)] + operands.map { JSONValue($0) })
    }
    func parameter(_ index: Int, _ lane: Int) -> JSONValue {
      ["parameter", JSONValue(look.parameters[index].name), JSONValue(lane)]
    }
    return switch uniform {
    case .constant(let number): JSONValue(Double(number))
    case .truth(let truth): JSONValue(truth)
    case .parameter(let index, let lane): parameter(index, lane)
    case .truthParameter(let index): parameter(index, 0)
    case .sourceBounds(let source, let edge): call("bounds", [source, edge])
    case .frame: call("frame", [])
    case .lane(let operation, let slots): call(operation.rawValue, slots.map(\.index))
    case .interpolate: nil
    }
  }

  private func texture(_ texture: ShaderTexture) -> JSONValue {
    [
      "name": JSONValue(texture.name), "size": JSONValue(texture.size), "channels": JSONValue(texture.channels),
      "data": JSONValue(texture.base64(channels: texture.channels)),
    ]
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
