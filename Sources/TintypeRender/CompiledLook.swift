import TintypeExecutor
package import TintypeIR
import TintypeIntrinsics
import TintypeLowering
import TintypeOptimizer
package import TintypeRaster
package import TintypeSizes

/// A look compiled for one kind of photo and its capture metadata, with its pictures: the input of every render.
///
/// It serves photos of any size; ``prepared(for:channels:parameters:frame:maxPixels:within:)`` specializes it to one
/// size.
package struct CompiledLook: Sendable {
  /// What the executor runs.
  package let plan: RenderPlan

  /// The pictures besides the photo, opened.
  package let pictures: LookPictures

  private let resultDepth: SampleDepth

  /// The values of parameters, for the reference engine, which runs no plan.
  private let values: [[Double]]

  /// Compiles a look.
  ///
  /// - Parameters:
  ///   - look: the look and its values.
  ///   - target: the kind of photo and of result; its pictures are those that are given.
  ///   - shot: what is known of the photo.
  ///   - pictures: the pictures of the look; nil where none has a file.
  ///   - open: the positions of parameters that stay open: each render gives them a value.
  ///   - maxCost: the most cycles a pixel; nil for that of the look.
  ///   - budget: the memory and the time for compiling.
  /// - Throws: `.missing` for a picture without a file that the look reads, `.limit` beyond a limit, `.interrupted`.
  package init(
    _ look: BoundLook, for target: RenderTarget, shot: Shot, pictures: LookPictures? = nil,
    leavingOpen open: Set<Int> = [], maxCost: Double? = nil, within budget: CompileBudget = CompileBudget()
  ) throws(ImageError) {
    let pictures = pictures ?? LookPictures(noneOf: look.look)
    var target = target
    target.pictures = pictures.samples
    values = look.values(for: shot)
    if open.isEmpty {
      plan = try look.plan(for: target, shot: shot, within: budget)
    } else {
      do throws(CompileBudget.Stop) {
        let program = bindParameters(look.program(for: shot), to: values, leavingOpen: open)
        plan = try RenderPlan(program, values: nil, for: target, within: budget).answered(by: shot, within: budget)
      } catch {
        throw ImageError(error)
      }
    }
    resultDepth = target.result.depth
    self.pictures = pictures
    try plan.requireCost(maxCost ?? look.maxCost)
    try pictures.require(by: plan)
  }

  /// The same, with its pictures whole in memory, so that it can render any number of times.
  package func repeatable() throws(ImageError) -> CompiledLook {
    CompiledLook(plan, pictures: try pictures.decoded(for: plan), resultDepth, values)
  }

  private init(
    _ plan: RenderPlan, pictures: LookPictures, _ resultDepth: SampleDepth, _ values: [[Double]]
  ) {
    (self.plan, self.pictures, self.resultDepth, self.values) = (plan, pictures, resultDepth, values)
  }

  /// A program that reads no picture, for opaque colors of 16 bits, without capture metadata.
  ///
  /// - Parameters:
  ///   - values: of the parameters, one number a lane.
  ///   - source: what the codes of the colors mean that it sees.
  ///   - result: what those mean that it makes.
  package init(
    _ program: Program, values: [[Double]], from source: RenderTarget.Samples = .fine,
    to result: RenderTarget.Samples = .fine
  ) {
    let target = RenderTarget(source: source, result: result)
    self.init(
      RenderPlan(program, values: values, for: target).answered(by: Shot()), pictures: .none, .sixteen, values)
  }

  /// The render of photos of one size.
  ///
  /// - Parameters:
  ///   - source: the format of the photo.
  ///   - channels: of the result; nil for 4 where the result has alpha, else 3.
  ///   - parameters: values of parameters that were left open.
  ///   - frame: 0 for a still.
  ///   - maxPixels: of the result and of each step.
  ///   - budget: the memory and the time for planning.
  /// - Throws: `.limit` for a look that leaves no pixel or makes too many, and beyond the budget; `.interrupted`.
  package func prepared(
    for source: PictureFormat, channels: Int? = nil, parameters: [[Double]] = [], frame: UInt32 = 0, maxPixels: Int,
    within budget: CompileBudget = CompileBudget()
  ) throws(ImageError) -> PreparedRender {
    let execution = try plan.execution(
      width: source.width, height: source.height, source: source.pixels, pictures: pictures.shapes,
      result: .init(channels: channels ?? plan.channels, depth: resultDepth), parameters: parameters,
      frame: frame, within: budget)
    try execution.requirePixels(maxPixels)
    return PreparedRender(
      plan: plan, source: source, execution: execution, pictures: pictures, meaning: (plan.meaning, values))
  }

  /// A picture in memory through the look.
  ///
  /// - Parameter parameters: values of parameters that were left open.
  package func rendered(_ picture: StoredPicture, parameters: [[Double]] = []) throws(ImageError) -> StoredPicture {
    try prepared(for: picture.format, parameters: parameters, maxPixels: PictureFormat.usualPixels).rendered(picture)
  }

  /// Colors through the look, each three codes from 0 to 65535 like those that come out.
  ///
  /// - Throws: `.limit` when there is no memory for them.
  package func rendered(_ colors: [SIMD3<UInt16>]) throws(ImageError) -> [SIMD3<UInt16>] {
    colors.isEmpty ? [] : try rendered(StoredPicture(colors: colors)).colors(colors.count)
  }
}
