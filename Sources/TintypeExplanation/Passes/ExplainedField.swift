import TintypeExecutor
import TintypeIntrinsics
import TintypePlan

/// A picture of floats that is made on the way, for a photo of 24 megapixels.
public struct ExplainedField: Sendable, Equatable {
  /// How it is made.
  public enum Making: Sendable, Equatable {
    /// By a pass, counted from 1.
    case pass(Int)
    /// From an earlier field by a Gaussian of so many pixels, on a picture halved so many times.
    case blur(of: Int, sigma: Double, halvings: Int)
  }

  /// How it is made.
  public var making: Making

  /// Numbers of a pixel.
  public var channels: Int

  /// Its rows.
  public var rows: Int

  /// How many of them are kept at once, at most.
  public var rowsKept: Int

  /// The fields of a plan, and the bytes that are kept for all of them.
  static func fields(of plan: Plan, depth: SampleDepth) -> (fields: [ExplainedField], bytes: Int) {
    let (width, height) = (6000, 4000)
    let format = PixelFormat(channels: 3, depth: depth)
    let execution = Execution(plan, width: width, height: height, source: format, result: format)
    let uniforms = plan.uniformValues(parameters: [], width: width, height: height, frame: 0)
    let kept = StreamingExecution.kept(by: execution, bandRows: 64)
    var passes = 0
    let sizes = plan.fieldPixels(uniforms: uniforms, width: width, height: height)
    let fields = zip(plan.fields, zip(sizes, kept.fieldRows)).map { field, size in
      let making: Making
      switch field.content {
      case .pass:
        passes += 1
        making = .pass(passes)
      case .blur(let of, let slot):
        let sigma = uniforms[slot.index]
        making = .blur(of: of, sigma: Double(sigma), halvings: GaussianSteps(sigma: sigma).halvings)
      }
      return ExplainedField(making: making, channels: field.channels, rows: size.0.rows.count, rowsKept: size.1)
    }
    return (fields, kept.bytes)
  }
}
