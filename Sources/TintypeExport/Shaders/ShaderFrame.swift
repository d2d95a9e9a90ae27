import Tintype
import TintypeIR
import TintypeImage
import TintypeIntrinsics
import TintypeLowering
import TintypeSemantics

/// What stands around the statements of a shader that draws a pass.
struct ShaderFrame {
  let configured: ConfiguredLook
  let passes: ShaderPasses
  let target: ShaderTarget
  let leftOut: [String]
  let printer: ShaderPrinter

  /// The parameters that it reads, by position.
  let open: [Int]

  private let values: PixelValues
  private let operations: [Operation]

  /// The frame of the pass that draws some values; of the last one without.
  init(
    _ configured: ConfiguredLook, _ passes: ShaderPasses, _ target: ShaderTarget, leftOut: [String],
    drawing values: PixelValues? = nil
  ) {
    (self.configured, self.passes, self.target, self.leftOut) = (configured, passes, target, leftOut)
    guard let values = values ?? passes.result else { preconditionFailure("the last pass is drawn") }
    self.values = values
    operations = values.order.map { passes.shader.program[$0].operation }
    let pictures = values.pictures.map { passes.passes[$0].name }
    let inputs = passes.inputs.flatMap { [$0, "stored_" + $0, "bounds_" + $0] }
    let names = [kernelName(configured)] + inputs + pictures + pictures.map { $0 + "_origin" }
    printer = ShaderPrinter(passes, values, target.dialect, names: ShaderDialect.frameNames.union(names))
    let read = Set(operations.compactMap { if case .parameter(let index) = $0 { index } else { nil } })
    open = passes.shader.open.filter(read.contains)
  }

  /// The file of a look that is one pass.
  var text: String { (target == .metal ? metal : glsl).joined(separator: "\n") + "\n" }

  private func has(_ operation: Operation) -> Bool { operations.contains(operation) }
  private var usesNoise: Bool { has(.noise) }
  private var usesText: Bool { operations.contains { $0.isLetters } }
  private var usesPlace: Bool { usesNoise || has(.position) || has(.sourceBounds(0)) }
  private var usesFrame: Bool { usesNoise || has(.frame) }

  /// The pictures besides the photo that it reads, or whose size it reads.
  var inputs: [Int] { passes.inputs.indices.filter { has(.source($0 + 1)) || has(.sourceBounds($0 + 1)) } }

  /// Whether it reads the photo, or its size.
  var readsPhoto: Bool { has(.source(0)) || has(.sourceBounds(0)) }

  /// The sources whose pixels it reads: the pass is no larger than any of them.
  var sources: [Int] { (0...passes.inputs.count).filter { has(.source($0)) } }

  /// What it asks of the host besides pictures and parameters: the number of the frame, the photo's seed.
  var asks: [String] { (usesFrame ? ["frame"] : []) + (usesSeed ? ["seed"] : []) }

  private var usesSeed: Bool { has(.shot(.seed, hasFallback: false)) }

  // MARK: Comments

