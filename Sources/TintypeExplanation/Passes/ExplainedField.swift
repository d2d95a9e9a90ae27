import TintypeExecutor
import TintypeIR
import TintypeIntrinsics
import TintypePlan
import TintypeRender

/// An intermediate float image (a field of the plan), for a photo of 24 megapixels.
package struct ExplainedField: Sendable, Equatable {
  /// The step that makes a field.
  package enum Producer: Sendable, Equatable {
    /// A pass, counted from 1.
    case pass(Int)
    /// A filter of the fields `of`: its name, and its amounts in words.
    case filter(of: [Int], name: String, amount: String)
  }

  /// The step that makes it.
  package var producer: Producer

  /// Numbers per pixel.
  package var channels: Int

  /// The height in rows.
  package var rows: Int

  /// The largest number of rows buffered at once.
  package var rowsBuffered: Int

  /// The size of the photo, and of the look's pictures.
  static let photo = PictureSize(width: 6000, height: 4000)

  /// The fields of a plan, and the bytes of all their buffered rows.
  static func fields(of compiled: RenderPlan, depth: SampleDepth) -> (fields: [ExplainedField], bytes: Int) {
    let (width, height) = (photo.width, photo.height)
    let format = PixelFormat(channels: 3, depth: depth)
    let plan = compiled.plan
    let execution = compiled.execution(width: width, height: height, source: format, result: format)
    let pictures = compiled.program.pictures.map { _ in PictureSize(width: width, height: height) }
    let uniforms = plan.uniformValues(parameters: [], width: width, height: height, pictures: pictures, frame: 0)
    let buffered = StagedExecution.peakMemory(of: execution, workers: 1)
    var passes = 0
    let sizes = plan.fieldPixels(uniforms: uniforms, width: width, height: height)
    let fields = zip(plan.fields, zip(sizes, buffered.fieldRows)).map { field, size in
      let producer: Producer
      switch field.content {
      case .pass:
        passes += 1
        producer = .pass(passes)
      case .filtered(let of, let operation, let slots):
        let amount = operation.filter?.described(slots.map { uniforms[$0.index] }) ?? ""
        producer = .filter(of: of, name: operation.name, amount: amount)
      }
      return ExplainedField(producer: producer, channels: field.channels, rows: size.0.rows.count, rowsBuffered: size.1)
    }
    return (fields, buffered.bytes(workers: 1).count)
  }
}
