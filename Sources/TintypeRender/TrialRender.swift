import TintypeIR
package import TintypeRaster

/// A picture in memory and a look that is compiled for it with some parameters open: rendered again and again with
/// other values, without compiling again. Several threads may render at once.
package struct TrialRender: @unchecked Sendable {
  // Only its rows are read.
  private let picture: StoredPicture
  private let look: CompiledLook

  /// - Parameter look: compiled for pictures such as this one. Its own pictures are read whole.
  package init(_ picture: StoredPicture, _ look: CompiledLook) throws(ImageError) {
    (self.picture, self.look) = (picture, try look.repeatable())
  }

  /// The picture's format.
  package var format: PictureFormat { picture.format }

  /// Whether noise reaches the result.
  package var hasNoise: Bool { look.plan.program.instructions.contains { $0.operation == .noise } }

  /// Whether a pixel's result depends on more than its color, besides noise: on its place, or on other pixels.
  package var dependsOnPlace: Bool {
    look.plan.program.instructions.contains {
      $0.operation == .position || $0.operation.readsNeighbors || $0.operation.isLetters
    }
  }

  /// The picture through the look.
  ///
  /// - Parameter values: of all parameters, one number a lane; only those of open ones count.
  package func rendered(_ values: [[Double]]) throws(ImageError) -> StoredPicture {
    try look.rendered(picture, parameters: values)
  }
}
