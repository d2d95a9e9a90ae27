public import Tintype
import TintypeIR
import TintypeImage
import TintypeIntrinsics
import TintypeLowering
import TintypeSemantics

/// A shading language that looks are written in.
public enum ShaderTarget: String, CaseIterable, Sendable {
  case metal, glsl

  /// What it holds, for `--list`.
  public var about: String {
    switch self {
    case .metal: "a Core Image kernel: colors, noise and places; parameters are arguments"
    case .glsl: "a fragment shader for OpenGL ES 3.00 and WebGL2: colors, noise and places; parameters are uniforms"
    }
  }

  var dialect: ShaderDialect { self == .metal ? .metal : .glsl }
}

/// A look as the text of a shader.
public struct ExportedShader: Sendable {
  /// The text.
  public let text: String

  /// Writes a shader.
  ///
  /// - Parameters:
  ///   - names: of steps to leave out; see ``ColorLook/init(_:without:)``.
  ///   - frozen: of parameters to write as numbers. Parameters that choose which steps there are, and those that are no
  ///     numbers, are written so anyway.
  /// - Throws: ``ExportRefusal`` for what a shader of one pass cannot hold.
  public init(
    _ configured: ConfiguredLook, to target: ShaderTarget, without names: [String] = [], freezing frozen: [String] = []
  ) throws(ExportRefusal) {
    let isLinear = target == .metal
    func shader(_ program: Program) -> ShaderProgram {
      ShaderProgram(program, values: configured.values, freezing: Set(frozen), isLinear: isLinear)
    }
    if let name = frozen.first(where: { name in !configured.look.parameters.contains { $0.name == name } }) {
      throw .unknownParameter(name, meant: nearestName(to: name, among: configured.look.parameters.map(\.name)))
    }
    let reduced = try ReducedLook(configured, configured.look.program, without: names, for: .shader) { program in
      shader(program).kinds.subtracting([.noise, .place, .frame])
    }
    let frame = ShaderFrame(configured, shader(reduced.program), target, leftOut: names)
    text = frame.lines.joined(separator: "\n") + "\n"
  }
}

extension ShaderProgram {
  /// What the result depends on besides its color.
  fileprivate var kinds: Set<Obstacle.Kind> {
    Set(
      program.instructions.indices.filter { isLive[$0] }.compactMap {
        Obstacle.Kind(program.instructions[$0].operation)
      })
  }
}

/// What stands around the statements of a shader.
private struct ShaderFrame {
  let configured: ConfiguredLook
  let shader: ShaderProgram
  let target: ShaderTarget
  let leftOut: [String]
  let printer: ShaderPrinter

  init(_ configured: ConfiguredLook, _ shader: ShaderProgram, _ target: ShaderTarget, leftOut: [String]) {
    (self.configured, self.shader, self.target, self.leftOut) = (configured, shader, target, leftOut)
    printer = ShaderPrinter(
      shader, target.dialect,
      names: ["source", "stored", "result", "pixel", "place", "bounds", "frame", "input", "to", kernelName(configured)])
  }

  var lines: [String] {
    target == .metal ? metal : glsl
  }

  private var usesNoise: Bool { shader.has { $0 == .noise } }
  private var usesPlace: Bool { usesNoise || shader.has { $0 == .position || $0 == .sourceBounds(0) } }
  private var usesFrame: Bool { usesNoise || shader.has { $0 == .frame } }

  // MARK: Comments

  private var head: [String] {
    let look = configured.look
    let digest = configured.recipe.map { ", SHA-256 \(ContentHash.digits(of: $0.text))" } ?? ""
    var lines = ["\(look.name), a look of Tintype \(tintypeVersion)"]
    if let about = look.header.about { lines.append(about) }
    lines.append("recipe: \(configured.recipe?.lookName ?? look.name)\(digest)")
    let spelled = look.spelled(configured.values)
    let frozen = shader.frozen.map { look.parameters[$0].name + "=" }
    let written = spelled.filter { text in frozen.contains { text.hasPrefix($0) } }
    if !written.isEmpty { lines.append("written as numbers: " + written.joined(separator: "; ")) }
    if !leftOut.isEmpty { lines.append("left out: " + leftOut.joined(separator: ", ")) }
    lines += target == .metal ? Self.metalNotes : Self.glslNotes
    return lines.map { "// " + $0.escapedForDisplay }
  }

  private static let metalNotes = [
    "Input and output are linear light with the primaries of sRGB, premultiplied: Core Image's default working space.",
    "Checked: run as C++ on the CPU, the shipped looks of one pass, all but 'dust', are within 1 code of 8 bits of the",
    "render, and equal in all but 0.1 % of samples. Not run: Apple's compiler, its fast math, Core Image.",
  ]

  private static let glslNotes = [
    "Reads and writes sRGB codes with straight alpha; row 0 of the texture and of the result is the top row.",
    "Checked: run as C++ on the CPU, the shipped looks of one pass, all but 'dust', are within 1 code of 8 bits of the",
    "render, and equal in all but 0.1 % of samples; glslang accepts them. Not run: a graphics processor.",
  ]

  /// What a parameter is, behind its declaration.
  private func remark(_ index: Int) -> String {
    let parameter = configured.look.parameters[index]
    var words = [parameter.label ?? ""]
    if let range = parameter.hardRange {
      words.append("\(shown(range.lowerBound)) to \(shown(range.upperBound))")
    }
    words.append("here \(configured.values[index].map(shown).joined(separator: ", "))")
    switch parameter.type {
    case .angle: words.append("in radians")
    case .ev: words.append("in stops")
    case .kelvin: words.append("in kelvin")
    default: break
    }
    return words.filter { !$0.isEmpty }.joined(separator: "; ").escapedForDisplay
  }

