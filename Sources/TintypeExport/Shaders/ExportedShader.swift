public import Tintype
import TintypeIR
import TintypeImage
import TintypeIntrinsics
import TintypeLowering
import TintypeSemantics

/// A shading language that looks are written in.
public enum ShaderTarget: String, CaseIterable, Sendable {
  case metal, glsl

  /// What it holds, for `--list`.
  public var about: String {
    switch self {
    case .metal: "a Core Image kernel: colors, noise and places; parameters are arguments"
    case .glsl:
      "a fragment shader (OUT.frag) as metal, or passes for all of a look (OUT.json); for WebGL2, OpenGL ES 3.00"
    }
  }

  var dialect: ShaderDialect { self == .metal ? .metal : .glsl }
}

/// A look as the text of a shader.
public struct ExportedShader: Sendable {
  /// The text.
  public let text: String

  /// Writes a shader.
  ///
  /// - Parameters:
  ///   - names: of steps to leave out; see ``ColorLook/init(_:without:)``.
  ///   - frozen: of parameters to write as numbers. Parameters that choose which steps there are, and those that are no
  ///     numbers, are written so anyway.
  /// - Throws: ``ExportRefusal`` for what a shader of one pass cannot hold.
  public init(
    _ configured: ConfiguredLook, to target: ShaderTarget, without names: [String] = [], freezing frozen: [String] = []
  ) throws(ExportRefusal) {
    let isLinear = target == .metal
    let shader = try ShaderProgram(configured, for: .shader, without: names, freezing: frozen, isLinear: isLinear) {
      $0.kinds.subtracting([.noise, .place, .frame])
    }
    text = ShaderFrame(configured, ShaderPasses(shader, hasHost: false), target, leftOut: names).text
  }
}
