/// One of several parts of the work: the photos whose names have its number. Which these are does not depend on what
/// other photos there are, so a part is found without a list of all.
public struct Shard: Hashable, Sendable {
  /// From 1 to `count`.
  public let number: Int

  /// How many parts there are.
  public let count: Int

  /// Nil unless `number` is from 1 to `count`.
  public init?(_ number: Int, of count: Int) {
    guard count >= 1, (1...count).contains(number) else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// Whether a photo that is named itself is of this part.
  public func contains(named path: FilePath) -> Bool { contains(path.normalized.folder.appending(path.stem).bytes) }

  /// Whether a photo is of this part: below a searched folder by its name there, so that it does not matter where each
  /// machine has the folder. Photos that differ in the extension only are of one part.
  func contains(_ photo: PhotoFile) -> Bool {
    guard let below = photo.folderBelow else { return contains(named: photo.path) }
    return contains((below.isEmpty ? [] : below + [UInt8(ascii: "/")]) + photo.path.stem)
  }

  private func contains(_ name: [UInt8]) -> Bool { NameHash.of(name) % UInt64(count) == UInt64(number - 1) }
}
