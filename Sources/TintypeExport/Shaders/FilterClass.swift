import Tintype
import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeJSON
import TintypeLowering
import TintypeSemantics

/// The Swift class of a filter: properties, attributes, and the passes in order.
struct FilterClass {
  let configured: ConfiguredLook
  let passes: ShaderPasses
  let steps: [FilterStep]
  let statements: FilterNumbers

  /// The name of the class, which also begins the names of its kernels.
  let name: String

  /// The names of the properties of parameters, by position, and of pictures.
  private let properties: (parameters: [String], pictures: [String])

  init(
    configured: ConfiguredLook, passes: ShaderPasses, steps: [FilterStep], statements: FilterNumbers, name: String
  ) {
    (self.configured, self.passes, self.steps) = (configured, passes, steps)
    (self.statements, self.name) = (statements, name)
    var names = AuthorNames()
    let program = passes.shader.program
    properties.parameters = names.names(.property, program.parameters.map(\.name))
    properties.pictures = names.names(.property, program.pictures.map(\.name))
  }

  private var look: Look { configured.look }
  private var open: [Int] { passes.shader.open }

  private var asksForFrame: Bool { statements.usesFrame || steps.contains { $0.asks.contains("frame") } }
  private var asksForSeed: Bool {
    steps.contains { $0.asks.contains("seed") } || open.contains { look.parameters[$0].type == .seed }
  }

