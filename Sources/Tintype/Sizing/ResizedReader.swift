import TintypeColor
import TintypeExecutor
import TintypeIR
import TintypeImage
import TintypeIntrinsics
import TintypeRender

/// The rows of another reader larger or smaller, by the language's own `resize` in linear light.
///
/// The look sees a photo that was taken at this size.
final class ResizedReader: RowReader {
  let format: PictureFormat
  private(set) var color: PictureColor
  private let source: any RowReader
  private let rows: ComputedRows
  private let rowsMemory: ByteCount

  /// The recipe that does the work; it checks because a test renders with it.
  private static let program: Program = {
    let recipe = SourceFile(
      name: "resize",
      text: "tintype 1\nlook \"resize\" { working linear-srgb }\nparam by: scalar = 1\noutput resize(source, by)\n")
    guard let look = compile(recipe).look else { preconditionFailure("the language has 'resize'") }
    return look.program
  }()

  /// For rows in sRGB, which says how large others become too.
  private static let plan = plan(.assumed(.sixteen), .sixteen, result: .sixteen)

  /// In light of a space, whose colors all stay.
  private static func plan(_ color: PictureColor, _ depth: SampleDepth, result: SampleDepth) -> RenderPlan {
    var source = RenderTarget.Samples(depth: depth.isLight ? depth : .sixteen, hasAlpha: true, space: color.space)
    // A correction may exceed what codes hold, so it is left to who reads the rows.
    source.coding = color.log?.decoding
    let space = color.log == nil ? color.space : .linearSRGB
    let result = RenderTarget.Samples(depth: result.isLight ? result : .sixteen, hasAlpha: true, space: space)
    return RenderPlan(program, values: nil, for: RenderTarget(source: source, result: result))
  }

  /// - Parameters:
  ///   - source: a reader that has not begun.
  ///   - factor: what both sides are multiplied with.
  init(_ source: any RowReader, by factor: Double) {
    self.source = source
    let pixels = source.format.pixels
    var result = pixels
    color = source.color
    if source.color.log != nil {
      // Means of logarithmic codes would be too dark.
      result.depth = .half
      (color.space, color.log) = (.linearSRGB, nil)
    }
    let execution = Self.plan(source.color, pixels.depth, result: result.depth).execution(
      width: source.format.width, height: source.format.height, source: pixels, result: result, parameters: [[factor]])
    rows = ComputedRows(source, execution)
    rowsMemory = ComputedRows.memory(execution)
    format = rows.format
  }

  /// The size that a picture gets.
  static func size(_ width: Int, _ height: Int, by factor: Double) -> (width: Int, height: Int) {
    plan.resultSize(width: width, height: height, parameters: [[factor]])
  }

  var metadata: PictureMetadata { source.metadata }
  var orientation: Orientation { source.orientation }
  var subsampling: ChromaSubsampling { source.subsampling }
  var notes: [String] { source.notes }
  var decodingMemory: ByteCount { source.decodingMemory + rowsMemory }

  func readRows(_ count: Int, into destination: UnsafeMutableRawBufferPointer, rowBytes: Int) throws(ImageError) {
    try rows.readRows(count, into: destination, rowBytes: rowBytes)
  }
}
