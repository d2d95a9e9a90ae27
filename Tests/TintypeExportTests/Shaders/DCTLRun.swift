import Foundation
import Testing
import Tintype
import TintypeExport
import TintypeIR
import TintypeIntrinsics
import TintypeTestSupport

/// Runs exported files in DCTL on the CPU: clang compiles them as C, with a stand-in for what Resolve gives.
///
/// That judges arithmetic and text. It does not judge Resolve's compilers, its panel, or graphics processors.
enum DCTLRun {
  static let clang = programOnSearchPath("clang")

  struct Job {
    let text: String

    /// Statements that set controls.
    var settings: [String] = []
  }

  /// What the files make of a photo of four channels, in singles.
  static func floats(_ jobs: [Job], photo: [UInt8], width: Int, height: Int) throws -> [[Float]] {
    let folder = try ScratchFolder()
    try folder.write(photo, to: "photo")
    var calls: [String] = []
    for (number, job) in jobs.enumerated() {
      let kinds = [("float4 transform(", "WRITES_ALPHA"), ("__TEXTURE__ p_TexR", "READS_NEIGHBORS")]
      let defined = kinds.filter { job.text.contains($0.0) }.map { "#define \($0.1)\n" }.joined()
      let lines = [
        "#include <DCTL.h>", job.text, "void set\(number)(void) { \(job.settings.joined(separator: " ")) }",
        "\(defined)#define RUN run\(number)", "#include <DCTLRun.h>",
      ]
      try folder.write(lines.joined(separator: "\n") + "\n", to: "\(number).c")
      calls.append("void set\(number)(void); void run\(number)(const unsigned char *, int, int, float *);")
    }
    let count = width * height * 4
    let main =
      ["#include <stdio.h>"] + calls + [
        "int main(void) {", "  static unsigned char photo[\(count)];", "  static float result[\(count)];",
        "  fread(photo, 1, \(count), fopen(\"photo\", \"rb\"));", "  FILE *out = fopen(\"out\", \"wb\");",
      ]
      + jobs.indices.map {
        "  set\($0)(); run\($0)(photo, \(width), \(height), result); fwrite(result, 4, \(count), out);"
      } + ["  return fclose(out);", "}"]
    try folder.write(main.joined(separator: "\n") + "\n", to: "main.c")
    let shims = TestFiles.folder(ofTarget: #filePath) + "/Shims"
    let compiled = try runProgram(
      #require(clang),
      ["-std=c99", "-O1", "-w", "-Werror=implicit-function-declaration", "-ffp-contract=off", "-I", shims, "main.c"]
        + jobs.indices.map { "\($0).c" } + ["-lm", "-o", "run"], in: folder.path)
    #expect(compiled.status == 0, "\(compiled.errors.suffix(4000))")
    #expect(try runProgram(folder.path + "/run", [], in: folder.path).status == 0)
    let bytes = try #require(folder.bytes(of: "out"))
    return jobs.indices.map { job in
      (0..<count).map { lane in
        let start = 4 * (job * count + lane)
        return Float(bitPattern: bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) })
      }
    }
  }

  /// The statements that give a case's parameters its values; nil where a parameter of its settings has no control,
  /// because it is a number here.
  static func settings(_ one: PassCase, _ text: String) throws -> [String]? {
    let uniforms = try one.uniforms()
    func isThere(_ control: String) -> Bool { text.contains("DEFINE_UI_PARAMS(\(control), ") }
    var statements: [String] = isThere("photoSeed") ? ["photoSeed = \(PassCase.seed);"] : []
    for (parameter, start) in zip(one.look.look.parameters, one.look.values) {
      let value = one.settings[parameter.name] ?? start
      let name = uniforms[parameter.name] ?? "?"
      let lane = start.firstIndex { $0 != 0 } ?? 0
      let numbers: [(control: String, value: Double)] =
        switch parameter.type {
        case .seed: [(name, value[0] < 0 ? PassCase.seed : value[0])]
        case .rgb: zip("rgb", value).map { ("color_\(name).\($0)", $1) }
        case .rgba: zip("rgb", value).map { ("color_\(name).\($0)", $1) } + [("alpha_" + name, value[3])]
        case .vec2: [("x_" + name, value[0]), ("y_" + name, value[1])]
        case .length: [("number_" + name, value[lane])]
        default: [("shown_" + name, parameter.numbers(of: value)[0]), (name, value[0])]
        }
      let there = numbers.filter { isThere(String($0.control.prefix { $0 != "." })) }
      if there.isEmpty, one.settings[parameter.name] != nil { return nil }
      statements += there.map { "\($0.control) = \($0.value);" }
    }
    return statements
  }
}
