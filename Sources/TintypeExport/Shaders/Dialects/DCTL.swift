/// DCTL: a transform of DaVinci Resolve. It is compiled as CUDA, OpenCL C or Metal, so it uses what these share:
/// vectors have arithmetic and lanes, and functions take single numbers.
struct DCTL: ShaderDialect {
  let numberSuffix = "f"
  let hasVectorFunctions = false

  let names = [
    "abs": "_fabs", "min": "_fminf", "max": "_fmaxf", "clamp": "_clampf", "floor": "_floor", "exp": "_expf",
    "exp2": "_exp2f", "log2": "_log2f", "sqrt": "_sqrtf", "atan2": "_atan2f", "fract": "tt_fract", "mix": "_mix",
    "sign": "tt_sign", "step": "tt_step",
  ]

  func name(of type: ShaderType) -> String { type.kind == .uint ? "unsigned int" : type.name }

  func construct(_ type: ShaderType, _ parts: [ShaderCode]) -> ShaderCode {
    if type.lanes == 1 { return ShaderCode("(\(name(of: type)))\(parts[0].within(.postfix))", .unary) }
    let lanes = parts.flatMap { part in
      part.lanes == 1 ? [part] : (0..<part.lanes).map { self.lanes([$0], of: part, isColor: false) }
    }
    let all = lanes.count == 1 ? Array(repeating: lanes[0], count: type.lanes) : lanes
    return .call("make_\(name(of: type))", all, lanes: type.lanes)
  }

  func negated(_ code: ShaderCode) -> ShaderCode {
    code.lanes == 1
      ? ShaderCode("-" + code.within(.postfix), .unary) : .binary(code, "*", ShaderCode("-1.0f", .unary), .product)
  }

  func lanes(_ lanes: [Int], of vector: ShaderCode, isColor: Bool) -> ShaderCode {
    let parts = lanes.map { ShaderCode(vector.within(.postfix) + "." + ["x", "y", "z", "w"][$0]) }
    return parts.count == 1 ? parts[0] : construct(.float(lanes.count), parts)
  }

  func function(_ name: String, _ parameters: [(type: ShaderType, name: String)], _ result: ShaderType) -> String {
    let list = parameters.map { "\(self.name(of: $0.type)) \($0.name)" }.joined(separator: ", ")
    return "__DEVICE__ \(self.name(of: result)) \(name)(\(list)) {"
  }

  func fetch(_ picture: ShaderCode, _ place: ShaderCode, isTable: Bool) -> ShaderCode {
    preconditionFailure("a transform reads no pictures")
  }

  func stored(_ picture: String) -> ShaderCode {
    construct(.float(4), ["p_R", "p_G", "p_B", "1.0f"].map { ShaderCode($0) })
  }

  func size(of picture: ShaderCode, isTable: Bool) -> ShaderCode {
    construct(.int(2), ["p_Width", "p_Height"].map { ShaderCode($0) })
  }

  func text(of unit: ShaderUnit) -> [String] { [] }
}
