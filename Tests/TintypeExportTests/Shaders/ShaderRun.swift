import Testing
import Tintype
import TintypeDrawing
import TintypeExport
import TintypeIR
import TintypeImage
import TintypeTestSupport

/// Runs exported shaders on the CPU: clang compiles them as C++, with headers that say what their languages have.
///
/// That judges the arithmetic and the text. It does not judge the compilers of graphics processors.
enum ShaderRun {
  static let clang = programOnSearchPath("clang++")

  /// Gradients and noise, so that every tone and many colors are there.
  static let photo: Bitmap = {
    var numbers = SplitMix64(seed: 7)
    var photo = Bitmap(width: 96, height: 64)
    for pixel in 0..<96 * 64 {
      let (y, x) = pixel.quotientAndRemainder(dividingBy: 96)
      let slope = [x * 255 / 95, y * 255 / 63, (x + y) * 255 / 158]
      for channel in 0..<3 {
        photo.pixels[3 * pixel + channel] = y % 4 == 3 ? UInt8(numbers.next() & 255) : UInt8(slope[channel])
      }
    }
    return photo
  }()

  /// The photo through a shader, as codes of 8 bits.
  static func pixels(_ look: ConfiguredLook, _ shader: ExportedShader, _ target: ShaderTarget) throws -> [UInt8] {
    let folder = try ScratchFolder()
    try folder.write(photo.pixels, to: "photo")
    let shims = TestFiles.folder(ofTarget: #filePath) + "/Shims"
    try folder.write(target == .metal ? metal(look, shader.text) : glsl(look, shader.text), to: "run.cpp")
    let compiled = try runProgram(
      #require(clang),
      ["-std=c++17", "-O1", "-w", "-ffp-contract=off", "-I", shims, "run.cpp", "-o", "run", "-lm"], in: folder.path)
    #expect(compiled.status == 0, "\(compiled.errors)\n\(shader.text)")
    let result = try runProgram(folder.path + "/run", [], in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    return try #require(folder.bytes(of: "out"))
  }

  /// The value of each open parameter, in the order of the shader's text.
  private static func arguments(_ look: ConfiguredLook, in text: String) -> [(name: String, type: String, text: String)]
  {
    zip(look.look.parameters, look.values).compactMap { parameter, value in
      let types = ["float", "float2", "float3", "float4", "vec2", "vec3", "vec4"]
      let line = text.split(separator: "\n").first { line in
        types.contains {
          line.contains("\($0) \(parameter.name),") || line.contains("\($0) \(parameter.name)) {")
            || line.contains("uniform \($0) \(parameter.name);")
        }
      }
      guard line != nil else { return nil }
      let numbers = value.map { "(float)\($0)" }.joined(separator: ", ")
      return (
        parameter.name, value.count == 1 ? "" : "lanes\(value.count)", value.count == 1 ? numbers : "{\(numbers)}"
      )
    }
  }

  private static func harness(_ call: String) -> String {
    """

    #include <stdio.h>
    static unsigned char codes[96 * 64 * 3], results[96 * 64 * 3];
    static double decoded(double x) { return x <= 0.04045 ? x / 12.92 : __builtin_pow((x + 0.055) / 1.055, 2.4); }
    static double encoded(double x) { return x <= 0.0031308 ? x * 12.92 : 1.055 * __builtin_pow(x, 1 / 2.4) - 0.055; }
    static void store(int pixel, int lane, double x) {
      results[3 * pixel + lane] = (unsigned char)__builtin_floor((x < 0 ? 0 : x > 1 ? 1 : x) * 255 + 0.5);
    }
    int run() {
      FILE *f = fopen("photo", "rb");
      if (!f || fread(codes, 1, sizeof codes, f) != sizeof codes) return 1;
      fclose(f);
      for (int i = 0; i < 96 * 64; i++) {
        int x = i % 96, y = i / 96;
    \(call)
      }
      f = fopen("out", "wb");
      return !f || fwrite(results, 1, sizeof results, f) != sizeof results || fclose(f) ? 2 : 0;
    }
    """
  }

  private static func metal(_ look: ConfiguredLook, _ text: String) -> String {
    var values = ["in"] + arguments(look, in: text).map { "\($0.type)\($0.text)" }
    if text.contains("float4 extent") { values.append("make4(0, 0, 96, 64)") }
    if text.contains("float frame,") || text.contains("float frame)") { values.append("0") }
    if text.contains("destination to") { values.append("destination{make2(x + 0.5f, 64 - (y + 0.5f))}") }
    let name = text.firstMatch(of: /float4 (\w+)\(\n/)?.output.1 ?? ""
    return text
      + harness(
        """
            lanes4 in = make4(decoded(codes[3 * i] / 255.0), decoded(codes[3 * i + 1] / 255.0),
              decoded(codes[3 * i + 2] / 255.0), 1);
            lanes4 color = coreimage::\(name)(\(values.joined(separator: ", ")));
            for (int lane = 0; lane < 3; lane++) store(i, lane, encoded(color[lane]));
        """) + "\nint main() { return run(); }\n"
  }

  private static func glsl(_ look: ConfiguredLook, _ text: String) -> String {
    let single = text.replacing(/\b(\d+\.\d+(?:e-?\d+)?)(?![\w.])/) { "\($0.output.1)f" }
    let body = single.split(separator: "\n").dropFirst().joined(separator: "\n")
    let settings = arguments(look, in: text).map { "    \($0.name) = \($0.type)\($0.text);" }
    return "#include \"ES300.h\"\n" + body + "\n#undef main\n#undef out\n#undef uniform\n#undef precision\n"
      + harness(
        """
            source = sampler2D{96, 64, codes};
        \(settings.joined(separator: "\n"))
            gl_FragCoord = make4(x + 0.5f, y + 0.5f, 0, 1);
            shade();
            for (int lane = 0; lane < 3; lane++) store(i, lane, result[lane]);
        """) + "\nint main() { return run(); }\n"
  }
}
