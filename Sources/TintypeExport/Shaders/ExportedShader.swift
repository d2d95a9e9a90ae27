public import Tintype
import TintypeIR
import TintypeImage
import TintypeLowering

/// A shading language that looks are written in.
public enum ShaderTarget: String, CaseIterable, Sendable {
  case metal, glsl, wgsl, hlsl, dctl

  /// What it holds, for `--list`.
  public var about: String {
    switch self {
    case .metal: "all of a look: kernels of Core Image (OUT.metal); --runtime writes the CIFilter in Swift beside"
    case .glsl:
      "all of a look as passes (OUT.json) for WebGL2, --runtime writes tintype.js; or a look of one pass (OUT.frag)"
    case .wgsl: "all of a look as passes (OUT.json) for WebGPU; --runtime writes tintype_wgpu.py for Python"
    case .hlsl: "all of a look as passes (OUT.json) for Direct3D"
    case .dctl: "what a pixel, its place and the frame's size tell, with controls, for DaVinci Resolve (OUT.dctl)"
    }
  }
}

/// A look that is one pass, as a fragment shader in GLSL ES 3.00.
public struct ExportedShader: Sendable {
  /// The text.
  public let text: String

  /// Writes a shader.
  ///
  /// - Parameters:
  ///   - names: of steps to leave out; see ``ColorLook/init(_:without:)``.
  ///   - frozen: of parameters to write as numbers. Parameters that select steps, and those that are not numeric, are
  ///     always constants.
  /// - Throws: ``ExportRefusal`` for what a shader of one pass cannot hold.
  public init(
    _ configured: ConfiguredLook, without names: [String] = [], freezing frozen: [String] = []
  ) throws(ExportRefusal) {
    let shader = try ShaderProgram(configured, for: .shader, without: names, freezing: frozen, isLinear: false) {
      $0.kinds.subtracting([.noise, .place, .frame])
    }
    let passes = ShaderPasses(shader, hasHost: false)
    let notes = [
      "Reads and writes sRGB codes with straight alpha; row 0 of the texture and of the result is the top row."
    ]
    let head = ShaderHead(configured: configured, frozen: shader.frozen, leftOut: names)
      .lines(notes: notes + PassLanguage.glsl.notes)
    let unit = ShaderFrame(configured, passes, GLSL()).unit(named: "result", head: head, isLast: true)
    text = GLSL().text(of: unit).joined(separator: "\n") + "\n"
  }
}
