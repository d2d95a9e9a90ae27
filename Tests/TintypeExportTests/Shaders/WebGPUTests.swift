import Foundation
import Testing
import Tintype
import TintypeDrawing
import TintypeExport
import TintypeTestSupport

/// A Python that runs WebGPU on the CPU, or nil.
private let webGPUPython: String? = {
  let drivers = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/share/vulkan/icd.d")) ?? []
  return drivers.contains { $0.hasPrefix("lvp_icd.") } ? python(importing: "numpy", "wgpu") : nil
}()

/// Passes, run by `tintype_wgpu.py` on a processor that acts as a graphics processor (lavapipe).
@Suite(
  .serialized, .slow,
  .enabled(if: webGPUPython != nil, "there is no wgpu or no lavapipe: Scripts/setup --tests installs them"))
struct WebGPUTests {
  @Test(.timeLimit(.minutes(10))) func passesEqualTheRender() throws {
    let jobs = try PassCase.all.map { one in
      try Job(
        passes: ExportedPasses(one.look, in: .wgsl), photo: "photo", settings: one.settings, asFloat: false,
        seed: PassCase.seed)
    }
    for (one, made) in zip(PassCase.all, try Self.run(jobs)) {
      one.expectEqual(
        PassCase.Pixels(width: made.width, height: made.height, pixels: made.bytes), in: "WGSL")
    }
  }

  @Test(.timeLimit(.minutes(30))) func randomProgramsAreWithinTheirRoundings() throws {
    let programs = try RandomLook.all(60, orOfAllTests: 2000) { look, _ in
      try ExportedPasses(look, in: .wgsl)
    }
    // A device keeps its pipelines, so not all go through one process.
    let counts = try stride(from: 0, to: programs.count, by: 250).flatMap { start in
      let some = programs[start..<min(start + 250, programs.count)]
      let made = try Self.run(
        some.map { Job(passes: $0.exported, photo: "codes", settings: [:], asFloat: true, seed: 0) })
      return zip(some, made).map { program, made in
        let lanes = stride(from: 0, to: made.bytes.count, by: 4).map { start in
          Float(bitPattern: made.bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) })
        }
        return program.look.check(
          (0..<lanes.count / 4).map { pixel in
            (made.x + pixel % made.width, made.y + pixel / made.width, Array(lanes[4 * pixel..<4 * pixel + 4]))
          })
      }
    }
    RandomLook.expectMost(counts)
  }

  private struct Job {
    let passes: ExportedPasses
    let photo: String
    let settings: [String: [Double]]
    let asFloat: Bool
    let seed: Double
  }

  /// One process for all: starting it, and compiling shaders, is what takes time.
  private static func run(_ jobs: [Job]) throws -> [(x: Int, y: Int, width: Int, height: Int, bytes: [UInt8])] {
    let folder = try ScratchFolder()
    try folder.write(pythonRuntime, to: "tintype_wgpu.py")
    try folder.write(PassCase.photo.pixels, to: "photo")
    try folder.write(PassCase.plate.pixels, to: "plate")
    try folder.write(RandomLook.codes, to: "codes")
    var list: [[String: Any]] = []
    for (number, job) in jobs.enumerated() {
      try folder.write(job.passes.json, to: "look\(number).json")
      list.append(
        [
          "look": "look\(number).json", "photo": job.photo, "settings": job.settings, "asFloat": job.asFloat,
          "seed": job.seed,
        ])
    }
    let pictures = [
      "photo": [PassCase.photo.height, PassCase.photo.width, 3], "codes": [6, 8, 4],
      "plate": [PassCase.plate.height, PassCase.plate.width, 3],
    ]
    let object: [String: Any] = ["jobs": list, "pictures": pictures]
    try folder.write(Array(JSONSerialization.data(withJSONObject: object)), to: "jobs.json")
    let script = TestFiles.folder(ofTarget: #filePath) + "/Shims/run_wgpu.py"
    let result = try runProgram(#require(webGPUPython), [script], in: folder.path)
    #expect(result.status == 0, "\(result.errors.suffix(3000))")
    return try jobs.indices.map { number in
      let bytes = try #require(folder.bytes(of: "out\(number)"))
      func word(_ start: Int) -> Int { bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | Int($1) } }
      return (word(0), word(4), word(8), word(12), Array(bytes.dropFirst(16)))
    }
  }
}
