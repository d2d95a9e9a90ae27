package import TintypeIR
package import TintypeIntrinsics
import TintypeLowering
import TintypePlan
package import TintypeRender
import TintypeSemantics
import TintypeSyntax

/// How a look was compiled: its images, the cost of its passes, and the effect of each compiler stage.
package struct Explanation: Sendable {
  /// The look and its values.
  package var bound: BoundLook

  /// What is known of the photo; its measurements are part of the program.
  package var shot: Shot

  /// The images and what they are made from.
  package var images: ImageGraph

  /// The passes of a render in order.
  package var passes: [FusedPass]

  /// The intermediate images that steps read around their pixel; none for most looks.
  package var fields: [ExplainedField]

  /// The memory for buffered rows of fields, in bytes, for a photo of 24 megapixels.
  package var bytesBuffered: Int

  /// The size of the program after each stage.
  package var sizes: [ProgramSize]

  /// The sample depth of the photo.
  package var depth: SampleDepth

  /// Compiles a look as a render does, for a photo without alpha.
  ///
  /// - Parameters:
  ///   - bound: the checked recipe and the values of its parameters.
  ///   - shot: of which the measurements count.
  ///   - depth: the photo's sample depth. With 8 bits, functions of a single channel become tables.
  package init(_ bound: BoundLook, shot: Shot, depth: SampleDepth) {
    (self.bound, self.shot, self.depth) = (bound, shot, depth)
    images = ImageGraph(layered(bound.look.layers.map { parse($0).tree.recipe }))
    let target = RenderTarget.opaque(depth)
    let compiled = bound.plan(for: target, shot: nil, measurements: shot.measurements)
      .sized(width: ExplainedField.photo.width, height: ExplainedField.photo.height)
    sizes = ProgramSize.through(RenderPlan.passes(bound.values, for: target), of: compiled.meaning)
    passes = FusedPass.passes(of: compiled.plan, depth: depth)
    (fields, bytesBuffered) = ExplainedField.fields(of: compiled, depth: depth)
  }
}
