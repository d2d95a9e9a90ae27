package import TintypeExecutor
import TintypeIR
package import TintypePlan
package import TintypeRaster

/// What computes pixels.
public enum RenderEngine: String, CaseIterable, Sendable {
  /// The optimizer and the vector executor, in single precision.
  case fast
  /// The interpreter: what the recipe means, in double precision, one pixel at a time; for up to a megapixel.
  case reference
}

/// A look prepared for photos of one size, which renders from a source of rows to a sink of rows.
package struct PreparedRender: Sendable {
  /// What the look was compiled to.
  package let plan: RenderPlan

  /// The format of the rows that go in.
  package let source: PictureFormat

  /// What runs.
  package let execution: Execution

  let pictures: LookPictures

  /// The program and its values, for the reference engine, which runs no plan.
  let meaning: (program: Program, values: [[Double]])

  init(
    plan: RenderPlan, source: PictureFormat, execution: Execution, pictures: LookPictures,
    meaning: (program: Program, values: [[Double]])
  ) {
    (self.plan, self.source, self.execution, self.pictures, self.meaning) = (plan, source, execution, pictures, meaning)
  }

  /// The format of the rows that come out.
  package var result: PictureFormat { execution.format }

  /// The same, with its pictures whole in memory, so that it can run any number of times.
  package func repeatable() throws(ImageError) -> PreparedRender {
    PreparedRender(
      plan: plan, source: source, execution: execution, pictures: try pictures.decoded(for: plan), meaning: meaning)
  }

  /// The same for a part of the result, whose pixels are the same.
  ///
  /// - Parameter region: in pixels of ``result``, from its upper left corner.
  package func cropped(to region: PixelRectangle) -> PreparedRender {
    func moved(_ range: Range<Int>, by distance: Int) -> Range<Int> {
      range.lowerBound + distance..<range.upperBound + distance
    }
    let (left, top) = (execution.bounds.columns.lowerBound, execution.bounds.rows.lowerBound)
    let part = PixelRectangle(columns: moved(region.columns, by: left), rows: moved(region.rows, by: top))
    return PreparedRender(
      plan: plan, source: source, execution: execution.cropped(to: part), pictures: pictures, meaning: meaning)
  }

  /// What runs for a frame; for nil that for which it was prepared.
  func execution(atFrame frame: UInt32?) -> Execution { frame.map { execution.at(frame: $0) } ?? execution }

  /// The rows of the result, computed as they are asked for.
  ///
  /// - Parameters:
  ///   - frame: the number of the frame; nil for that for which it was prepared.
  ///   - sourceRowBytes: the distance of rows that the source wants; nil for any.
  package func rows(
    of source: any RowSource, frame: UInt32? = nil, sourceRowBytes: Int? = nil
  ) throws(ImageError) -> ComputedRows {
    ComputedRows(
      source, execution(atFrame: frame), pictures: try pictures.sources(), sourceRowBytes: sourceRowBytes)
  }

  /// A picture in memory through the look, on the caller's thread. Several threads may render the same picture.
  package func rendered(_ picture: StoredPicture) throws(ImageError) -> StoredPicture {
    try StoredPicture(decoding: rows(of: PictureRows(picture)))
  }
}
