public import Tintype
import TintypeIR
import TintypeImage
import TintypeLowering

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
    let shader = try ShaderProgram(configured, for: .onePass, without: names, freezing: frozen, isLinear: false) {
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