  func lines(head: [String]) -> [String] {
    var lines = head.map { $0.asComment() } + ["", "import CoreImage", "import Foundation", ""]
    lines += [(look.header.about ?? look.name).asComment("///"), "@objc(\(name)Filter) @objcMembers"]
    lines += [
      "public final class \(name): CIFilter {",
      "  /// The Metal library with the kernels; set it before the first use.",
    ]
    lines += [
      "  nonisolated(unsafe) public static var library: URL? =",
      "    Bundle(for: \(name).self).url(forResource: \"default\", withExtension: \"metallib\")",
    ]
    lines += ["", "  public var inputImage: CIImage?"]
    for (picture, property) in zip(passes.shader.program.pictures, properties.pictures) {
      let about =
        picture.isData ? "Data: give it without a color space, so that numbers stay." : "A picture besides the photo."
      lines += ["", "  /// \(about)", "  public var \(property): CIImage?"]
    }
    for index in open { lines += [""] + declaration(index).map { "  " + $0 } }
    if asksForFrame {
      lines += ["", "  /// The number of the frame; 0 for a still.", "  public var inputFrame: Double = 0"]
    }
    if asksForSeed {
      lines += ["", "  /// Where the photo's own noise starts.", "  public var inputPhotoSeed: Double = 0"]
    }
    lines += ["", "  public override var attributes: [String: Any] {", "    ["] + attributes.map { "      " + $0 }
    lines += ["    ]", "  }", ""] + output.map { "  " + $0 } + [""] + constants.map { "  " + $0 } + ["}", ""]
    let runtime = String(decoding: PackageResources.CoreImagePasses_txt, as: UTF8.self)
    return lines + runtime.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  // MARK: Properties

  private func declaration(_ index: Int) -> [String] {
    let parameter = look.parameters[index]
    let remark = ShaderFrame.remark(of: index, in: configured)
    let words = (parameter.documentation ?? "").split(separator: "\n").map(String.init) + [remark]
    let property = properties.parameters[index]
    let value = configured.values[index]
    let start: String =
      switch parameter.type {
      case .bool: "\(property): Bool = \(value[0] != 0)"
      case .choice: "\(property): Int = \(Int(value[0]))"
      case .rgb, .rgba: "\(property) = \(color(value, of: parameter))"
      case .vec2: "\(property) = CIVector(x: \(value[0]), y: \(value[1]))"
      default: "\(property): Double = \(number(value, of: parameter))"
      }
    return words.filter { !$0.isEmpty }.map { $0.asComment("///") } + ["public var " + start]
  }

  /// A color as sRGB codes, which is what colors of Core Image are.
  private func color(_ value: [Double], of parameter: Parameter) -> String {
    let isLinear = look.space(of: parameter.name) == .linearSRGB
    let encoding = Instruction(.apply(.linearToSrgb), [Value(0)], type: .rgb, rate: .uniform)
    let encoded = isLinear ? encoding.meaning(of: [Array(value.prefix(3))], tables: []) : nil
    let codes = (encoded ?? Array(value.prefix(3))) + value.dropFirst(3)
    return "CIColor(red: \(codes[0]), green: \(codes[1]), blue: \(codes[2]), alpha: \(codes.count > 3 ? codes[3] : 1))"
  }

  /// A value of one lane; of a length the lane that is in use.
  private func number(_ value: [Double], of parameter: Parameter) -> Double {
    parameter.type == .length ? value[lane(of: value)] : value[0]
  }

  private func lane(of length: [Double]) -> Int { length.firstIndex { $0 != 0 } ?? 0 }

  private var attributes: [String] {
    var lines = ["kCIAttributeFilterDisplayName: \(look.name.quotedForDisplay),"]
    let pictures = passes.shader.program.pictures.map(\.name)
    let images = [("inputImage", "Image")] + Array(zip(properties.pictures, pictures))
    lines += images.map { name, label in
      "\"\(name)\": [kCIAttributeClass: \"CIImage\", kCIAttributeDisplayName: \(label.quotedForDisplay), "
        + "kCIAttributeType: kCIAttributeTypeImage],"
    }
    for index in open { lines += attributes(of: index) }
    let others =
      (asksForFrame ? [("inputFrame", "Frame")] : []) + (asksForSeed ? [("inputPhotoSeed", "Photo seed")] : [])
    return lines
      + others.map { name, label in
        "\"\(name)\": [kCIAttributeClass: \"NSNumber\", kCIAttributeDisplayName: \"\(label)\", "
          + "kCIAttributeDefault: 0.0],"
      }
  }

  private func attributes(of index: Int) -> [String] {
    let parameter = look.parameters[index]
    let value = configured.values[index]
    var entries: [String] = []
    switch parameter.type {
    case .rgb, .rgba:
      entries = ["kCIAttributeClass: \"CIColor\"", "kCIAttributeType: kCIAttributeTypeColor"]
      entries.append("kCIAttributeDefault: \(color(value, of: parameter))")
    case .vec2:
      entries = ["kCIAttributeClass: \"CIVector\"", "kCIAttributeDefault: CIVector(x: \(value[0]), y: \(value[1]))"]
    case .bool:
      entries = ["kCIAttributeClass: \"NSNumber\"", "kCIAttributeType: kCIAttributeTypeBoolean"]
      entries.append("kCIAttributeDefault: \(value[0] != 0)")
    default:
      let type =
        switch parameter.type {
        case .angle: "Angle"
        case .length where lane(of: value) == 2: "Distance"
        case .choice, .seed: "Integer"
        default: "Scalar"
        }
      entries = ["kCIAttributeClass: \"NSNumber\"", "kCIAttributeType: kCIAttributeType\(type)"]
      entries.append("kCIAttributeDefault: \(number(value, of: parameter))")
      if let range = parameter.hardRange {
        entries += ["kCIAttributeMin: \(range.lowerBound)", "kCIAttributeMax: \(range.upperBound)"]
      }
      if let slider = parameter.sliderRange ?? parameter.hardRange {
        entries += ["kCIAttributeSliderMin: \(slider.lowerBound)", "kCIAttributeSliderMax: \(slider.upperBound)"]
      }
    }
    entries.insert("kCIAttributeDisplayName: \(look.parameters.labelInPanel(of: index).quotedForDisplay)", at: 1)
    let words = [parameter.documentation ?? "", ShaderFrame.remark(of: index, in: configured)].filter { !$0.isEmpty }
    entries.append("kCIAttributeDescription: \(words.joined(separator: " ").quotedForDisplay)")
    return ["\"\(properties.parameters[index])\": ["] + entries.map { "  \($0)," } + ["],"]
  }

  // MARK: Passes

  private var output: [String] {
    let given = ["let inputImage"] + properties.pictures.map { "let \($0)" }
    var lines = [
      "public override var outputImage: CIImage? {",
      "  guard \(given.joined(separator: ", ")), !Self.kernels.isEmpty else { return nil }",
    ]
    lines.append("  let passes = Passes(inputImage, Self.kernels)")
    lines += zip(passes.inputs, properties.pictures).map { "  let \($0) = passes.picture(\($1))" }
    let read = Set(steps.flatMap { $0.units.flatMap { $0.uniforms.map(\.name) } })
    for index in open {
      let name = passes.uniforms[index]
      guard read.contains(name) || statements.parameters.contains(index) else { continue }
      lines.append("  let \(name): [Float] = \(lanes(index))")
    }
    if asksForFrame { lines.append("  let frame: [Float] = [Float(inputFrame)]") }
    if read.contains("photoSeed") { lines.append("  let photoSeed: [Float] = [Float(inputPhotoSeed)]") }
    lines += statements.lines.map { "  " + $0 }
    let textures = Set(steps.flatMap { $0.textures.map(\.name) }).sorted()
    lines += textures.map { "  let \($0) = Self.\($0)" }
    for step in steps {
      let isLast = step.name == steps.last?.name
      let start = isLast ? "  return " : "  let \(step.name) = "
      lines += [start + step.call[0]] + step.call.dropFirst().map { "  " + $0 }
      if isLast { lines[lines.count - 1] += ".image" }
    }
    return lines + ["}"]
  }

  private func lanes(_ index: Int) -> String {
    let parameter = look.parameters[index]
    let name = properties.parameters[index]
    let value = configured.values[index]
    switch parameter.type {
    case .bool: return "[\(name) ? 1 : 0]"
    case .rgb, .rgba:
      let isLinear = look.space(of: parameter.name) == .linearSRGB
      return "Passes.lanes(\(name), \(parameter.type.width), isLinear: \(isLinear))"
    case .vec2: return "[Float(\(name).x), Float(\(name).y)]"
    case .length:
      return "[" + (0..<3).map { $0 == lane(of: value) ? "Float(\(name))" : "0" }.joined(separator: ", ") + "]"
    // A seed below 0 is the photo's own.
    case .seed: return "[Float(\(name) < 0 ? inputPhotoSeed : \(name))]"
    default: return "[Float(\(name))]"
    }
  }

  private var constants: [String] {
    var names: (color: [String], others: [String]) = ([], [])
    var lines: [String] = []
    for step in steps {
      for unit in step.units where !(names.color + names.others).contains(unit.name) {
        if step.isColorKernel { names.color.append(unit.name) } else { names.others.append(unit.name) }
      }
    }
    func list(_ names: [String]) -> String { "[" + names.map { "\"\($0)\"" }.joined(separator: ", ") + "]" }
    lines += ["nonisolated(unsafe) private static let kernels = Passes.kernels("]
    lines += ["  library, color: \(list(names.color)),", "  others: \(list(names.others)))"]
    var seen: Set<String> = []
    for texture in steps.flatMap(\.textures) where seen.insert(texture.name).inserted {
      let rows = texture.size.dropFirst().reduce(1, *)
      lines += ["", "nonisolated(unsafe) private static let \(texture.name) = Passes.table("]
      lines.append("  \(texture.size[0]), \(rows), \"\(texture.base64(channels: 4))\")")
    }
    return lines
  }
}
