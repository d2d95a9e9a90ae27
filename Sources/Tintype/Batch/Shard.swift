/// One of several parts of the work: the photos whose hashed names have its number. This does not depend on other
/// photos, so a part needs no list of all photos.
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

  /// Whether a photo belongs to this part, by its path below a searched folder, so that the location of the folder on
  /// each machine does not matter. Photos that differ only in the extension belong to the same part.
  func contains(_ photo: PhotoFile) -> Bool {
    guard let below = photo.folderBelow else { return contains(named: photo.path) }
    return contains((below.isEmpty ? [] : below + [UInt8(ascii: "/")]) + photo.path.stem)
  }

  private func contains(_ name: [UInt8]) -> Bool { NameHash.of(name) % UInt64(count) == UInt64(number - 1) }
}
