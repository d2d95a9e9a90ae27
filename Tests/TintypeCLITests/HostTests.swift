import Foundation
import Testing
import Tintype
import TintypeTestSupport

/// Looks as effects of foreign hosts: they render what the library renders.
@Suite struct HostTests {
  private static let products = URL(fileURLWithPath: Program.path).deletingLastPathComponent().path
  private static let header = TestFiles.packageRoot + "/Sources/CTintype/include"

  /// A folder with `effect.so`, the effect without a name, and `host`.
  private static func compiled() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    let options = ["clang", "-std=c11", "-D_GNU_SOURCE", "-O2", "-Wall", "-Wextra", "-Werror"]
    let library = products + "/libTintypeC.so"
    for arguments in [
      ["-fPIC", "-shared", "-fvisibility=hidden", "-I\(header)", "\(TestFiles.packageRoot)/Hosts/frei0r/effect.c"]
        + [library, "-Wl,-rpath,\(products)", "-lm", "-o", "effect.so"],
      ["\(TestFiles.packageRoot)/Tests/Hosts/frei0r-host.c", "-o", "host"],
    ] {
      let result = try runProgram("/usr/bin/env", options + arguments, in: folder.path)
      #expect(result.status == 0, "\(result.errors)")
    }
    return folder
  }

  /// Runs a compiled effect under a name.
  private func host(_ folder: ScratchFolder, _ name: String, _ arguments: [String]) throws -> ProgramResult {
    let effect = folder.path + "/tintype-\(name).so"
    try? FileManager.default.removeItem(atPath: effect)
    try FileManager.default.copyItem(atPath: folder.path + "/effect.so", toPath: effect)
    return try runProgram(folder.path + "/host", [effect] + arguments, in: folder.path)
  }

  private static let size = (width: 75, height: 50)

  /// The frames of a short film, one after another.
  private static func frames(_ count: Int) -> [[UInt8]] {
    (0..<count).map { frame in
      (0..<size.width * size.height * 4).map { index in
        index % 4 == 3 ? 255 : UInt8(truncatingIfNeeded: index * 7 / 3 + frame * 11 + index / 300)
      }
    }
  }

  private static func settings(_ texts: String...) -> [SourceFile] {
    texts.map { SourceFile(name: "setting", text: $0) }
  }

  private func expected(_ look: ConfiguredLook, _ frames: [[UInt8]]) throws -> [UInt8] {
    let format = PictureFormat(width: Self.size.width, height: Self.size.height, channels: 4, depth: .eight)
    let renderer = try PictureRenderer(look, source: format)
    return try frames.indices.flatMap { try renderer.render(frames[$0], frame: UInt32($0)) }
  }

  private func rendered(
    _ folder: ScratchFolder, _ name: String, _ frames: [[UInt8]], step: String, _ settings: [String] = []
  ) throws -> (result: ProgramResult, bytes: [UInt8]) {
    try folder.write(frames.flatMap(\.self), to: "in.rgba")
    let result = try host(
      folder, name, ["\(Self.size.width)", "\(Self.size.height)", step, "in.rgba", "out.rgba"] + settings)
    return (result, folder.bytes(of: "out.rgba") ?? [])
  }

  /// Times are in milliseconds or in seconds; each frame has grain of its own.
  @Test(arguments: ["41.666666", "0.0333667", "1"]) func frei0rFrames(_ step: String) throws {
    let folder = try Self.compiled()
    let frames = Self.frames(4)
    for name in ["tumble-down", "warm-negative"] {
      let (result, bytes) = try rendered(folder, name, frames, step: step)
      #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
      #expect(bytes == (try expected(ConfiguredLook(named: name), frames)), "\(name)")
    }
  }

  @Test func frei0rParameters() throws {
    let folder = try Self.compiled()
    let frames = Self.frames(1)
    let look = try ConfiguredLook(named: "warm-negative").setting(Self.settings("light=1ev", "grain=0"))
    let (result, bytes) = try rendered(folder, "warm-negative", frames, step: "1", ["light=0.75", "grain=0"])
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(bytes == (try expected(look, frames)))
    // A color, a choice, a place, an angle.
    try folder.write(
      """
      tintype 1
      look "own" {
        working display
      }
      param tint: rgb = #ff8000
      param kind: choice = .plain of plain, strong
      param place: vec2 = vec2(0.25, 0.5)
      param turned: angle = 10deg in -90deg...90deg
      param dark: bool = false
      let amount = if kind == .strong { 1 } else { 0.25 }
      let light = if dark { 0.5 } else { 1 }
      output source * light * mix(rgb(1), tint, amount * place.x) + rgb(sin(turned) * place.y)

      """, to: "own.tint")
    let listed = try host(folder, "own", ["list"])
    #expect(
      listed.output == """
        tintype-own 0 1
        tint 2 1.000 0.502 0.000
        kind 4 'plain'
        place 3 0.250 0.500
        turned 1 0.556
        dark 0 0.000

        """, "\(listed.output)\(listed.errors)")
    let own = try rendered(
      folder, "own", frames, step: "1",
      ["tint=0,0.5019608,1", "kind=strong", "place=0.75,0.25", "turned=0.75", "dark=1"])
    #expect(own.result.errors.isEmpty, "\(own.result.errors)")
    let set = try ConfiguredLook(named: folder.path + "/own.tint").setting(
      Self.settings("tint=#0080ff", "kind=strong", "place=vec2(0.75, 0.25)", "turned=45deg", "dark=true"))
    #expect(own.bytes == (try expected(set, frames)))
  }

  /// A pack beside the effect is its look.
  @Test func frei0rPack() throws {
    let folder = try Self.compiled()
    let look =
      "tintype 1\nlook \"own\" { working display }\nlet half = lut \"half.cube\"\noutput lookup(source, half)\n"
    try folder.write("LUT_1D_SIZE 2\n0 0 0\n0.5 0.5 0.5\n", to: "half.cube")
    try folder.write(look, to: "own.tint")
    let frames = Self.frames(1)
    let expected = try expected(ConfiguredLook(named: folder.path + "/own.tint"), frames)
    let packed = try runProgram(Program.path, ["pack", "own.tint", "-o", "packed.tintpack"], in: folder.path)
    #expect(packed.status == 0, "\(packed.errors)")
    for name in ["own.tint", "half.cube"] { try FileManager.default.removeItem(atPath: folder.path + "/" + name) }
    let (result, bytes) = try rendered(folder, "packed", frames, step: "1")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(bytes == expected && bytes != frames[0])
  }

  /// What cannot be rendered says why, once, and the frames pass unchanged.
  @Test func frei0rFailures() throws {
    let folder = try Self.compiled()
    let frames = Self.frames(3)
    try folder.write("tintype 1\nlook \"broken\" { working display }\noutput sorce\n", to: "broken.tint")
    let broken = try rendered(folder, "broken", frames, step: "1")
    #expect(broken.result.status == 1)
    #expect(broken.result.errors.contains("there is nothing called 'sorce' here"), "\(broken.result.errors)")
    let missing = try host(folder, "nothing", ["list"])
    #expect(missing.status == 1 && missing.errors.contains("there is no look of this name"), "\(missing.errors)")
    try folder.write(
      "tintype 1\nlook \"half\" { working display }\noutput source |> resize(by: 0.5)\n", to: "half.tint")
    for (name, settings, reason) in [
      ("half", [], "the look changes the size from 75 x 50 to"), ("double-exposure", [], "needs a picture 'second'"),
      ("double-exposure", ["second=none.png"], "none.png"), ("frame", ["turn=sideways"], "sideways"),
    ] {
      let (result, bytes) = try rendered(folder, name, frames, step: "1", settings)
      #expect(result.status == 0)
      #expect(result.errors.contains(reason), "\(result.errors)")
      #expect(result.errors.split(separator: "\n").count { $0.hasPrefix("tintype-\(name): ") } == 1)
      #expect(bytes == frames.flatMap(\.self), "\(name)")
    }
  }

  @Test(.enabled(if: programOnSearchPath("ffmpeg") != nil, "there is no ffmpeg")) func frei0rInFFmpeg() throws {
    let folder = try Self.compiled()
    let filters = try runProgram("/usr/bin/env", ["ffmpeg", "-hide_banner", "-filters"])
    guard filters.output.contains(" frei0r ") else { return }
    _ = try host(folder, "warm-negative", ["list"])
    // Of ffmpeg 5.1, rows shift at widths that are no multiple of 16.
    let (width, height) = (64, 50)
    let frames = (0..<3).map { frame in
      (0..<width * height * 4).map { $0 % 4 == 3 ? 255 : UInt8(truncatingIfNeeded: $0 * 5 / 3 + frame * 9) }
    }
    try folder.write(frames.flatMap(\.self), to: "in.rgba")
    let raw = ["-f", "rawvideo", "-pixel_format", "rgba", "-video_size", "\(width)x\(height)", "-framerate", "24"]
    let result = try runProgram(
      "/usr/bin/env",
      ["FREI0R_PATH=\(folder.path)", "ffmpeg", "-v", "error"] + raw
        + ["-i", "in.rgba", "-vf", "frei0r=tintype-warm-negative", "-f", "rawvideo", "-pix_fmt", "rgba", "out.rgba"],
      in: folder.path)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let format = PictureFormat(width: width, height: height, channels: 4, depth: .eight)
    let renderer = try PictureRenderer(ConfiguredLook(named: "warm-negative"), source: format)
    #expect(
      try folder.bytes(of: "out.rgba") == frames.indices.flatMap { try renderer.render(frames[$0], frame: UInt32($0)) })
  }
}
