import TintypeColor
import TintypeExecutor
import TintypeIR
package import TintypeImage
import TintypeIntrinsics
import TintypeOptimizer

/// A photo in memory and a look that is compiled for it with some parameters open: rendered again and again with other
/// values, without compiling again.
///
/// The result is opaque, in sRGB with 16 bits. One thread at a time may render.
package final class TrialPhoto: @unchecked Sendable {
  private let photo: StoredPicture
  private let plan: RenderPlan
  private let pictures: GivenPictures
  private let plates: [StoredPicture]

  fileprivate init(
    _ photo: StoredPicture, _ space: RGBSpace, _ look: ConfiguredLook, open: Set<Int>, path: FilePath?,
    shot: (ConfiguredLook) throws(ImageError) -> Shot
  ) throws(ImageError) {
    pictures = try GivenPictures(look, for: path, PictureLimits()) { false }
    let target = RenderTarget(
      source: .init(photo.format, space), result: .init(depth: .sixteen, hasAlpha: false, space: .srgb),
      pictures: pictures.samples)
    let known = try shot(look)
    let program = bindParameters(look.look.program, to: look.values(for: known), leavingOpen: open)
    plan = RenderPlan(program, values: nil, for: target).answered(by: known)
    try pictures.require(by: plan)
    plates = try pictures.decoded(for: plan)
    self.photo = photo
  }

  /// Colors as a photo.
  ///
  /// - Parameters:
  ///   - colors: codes of sRGB from 0 to 65535.
  ///   - open: the positions of the parameters that stay open; the others have their value in `look`.
  package convenience init(
    _ colors: [SIMD3<UInt16>], through look: ConfiguredLook, leavingOpen open: Set<Int> = []
  ) throws(ImageError) {
    let (width, height) = Self.shape(of: colors.count)
    let padding = Array(repeating: colors[colors.count - 1], count: width * height - colors.count)
    let photo = try StoredPicture(width: width, height: height, codes: colors + padding)
    try self.init(photo, .srgb, look, open: open, path: nil) { look throws(ImageError) in
      try look.requireAnswers(look.shot)
      return look.shot
    }
  }

  /// The size of as many colors as a photo: rows of 1024, or one shorter row.
  package static func shape(of count: Int) -> (width: Int, height: Int) {
    let width = min(count, 1024)
    return (width, (count + width - 1) / width)
  }

  /// Whether noise reaches the result.
  package var hasNoise: Bool { plan.program.instructions.contains { $0.operation == .noise } }

  /// Whether a pixel's result depends on more than its color, besides noise: on its place, or on other pixels.
  package var dependsOnPlace: Bool {
    plan.program.instructions.contains {
      $0.operation == .position || $0.operation.readsNeighbors || $0.operation.isLetters
    }
  }

  /// The photo's size.
  package var size: (width: Int, height: Int) { (photo.format.width, photo.format.height) }

  /// The photo through the look.
  ///
  /// - Parameter values: of all parameters, one number a lane; only those of open ones count.
  package func rendered(_ values: [[Double]]) throws(ImageError) -> StoredPicture {
    let execution = plan.execution(
      width: photo.format.width, height: photo.format.height, source: photo.format.pixels, pictures: pictures.shapes,
      result: PixelFormat(channels: 3, depth: .sixteen), parameters: values)
    try execution.requirePixels()
    let result = try StoredPicture(execution.format)
    photo.rewind()
    try PhotoPipeline(photo, execution, pictures: plates.map(PictureRows.init), to: result, threads: 1).run(threads: 1)
    return result
  }
}

extension DecodedPhoto {
  /// The photo through a look some of whose parameters stay open.
  ///
  /// - Parameter open: their positions; the others have their value in `look`.
  package func trial(of look: ConfiguredLook, leavingOpen open: Set<Int> = []) throws(ImageError) -> TrialPhoto {
    var date = PhotoDate()
    date.missing = .skip
    return try TrialPhoto(picture, color.space, look, open: open, path: path) { look throws(ImageError) in
      try look.shot(of: metadata, seed: seed, file: path, date: date, given: Shot())
    }
  }
}
