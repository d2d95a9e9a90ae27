import TintypeImage
import TintypeRender

extension ReducedPhoto {
  /// A photo as looks measure it. A JPEG is decoded at an eighth of its size, which reads the mean of each block from
  /// the file.
  package init(
    of path: FilePath, _ limits: PictureLimits = PictureLimits(),
    _ isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(ImageError) {
    let stored = try openPicture(path, limits: limits, isInterrupted: isInterrupted)
    let (width, height) = (stored.format.width, stored.format.height)
    let eighth = stored.smallerSizes.firstIndex { $0 == Self.reduced(width, height) }
    guard let eighth, stored.metadata.source == .jpeg else {
      try self.init(reducing: stored, turnedBy: stored.orientation, stored.color.space)
      return
    }
    try stored.decode(size: eighth)
    let blocks = try StoredPicture(decoding: stored).upright(stored.orientation)
    self.init(blocks, of: stored.orientation.uprightSize(width: width, height: height), stored.color.space)
  }
}
