import TintypeIntrinsics
import TintypeTables

/// DCTL, the language of DaVinci Resolve: C with functions of its own, and without operations on vectors.
///
/// Resolve compiles it as CUDA, Metal or OpenCL. Its manual guarantees `float2`, `float3` and `float4` with their
/// lanes. Operators on them differ, so values are split into scalars before they are printed.
struct DCTL: ShaderDialect {
  let controls: [DCTLControl]

  /// Whether the result has an alpha; the photo counts as opaque.
  let writesAlpha: Bool

  /// What the functions of passes take behind the pixel; nil for a look of one pass, which reads its pixel only.
  var shared: [(type: ShaderType, name: String)]?

  /// The functions of the passes before the last.
  var passes: [[String]] = []

  /// The lines of the numbers of tables.
  var arrays: [String] = []

  let names = [
    "abs": "_fabs", "floor": "_floorf", "min": "_fminf", "max": "_fmaxf", "clamp": "_clampf", "sqrt": "_sqrtf",
    "exp": "_expf", "exp2": "_exp2f", "log2": "_log2f", "atan": "_atanf",
  ]
  let missing: Set = ["fract", "sign", "step", "mix", "dot", "length"]
  let numberSuffix = "f"

  func name(of type: ShaderType) -> String {
    switch type.kind {
    case .uint: "unsigned int"
    default: type.name
    }
  }

  func construct(_ type: ShaderType, _ parts: [ShaderCode]) -> ShaderCode {
    if type.lanes == 1 { return ShaderCode("(\(name(of: type)))\(parts[0].within(.postfix))", .unary) }
    let all = parts.count == 1 ? Array(repeating: parts[0], count: type.lanes) : parts
    return .call("make_\(name(of: type))", all, lanes: type.lanes)
  }

  var pixel: (column: ShaderCode, row: ShaderCode) { (ShaderCode("p_X"), ShaderCode("p_Y")) }

  private func float(_ name: String) -> ShaderCode { construct(.float(1), [ShaderCode(name)]) }

  var place: ShaderCode {
    construct(.float(2), [pixel.column, pixel.row].map { .binary(float($0.text), "+", literal(0.5), .sum) })
  }

  func bounds(of picture: String) -> ShaderCode {
    construct(.float(4), [literal(0), literal(0), float("p_Width"), float("p_Height")])
  }

  func stored(_ picture: String) -> ShaderCode {
    let planes = ["R", "G", "B"].map { shared == nil ? "p_" + $0 : "_tex2D(p_Tex\($0), p_X, p_Y)" }
    return construct(.float(4), planes.map { ShaderCode($0) } + [literal(1)])
  }

  func result(_ value: ShaderCode, width: Int) -> ShaderCode { value }

  func lanes(_ lanes: [Int], of vector: ShaderCode, isColor: Bool) -> ShaderCode {
    let parts = lanes.map { ShaderCode("\(vector.within(.postfix)).\(Array("xyzw")[$0])") }
    return parts.count == 1 ? parts[0] : construct(.float(parts.count), parts)
  }

  func fetch(_ picture: ShaderCode, _ place: ShaderCode, isTable: Bool) -> ShaderCode {
    preconditionFailure("DCTL has no pictures")
  }

  func size(of picture: ShaderCode, isTable: Bool) -> ShaderCode { preconditionFailure("DCTL has no pictures") }

  func function(_ name: String, _ parameters: [(type: ShaderType, name: String)], _ result: ShaderType) -> String {
    let list = parameters.map { "\(self.name(of: $0.type)) \($0.name)" }.joined(separator: ", ")
    return "__DEVICE__ \(self.name(of: result)) \(name)(\(list)) {"
  }

  /// The most numbers of all tables: the constants of a program on CUDA take 64 KiB.
  static let mostTableNumbers = 16384

  func read(_ pass: String, _ filter: SampleFilter?, at place: ShaderCode?, lanes: Int) -> ShaderCode? {
    ShaderCode(call((filter.map { "\($0)_" } ?? "") + pass, also: place.map { [$0.text] } ?? []), lanes: lanes)
  }

  /// The value of a pass at a pixel.
  func call(_ pass: String, _ column: String = "p_X", _ row: String = "p_Y", also others: [String] = []) -> String {
    let planes = ["R", "G", "B"].map { "p_Tex" + $0 }
    let arguments = ["p_Width", "p_Height", column, row] + planes + (shared ?? []).map(\.name) + others
    return "\(pass)(\(arguments.joined(separator: ", ")))"
  }