  private var head: [String] {
    let look = configured.look
    let digest = configured.recipe.map { ", SHA-256 \(ContentHash.digits(of: $0.text))" } ?? ""
    var lines = ["\(look.name), a look of Tintype \(tintypeVersion)"]
    if let about = look.header.about { lines.append(about) }
    lines.append("recipe: \(configured.recipe?.lookName ?? look.name)\(digest)")
    let spelled = look.spelled(configured.values)
    let frozen = passes.shader.frozen.map { look.parameters[$0].name + "=" }
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
    case .length: words.append("in % of the short side, um of film, pixels")
    case .choice: words.append(parameter.choices.enumerated().map { "\($0) \($1)" }.joined(separator: ", "))
    case .seed: words.append("a whole number")
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
    for (name, curve, widths) in printer.curves {
      lines += [""] + text(of: curve, name)
      for width in widths.sorted() where width > 1 {
        let type = target.dialect.vector(width)
        let calls = ["x", "y", "z", "w"].prefix(width).map { "\(name)(at.\($0))" }.joined(separator: ", ")
        lines.append("\(target.dialect.functionPrefix)\(type) \(name)(\(type) at) { return \(type)(\(calls)); }")
      }
    }
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
    for index in open {
      let type = target.dialect.type(configured.look.parameters[index].type)
      arguments.append(("\(type) \(printer.uniformName(index))", remark(index)))
    }
    if usesPlace { arguments.append(("float4 extent", "of the image: x, y, width, height")) }
    if usesFrame { arguments.append(("float frame", "0 for a still")) }
    if usesPlace { arguments.append(("destination to", "")) }
    var lines = head + ["", "#include <CoreImage/CoreImage.h>", "using namespace metal;"] + functions
    lines += ["", "extern \"C\" { namespace coreimage {", ""]
    lines += open.flatMap(documentation)
    lines.append("float4 \(kernelName(configured))(")
    for (index, argument) in arguments.enumerated() {
      let comma = index + 1 < arguments.count ? "," : ") {"
      lines.append("    \(argument.text)\(comma)" + (argument.remark.isEmpty ? "" : "  // \(argument.remark)"))
    }
    lines.append("  float4 stored = source.a > 0.0f ? float4(source.rgb / source.a, source.a) : float4(0.0f);")
    if usesPlace {
      lines.append("  // From the top left; Core Image counts from the bottom.")
      lines.append("  float2 place = float2(to.coord().x - extent.x, extent.y + extent.w - to.coord().y);")
      if has(.sourceBounds(0)) {
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
    ["#version 300 es"] + head + precision(["sampler2D"]) + ["uniform sampler2D source;"]
      + main(pixel: "ivec2(gl_FragCoord.xy)")
  }

  /// One of several passes.
  func glsl(named name: String) -> [String] {
    let title = "// \(configured.look.name.escapedForDisplay): \(name)"
    var lines = ["#version 300 es", title] + precision(["sampler2D", "sampler3D"])
    let samplers = (readsPhoto ? ["source"] : []) + inputs.map { passes.inputs[$0] }
    lines += samplers.map { "uniform sampler2D \($0);" }
    for picture in values.pictures.map({ passes.passes[$0].name }) {
      lines += ["uniform sampler2D \(picture);", "uniform ivec2 \(picture)_origin;"]
    }
    lines += printer.textures.map { "uniform \($0.sampler) \($0.name);" }
    lines.append("uniform ivec2 origin;  // the first pixel of this pass, in pixels of the photo")
    lines += printer.hosted.map { value, name in
      "uniform \(target.dialect.type(passes.shader.program[value].type)) \(name);"
    }
    if usesSeed { lines.append("uniform float photoSeed;  // where the photo's own noise starts") }
    return lines + main(pixel: "ivec2(gl_FragCoord.xy) + origin")
  }

  private func precision(_ samplers: [String]) -> [String] {
    (["float", "int"] + samplers).map { "precision highp \($0);" } + [""]
  }

  private func main(pixel: String) -> [String] {
    var lines: [String] = []
    for index in open {
      lines += documentation(index)
      let type = target.dialect.type(configured.look.parameters[index].type)
      lines.append("uniform \(type) \(printer.uniformName(index));  // \(remark(index))")
    }
    if usesFrame { lines.append("uniform uint frame;  // 0 for a still") }
    lines += ["out vec4 result;"] + functions + ["", "void main() {", "  ivec2 pixel = \(pixel);"]
    if has(.source(0)) { lines.append("  vec4 stored = texelFetch(source, pixel, 0);") }
    if has(.position) || usesText { lines.append("  vec2 place = vec2(pixel) + 0.5;") }
    for (number, name) in (["source"] + passes.inputs).enumerated() {
      let suffix = number == 0 ? "" : "_" + name
      if number > 0, has(.source(number)) {
        lines.append("  vec4 stored\(suffix) = texelFetch(\(name), pixel, 0);")
      }
      if has(.sourceBounds(number)) {
        lines.append("  vec4 bounds\(suffix) = vec4(vec2(0.0), vec2(textureSize(\(name), 0)));")
      }
    }
    lines += printer.statements.map { "  " + $0 }
    let width = passes.shader.program[values.result].type.width
    let padding = width == 4 ? "" : String(repeating: ", 0.0", count: 3 - width) + ", 1.0"
    return lines + ["  result = \(width == 4 ? printer.result : "vec4(\(printer.result)\(padding))");", "}"]
  }
}

/// The name of the look as one of a function: `tumbleDown`.
private func kernelName(_ configured: ConfiguredLook) -> String {
  let words = ShaderPrinter.identifier(configured.look.name).split(separator: "_")
  let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
  let name = (words.first.map(String.init) ?? "look") + rest.joined()
  return ShaderDialect.metal.reserved.contains(name) ? name + "Look" : name
}
