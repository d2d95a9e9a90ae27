import TintypeDiagnostics
import TintypeIR
public import TintypeIntrinsics
public import TintypeLowering
import TintypeOptimizer
import TintypePlan
import TintypeSemantics
import TintypeSyntax

/// What the compiler made of a look, for a person who wants to know: what it is made from, what it costs, what each stage
/// did.
public struct Explanation: Sendable {
  /// The look.
  public var look: Look

  /// The value of each parameter that is explained, one number a lane.
  public var parameters: [[Double]]

  /// Its pictures.
  public var images: ImageGraph

  /// The walks over the pixels that a render takes.
  public var passes: [FusedPass]

  /// What is made before others can look at it beyond their pixel; none for most looks.
  public var fields: [ExplainedField]

  /// Bytes of rows that a render of a photo of 24 megapixels keeps for fields.
  public var bytesKept: Int

  /// How large the program is behind each stage.
  public var sizes: [ProgramSize]

  /// The bits of a sample of the photo it is explained for.
  public var depth: SampleDepth

  /// Compiles a look for a photo without alpha.
  ///
  /// - Parameters:
  ///   - look: the checked recipe.
  ///   - parameters: the value of each parameter, from `parameterValues`.
  ///   - depth: of the photo's samples; in 8 bits, what depends on one channel only becomes a table.
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
    (fields, bytesKept) = ExplainedField.fields(of: plan, depth: depth)
  }
}
