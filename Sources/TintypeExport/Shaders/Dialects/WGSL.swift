/// WGSL: WebGPU.
struct WGSL: ShaderDialect {
  let refusesInfiniteConstants = true

  func name(of type: ShaderType) -> String {
    let scalar =
      switch type.kind {
      case .float: "f32"
      case .int: "i32"
      case .uint: "u32"
      case .bool: "bool"
      case .picture: "texture_2d<f32>"
      case .table: "texture_3d<f32>"
      }
    return type.lanes == 1 ? scalar : "vec\(type.lanes)\(scalar.prefix(1))"
  }

  func choice(_ condition: ShaderCode, _ yes: ShaderCode, _ no: ShaderCode) -> ShaderCode {
    .call("select", [no, yes, condition], lanes: max(yes.lanes, no.lanes))
  }

  func definition(_ type: ShaderType, _ name: String, isVariable: Bool) -> String {
    "\(isVariable ? "var" : "let") \(name): \(self.name(of: type))"
  }

  func function(_ name: String, _ parameters: [(type: ShaderType, name: String)], _ result: ShaderType) -> String {
    let list = parameters.map { "\($0.name): \(self.name(of: $0.type))" }.joined(separator: ", ")
    return "fn \(name)(\(list)) -> \(self.name(of: result)) {"
  }

  func fetch(_ picture: ShaderCode, _ place: ShaderCode, isTable: Bool) -> ShaderCode {
    .call("textureLoad", [picture, place, ShaderCode("0")], lanes: 4)
  }

  func size(of picture: ShaderCode, isTable: Bool) -> ShaderCode {
    isTable
      ? ShaderCode("i32(textureDimensions(\(picture.text)).x)")
      : ShaderCode("vec2i(textureDimensions(\(picture.text)))", lanes: 2)
  }

  func text(of unit: ShaderUnit) -> [String] {
    var lines = unit.head.map { $0.asComment() } + ["", "struct Settings {"]
    for setting in unit.settings {
      // A buffer holds no truth.
      let type = setting.type == .bool ? ShaderType.uint : setting.type
      lines += setting.line("\(setting.name): \(name(of: type)),").map { "  " + $0 }
    }
    lines += ["}", "@group(0) @binding(0) var<uniform> settings: Settings;"]
    for (number, picture) in zip(1..., unit.pictures) {
      lines.append("@group(0) @binding(\(number)) var \(picture.name): \(name(of: picture.type));")
    }
    lines += unit.functions.flatMap { [""] + $0 } + [""]
    let settings = unit.settings.dropFirst().map { setting in
      "let \(setting.name) = settings.\(setting.name)\(setting.type == .bool ? " != 0u" : "");"
    }
    return lines
      + unit.body(
        [
          "@fragment fn draw(@builtin(position) position: vec4f) -> @location(0) vec4f {",
          "let pixel = vec2i(position.xy) + settings.origin;",
        ] + settings, ["return \(unit.result.text);"])
  }
}
