import TintypeImage
import TintypeRender

extension ReducedPhoto {
  /// A photo as looks measure it. A JPEG of whole blocks is decoded at an eighth of its size, which reads the mean of
  /// each block from the file. An incomplete block may hold anything beyond the edge, such as what a crop has hidden.
  package init(
    of path: FilePath, _ limits: PictureLimits = PictureLimits(),
    _ isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(ImageError) {
    try self.init(of: path, limits, within: nil, isInterrupted)
  }

  /// The same within memory that it shares with photos in the making: decoding takes its own and gives it back.
  init(
    of path: FilePath, _ limits: PictureLimits, within budget: MemoryBudget?,
    _ isInterrupted: @escaping @Sendable () -> Bool
  ) throws(ImageError) {
    let stored = try openPicture(path, limits: limits, isInterrupted: isInterrupted)
    let (width, height) = (stored.format.width, stored.format.height)
    let blocks = Self.reduced(width, height)
    let memory = stored.decodingMemory + PixelCount(blocks.width, by: blocks.height).bytes(each: Self.bytes)
    try budget?.take(memory)
    defer { budget?.giveBack(memory) }
    let eighth = stored.smallerSizes.firstIndex { $0 == blocks }
    let isWhole = width % Self.block == 0 && height % Self.block == 0
    guard let eighth, isWhole, stored.metadata.source == .jpeg else {
      try self.init(reducing: stored, turnedBy: stored.orientation, stored.color.space)
      coding = stored.color.coding
      return
    }
    try stored.decode(size: eighth)
    let picture = try StoredPicture(decoding: stored).upright(stored.orientation)
    // Whole blocks lie the same in every orientation.
    self.init(picture, of: stored.orientation.uprightSize(width: width, height: height), stored.color.space)
    coding = stored.color.coding
  }

  /// The most bytes of a block: its codes, stored and upright, its numbers in four planes, and those that are sorted.
  private static let bytes = 48
}