  private func documentation(_ index: Int) -> [String] {
    (configured.look.parameters[index].documentation ?? "").split(separator: "\n").map {
      "// \(String($0).escapedForDisplay)"
    }
  }

  private func shown(_ number: Double) -> String {
    number == number.rounded() && number.magnitude < 1e9 ? "\(Int(number))" : "\(Float(number))"
  }

  // MARK: Functions

  private var functions: [String] {
    var lines: [String] = []
    for function in ShaderFunction.allCases {
      guard let widths = printer.functions[function] else { continue }
      lines.append("")
      var text = function.text
      for width in [2, 3, 4] where widths.contains(width) { text += function.text(width: width) }
      lines += text.map { line in
        let isDeclaration = ["float", "uint"].contains { line.hasPrefix($0) }
        let translated = line.hasPrefix("//") ? line : target.dialect.translated(line)
        return isDeclaration ? target.dialect.functionPrefix + translated : translated
      }
    }
    for (name, curve) in printer.curves { lines += [""] + text(of: curve, name) }
    return lines
  }

  private func text(of curve: MonotoneCurve, _ name: String) -> [String] {
    let dialect = target.dialect
    var lines = ["\(dialect.functionPrefix)float \(name)(float at) {"]
    lines.append(
      "  float x = clamp(at, \(dialect.number(curve.pieces[0].start)), \(dialect.number(curve.end)));")
    for (index, piece) in curve.pieces.enumerated().reversed() {
      let start = index > 0 ? "if (x >= \(dialect.number(piece.start))) " : ""
      let t = "(x - \(dialect.number(piece.start)))"
      let terms = [piece.slope, piece.second, piece.third].map(dialect.number)
      lines.append(
        "  \(start)return \(dialect.number(piece.value)) + \(t) * "
          + "(\(terms[0]) + \(t) * (\(terms[1]) + \(t) * (\(terms[2]))));"
      )
    }
    return lines + ["}"]
  }

  // MARK: Metal

  private var metal: [String] {
    var arguments: [(text: String, remark: String)] = [("sample_t source", "")]
    for index in shader.open {
      let type = target.dialect.type(configured.look.parameters[index].type)
      arguments.append(("\(type) \(printer.uniformName(index))", remark(index)))
    }
    if usesPlace { arguments.append(("float4 extent", "of the image: x, y, width, height")) }
    if usesFrame { arguments.append(("float frame", "0 for a still")) }
    if usesPlace { arguments.append(("destination to", "")) }
    var lines = head + ["", "#include <CoreImage/CoreImage.h>", "using namespace metal;"] + functions
    lines += ["", "extern \"C\" { namespace coreimage {", ""]
    lines += shader.open.flatMap(documentation)
    lines.append("float4 \(kernelName(configured))(")
    for (index, argument) in arguments.enumerated() {
      let comma = index + 1 < arguments.count ? "," : ") {"
      lines.append("    \(argument.text)\(comma)" + (argument.remark.isEmpty ? "" : "  // \(argument.remark)"))
    }
    lines.append("  float4 stored = source.a > 0.0f ? float4(source.rgb / source.a, source.a) : float4(0.0f);")
    if usesPlace {
      lines.append("  // From the top left; Core Image counts from the bottom.")
      lines.append("  float2 place = float2(to.coord().x - extent.x, extent.y + extent.w - to.coord().y);")
      if shader.has({ $0 == .sourceBounds(0) }) {
        lines.append("  float4 bounds = float4(0.0f, 0.0f, extent.z, extent.w);")
      }
      if usesNoise { lines.append("  int2 pixel = int2(int(floor(place.x)), int(floor(place.y)));") }
    }
    lines += printer.statements.map { "  " + $0 }
    lines.append("  float4 result = \(printer.result);")
    return lines + ["  return float4(result.rgb * result.a, result.a);", "}", "", "} }"]
  }

  // MARK: GLSL

  private var glsl: [String] {
    var lines = ["#version 300 es"] + head
    lines += ["precision highp float;", "precision highp int;", "precision highp sampler2D;", ""]
    lines.append("uniform sampler2D source;")
    for index in shader.open {
      lines += documentation(index)
      let type = target.dialect.type(configured.look.parameters[index].type)
      lines.append("uniform \(type) \(printer.uniformName(index));  // \(remark(index))")
    }
    if usesFrame { lines.append("uniform uint frame;  // 0 for a still") }
    lines += ["out vec4 result;"] + functions + ["", "void main() {", "  ivec2 pixel = ivec2(gl_FragCoord.xy);"]
    lines.append("  vec4 stored = texelFetch(source, pixel, 0);")
    if shader.has({ $0 == .position }) { lines.append("  vec2 place = vec2(pixel) + 0.5;") }
    if shader.has({ $0 == .sourceBounds(0) }) {
      lines.append("  vec4 bounds = vec4(vec2(0.0), vec2(textureSize(source, 0)));")
    }
    lines += printer.statements.map { "  " + $0 }
    return lines + ["  result = \(printer.result);", "}"]
  }
}

/// The name of the look as one of a function: `tumbleDown`.
private func kernelName(_ configured: ConfiguredLook) -> String {
  let words = ShaderPrinter.identifier(configured.look.name).split(separator: "_")
  let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
  let name = (words.first.map(String.init) ?? "look") + rest.joined()
  return ShaderDialect.metal.reserved.contains(name) ? name + "Look" : name
}