  /// The first line of the function of a pass.
  func function(_ pass: String, lanes: Int, also others: String = "") -> String {
    let pixel = ["Width", "Height", "X", "Y"].map { "int p_" + $0 } + ["R", "G", "B"].map { "__TEXTURE__ p_Tex" + $0 }
    let parameters = pixel + (shared ?? []).map { "\(name(of: $0.type)) \($0.name)" } + (others.isEmpty ? [] : [others])
    return "__DEVICE__ \(name(of: .float(lanes))) \(pass)(\(parameters.joined(separator: ", "))) {"
  }

  func function(of stage: ColorTable.Stage, named name: String) -> String? {
    let at = zip(["x", "y", "z"], stage.axes).map { lane, axis in
      let place = "color.\(lane) * \(Double(axis.scale).shaderText) + \(Double(axis.offset).shaderText)"
      return "clamp(\(place), 0.0, \(stage.edge - 1).0)"
    }
    let lanes = 0..<3
    guard stage.shape == .cube else {
      let values = lanes.map { lane in "tt_\(name)_lane(\(at[lane]), \(lane))" }.joined(separator: ", ")
      return """
        // One channel of a color in its curve.
        float tt_\(name)_lane(float at, int lane) {
          float cell = min(floor(at), \(stage.edge - 2).0);
          int entry = 3 * int(cell) + lane;
          return \(name)[entry] * (1.0 - (at - cell)) + \(name)[entry + 3] * (at - cell);
        }
        float3 tt_\(name)(float3 color) { return float3(\(values)); }
        """
    }
    let (row, layer) = (3 * stage.edge, 3 * stage.edge * stage.edge)
    let whole = 3 + row + layer
    let mixed = lanes.map { lane in
      "\(name)[low + \(lane)] * (1.0 - most) + \(name)[low + first + \(lane)] * (most - middle) + "
        + "\(name)[low + second + \(lane)] * (middle - least) + \(name)[low + \(whole + lane)] * least"
    }
    return """
      // A color in a table of three dimensions, between the four entries around it (tetrahedral).
      float3 tt_\(name)(float3 color) {
        float x = \(at[0]);
        float y = \(at[1]);
        float z = \(at[2]);
        float column = min(floor(x), \(stage.edge - 2).0);
        float row = min(floor(y), \(stage.edge - 2).0);
        float layer = min(floor(z), \(stage.edge - 2).0);
        float r = x - column;
        float g = y - row;
        float b = z - layer;
        float most = max(max(r, g), b);
        float least = min(min(r, g), b);
        float middle = max(min(r, g), min(max(r, g), b));
        int low = 3 * int(column) + \(row) * int(row) + \(layer) * int(layer);
        int first = r >= g && r >= b ? 3 : g >= b ? \(row) : \(layer);
        int second = g >= b && r >= b ? \(3 + row) : r < g && r < b ? \(row + layer) : \(3 + layer);
        return float3(\(mixed.joined(separator: ", ")));
      }
      """
  }

  /// Writes the numbers of a table down.
  mutating func add(_ stage: ColorTable.Stage, named name: String) {
    let numbers = stage.entries.flatMap { [$0.x, $0.y, $0.z] }.map { Double($0).shaderText + "f" }
    arrays += ["", "__CONSTANT__ float \(name)[\(numbers.count)] = {"]
    for start in stride(from: 0, to: numbers.count, by: 6) {
      arrays.append("  " + numbers[start..<min(start + 6, numbers.count)].joined(separator: ", ") + ",")
    }
    arrays.append("};")
  }

  func text(of unit: ShaderUnit) -> [String] {
    var lines = unit.head.map { $0.asComment() } + [""]
    lines += controls.flatMap(\.definition)
    if writesAlpha { lines.append("DEFINE_DCTL_ALPHA_MODE_STRAIGHT") }
    lines += arrays + (passes + unit.functions.filter { !passes.contains($0) }).flatMap { [""] + $0 } + [""]
    // The manual asks for these words as they are.
    let planes = (["R", "G", "B"] + (writesAlpha ? ["A"] : [])).map {
      ", " + (shared == nil ? "float p_" : "__TEXTURE__ p_Tex") + $0
    }
    let parameters = "int p_Width, int p_Height, int p_X, int p_Y" + planes.joined()
    let start = "__DEVICE__ \(writesAlpha ? "float4" : "float3") transform(\(parameters)) {"
    let needsFrame = (shared ?? []).contains { $0.name == "frame" } || unit.uniforms.contains { $0.name == "frame" }
    let frame = needsFrame ? ["unsigned int frame = TIMELINE_FRAME_INDEX;"] : []
    return lines + unit.body([start] + controls.flatMap(\.value) + frame, ["return \(unit.result.text);"])
  }
}
