/// HLSL of shader model 5: Direct3D.
struct HLSL: ShaderDialect {
  let names = ["mix": "lerp", "fract": "frac"]

  func name(of type: ShaderType) -> String {
    switch type.kind {
    case .picture: "Texture2D<float4>"
    case .table: "Texture3D<float4>"
    default: type.name
    }
  }

  func construct(_ type: ShaderType, _ parts: [ShaderCode]) -> ShaderCode {
    // A cast takes one number for all lanes; a constructor wants each.
    if parts.count > 1 || type.lanes == 1 { return .call(name(of: type), parts, lanes: type.lanes) }
    return ShaderCode("(\(name(of: type)))\(parts[0].within(.postfix))", .unary, lanes: type.lanes)
  }

  func fetch(_ picture: ShaderCode, _ place: ShaderCode, isTable: Bool) -> ShaderCode {
    ShaderCode("\(picture.text).Load(int\(isTable ? 4 : 3)(\(place.text), 0))", lanes: 4)
  }

  func size(of picture: ShaderCode, isTable: Bool) -> ShaderCode {
    .call(isTable ? "tt_edge" : "tt_size", [picture], lanes: isTable ? 1 : 2)
  }

  func text(of unit: ShaderUnit) -> [String] {
    var lines = unit.head.map { $0.asComment() } + ["", "cbuffer Settings : register(b0) {"]
    for (setting, place) in zip(unit.settings, unit.layout.places) {
      let register = "c\(place / 16).\(Array("xyzw")[place / 4 % 4])"
      lines += setting.line("\(name(of: setting.type)) \(setting.name) : packoffset(\(register));").map { "  " + $0 }
    }
    lines.append("};")
    for (number, picture) in unit.pictures.enumerated() {
      lines.append("\(name(of: picture.type)) \(picture.name) : register(t\(number));")
    }
    if unit.pictures.contains(where: { $0.type == .picture }) {
      lines += [
        "", "int2 tt_size(Texture2D<float4> picture) {", "  uint columns, rows;",
        "  picture.GetDimensions(columns, rows);", "  return int2(columns, rows);", "}",
      ]
    }
    if unit.pictures.contains(where: { $0.type == .table }) {
      lines += [
        "", "int tt_edge(Texture3D<float4> table) {", "  uint columns, rows, layers;",
        "  table.GetDimensions(columns, rows, layers);", "  return int(columns);", "}",
      ]
    }
    lines += unit.functions.flatMap { [""] + $0 } + [""]
    return lines
      + unit.body(
        [
          "float4 draw(float4 position : SV_Position) : SV_Target {",
          "int2 pixel = int2(position.xy) + origin;",
        ], ["return \(unit.result.text);"])
  }
}
