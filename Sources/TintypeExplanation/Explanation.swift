import TintypeDiagnostics
import TintypeIR
public import TintypeIntrinsics
public import TintypeLowering
import TintypeOptimizer
import TintypePlan
import TintypeSemantics
import TintypeSyntax

/// How a look was compiled: its images, the cost of its passes, and the effect of each compiler stage.
public struct Explanation: Sendable {
  /// The look.
  public var look: Look

  /// The value of each parameter, with a number for each lane.
  public var parameters: [[Double]]

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

  /// Compiles a look for a photo without alpha.
  ///
  /// - Parameters:
  ///   - look: the checked recipe.
  ///   - parameters: the value of each parameter, from `parameterValues`.
  ///   - depth: the photo's sample depth. With 8 bits, functions of a single channel become tables.
  public init(_ look: Look, parameters: [[Double]], depth: SampleDepth) {
    self.look = look
    self.parameters = parameters
    self.depth = depth
    images = ImageGraph(layered(look.layers.map { parse($0).tree.recipe }))
    let stages = Pipeline.passes(
      parameters: parameters, sourceIsOpaque: true, sourceIsBytes: depth == .eight, resultIsBytes: depth == .eight)
    let (sizes, program) = ProgramSize.through(stages, of: look.program)
    self.sizes = sizes
    let plan = Planner.plan(program)
    passes = FusedPass.passes(of: plan, depth: depth)
    (fields, bytesBuffered) = ExplainedField.fields(of: plan, depth: depth)
  }
}
