import Foundation
import Testing
import Tintype
import TintypeExport
import TintypeTestSupport

/// Random programs as kernels of Core Image, compiled as C++ by clang and run on the CPU.
@Suite(.slow, .enabled(if: CoreImageRun.clang != nil, "there is no clang++"))
struct MetalRandomTests {
  @Test(.timeLimit(.minutes(30))) func randomProgramsAreWithinTheirRoundings() throws {
    let all = try RandomLook.all(120, orOfAllTests: 2000) {
      try PlainKernel($0, named: "kernel\($1)")
    }
    let counts = try stride(from: 0, to: all.count, by: 200).flatMap { start in
      let some = Array(all[start..<min(start + 200, all.count)])
      return zip(some, try Self.floats(some.map(\.exported))).map { one, made in
        one.look.check(
          (0..<48).map { (column: $0 % 8, row: $0 / 8, lanes: Array(made[4 * $0..<4 * $0 + 4])) },
          of: RandomLook.opaqueCodes)
      }
    }
    RandomLook.expectMost(counts)
  }

  /// The photo processed by the kernels, all in one program.
  private static func floats(_ kernels: [PlainKernel]) throws -> [[Float]] {
    let folder = try ScratchFolder()
    var lines = CoreImageRun.kernels(kernels.map(\.text))
    lines += """
      #include <cstdio>
      static float numbers[1 << 22];
      int main() {
        fread(numbers, 4, 1 << 22, fopen("numbers", "rb"));
        FILE *out = fopen("out", "wb");

      """
    var numbers = RandomLook.opaqueCodes.map { Float($0) / 255 }
    for (number, kernel) in kernels.enumerated() {
      var images: [(text: String, extent: [Int])] = []
      if kernel.readsPhoto { images.append(("numbers", [8, 6])) }
      for image in kernel.images {
        images.append(("numbers + \(numbers.count)", [image.columns, image.rows]))
        numbers += image.numbers
      }
      // Each image but a pixel of the photo has its extent behind it; the photo's is the last argument.
      var arguments: [(image: String, numbers: [Double])] = []
      for (text, extent) in images {
        arguments.append((text, []))
        if !kernel.isColorKernel { arguments.append(("0", [0, 0] + extent.map(Double.init))) }
      }
      arguments += kernel.numbers.map { ("0", $0) } + [("0", [0, 0, 8, 6])]
      func list(_ rows: [[Double]]) -> String {
        rows.map { ($0 + [0, 0, 0, 0]).prefix(4).map { "\($0)" }.joined(separator: ", ") }.joined(separator: ", ")
      }
      let sizes = arguments.indices.map { index -> [Double] in
        guard arguments[index].image != "0" else { return [0, 0, 0, 0] }
        let image = images[arguments[...index].count { $0.image != "0" } - 1]
        return [0, 0] + image.extent.map(Double.init)
      }
      lines += """
        {
          const double place[] = {0, 6, 0, 0, 8, 6};
          const float *pixels[] = {\(arguments.map(\.image).joined(separator: ", "))};
          const double extents[] = {\(list(sizes))};
          const float values[] = {\(list(arguments.map(\.numbers)))};
          static float result[192];
          run(kernels[\(number)], place, 8, pixels, extents, extents, values, result);
          fwrite(result, 4, 192, out);
        }

        """
    }
    lines += "return fclose(out);\n}\n"
    try folder.write(lines, to: "kernels.cpp")
    let bytes = numbers.flatMap { number in
      (0..<4).map { UInt8(truncatingIfNeeded: number.bitPattern >> (8 * UInt32($0))) }
    }
    try folder.write(bytes, to: "numbers")
    let shims = TestFiles.folder(ofTarget: #filePath) + "/Shims"
    try CoreImageRun.run(
      CoreImageRun.clang,
      ["-std=c++17", "-O1", "-w", "-Wno-narrowing", "-ffp-contract=off", "-I", shims, "kernels.cpp", "-o", "run"],
      in: folder)
    try CoreImageRun.run(folder.path + "/run", [], in: folder)
    let out = try #require(folder.bytes(of: "out"))
    return kernels.indices.map { kernel in
      (0..<192).map { lane in
        let start = 4 * (192 * kernel + lane)
        return Float(bitPattern: out[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) })
      }
    }
  }
}
