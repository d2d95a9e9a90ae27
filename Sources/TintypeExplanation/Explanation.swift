public import Tintype
import TintypeIR
import TintypeIntrinsics
import TintypePlan
import TintypeRender
import TintypeSyntax

/// How a look was compiled: its images, the cost of its passes, and the effect of each compiler stage.
public struct Explanation: Sendable {
  /// The look and its values.
  public var configured: ConfiguredLook

  /// The images and what they are made from.
  public var images: ImageGraph

  /// The passes of a render in order.
  public var passes: [FusedPass]

  /// The intermediate images that steps read around their pixel; none for most looks.
  public var fields: [ExplainedField]

  /// The memory for buffered rows of fields, in bytes, for a photo of 24 megapixels.
  public var bytesBuffered: Int

  /// The size of the program after each stage.
  public var sizes: [ProgramSize]

  /// The sample depth of the photo.
  public var depth: SampleDepth

  /// Compiles a look as a render does, for a photo without alpha.
  ///
  /// - Parameters:
  ///   - configured: the checked recipe and the values of its parameters.
  ///   - depth: the photo's sample depth. With 8 bits, functions of a single channel become tables.
  public init(_ configured: ConfiguredLook, depth: SampleDepth) {
    self.configured = configured
    self.depth = depth
    images = ImageGraph(layered(configured.look.layers.map { parse($0).tree.recipe }))
    let target = RenderTarget.opaque(depth)
    let compiled = configured.bound.plan(
      for: target, shot: nil, measurements: configured.shot.measurements
    ).sized(
      width: ExplainedField.photo.width, height: ExplainedField.photo.height)
    sizes = ProgramSize.through(RenderPlan.passes(configured.values, for: target), of: compiled.meaning)
    passes = FusedPass.passes(of: compiled.plan, depth: depth)
    (fields, bytesBuffered) = ExplainedField.fields(of: compiled, depth: depth)
  }
}
