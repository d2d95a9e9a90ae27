import Foundation
import Testing
import TintypeTestSupport

/// Runs hooks by the filter of FFmpeg for libplacebo, on a processor that acts as a graphics processor (lavapipe).
enum HookRun {
  /// FFmpeg, if it runs an empty filter of libplacebo here.
  static let ffmpeg: String? = {
    guard let ffmpeg = programOnSearchPath("ffmpeg"), let folder = try? ScratchFolder() else { return nil }
    let made = try? run(ffmpeg, "libplacebo", [UInt8](repeating: 0, count: 64), 4, 4, in: folder)
    return made?.count == 64 ? ffmpeg : nil
  }()

  /// What a hook makes of the frames of a video, in red, green, blue and alpha.
  static func frames(_ text: String, of frames: [UInt8], width: Int, height: Int) throws -> [UInt8] {
    let folder = try ScratchFolder()
    try folder.write(text, to: "look.hook")
    return try run(
      #require(ffmpeg), "libplacebo=custom_shader_path=look.hook:dithering=none", frames, width, height, in: folder)
  }

  private static func run(
    _ ffmpeg: String, _ filter: String, _ frames: [UInt8], _ width: Int, _ height: Int, in folder: ScratchFolder
  ) throws -> [UInt8] {
    try folder.write(frames, to: "in")
    let raw = ["-f", "rawvideo", "-pix_fmt", "rgba"]
    let made = try runProgram(
      ffmpeg,
      ["-v", "error", "-init_hw_device", "vulkan"] + raw + ["-s", "\(width)x\(height)", "-i", "in"]
        + ["-vf", "hwupload,\(filter),hwdownload,format=rgba"] + raw + ["out"], in: folder.path)
    // FFmpeg passes frames on where a hook does not compile.
    guard made.status == 0, made.errors.isEmpty else { throw Failure(text: String(made.errors.suffix(3000))) }
    return folder.bytes(of: "out") ?? []
  }

  struct Failure: Error { let text: String }
}
