/// GLSL ES 3.00: WebGL2, and OpenGL ES.
struct GLSL: ShaderDialect {
  func name(of type: ShaderType) -> String {
    switch type.kind {
    case .float: type.lanes == 1 ? "float" : "vec\(type.lanes)"
    case .int: type.lanes == 1 ? "int" : "ivec\(type.lanes)"
    case .uint: "uint"
    case .bool: "bool"
    case .picture: "sampler2D"
    case .table: "sampler3D"
    }
  }

  func fetch(_ picture: ShaderCode, _ place: ShaderCode, isTable: Bool) -> ShaderCode {
    .call("texelFetch", [picture, place, ShaderCode("0")], lanes: 4)
  }

  func size(of picture: ShaderCode, isTable: Bool) -> ShaderCode {
    ShaderCode("textureSize(\(picture.text), 0)" + (isTable ? ".x" : ""), lanes: isTable ? 1 : 2)
  }

  func text(of unit: ShaderUnit) -> [String] {
    let samplers = unit.pictures.contains { $0.type == .table } ? ["sampler2D", "sampler3D"] : ["sampler2D"]
    var lines = ["#version 300 es"] + unit.head.map { $0.asComment() }
    lines += (["float", "int"] + samplers).map { "precision highp \($0);" } + [""]
    lines += unit.pictures.map { "uniform \(name(of: $0.type)) \($0.name);" }
    lines += unit.settings.flatMap { $0.line("uniform \(name(of: $0.type)) \($0.name);") }
    lines += ["out vec4 result;"] + unit.functions.flatMap { [""] + $0 } + [""]
    return lines
      + unit.body(
        ["void main() {", "ivec2 pixel = ivec2(gl_FragCoord.xy) + origin;"], ["result = \(unit.result.text);"])
  }
}
