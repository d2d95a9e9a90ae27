package import TintypeDrawing
import TintypeImage
import TintypePlan
import TintypeRender

/// A photo through a look, prepared once, of which parts are rendered as they are asked for: for a view of actual
/// pixels, which shows a small part of a large result.
package struct PartialRender {
  private let picture: StoredPicture
  private let render: PreparedRender

  init(_ picture: StoredPicture, _ look: CompiledLook) throws(ImageError) {
    self.picture = picture
    render = try look.prepared(for: picture.format, maxPixels: PictureLimits.usualPixels).repeatable()
  }

  /// Of the whole result, in pixels.
  package var width: Int { render.result.width }
  /// Of the whole result, in pixels.
  package var height: Int { render.result.height }

  /// A part of the result, with the same pixels as in the whole.
  ///
  /// - Parameters:
  ///   - columns: inside ``width``.
  ///   - rows: inside ``height``.
  ///   - threads: how many may work at once.
  package func part(columns: Range<Int>, rows: Range<Int>, threads: Int) throws(ImageError) -> Bitmap {
    let result = try render.cropped(to: PixelRectangle(columns: columns, rows: rows))
      .rendered(picture, threads: max(1, threads))
    return Bitmap(width: result.format.width, height: result.format.height, pixels: result.bytes)
  }
}
