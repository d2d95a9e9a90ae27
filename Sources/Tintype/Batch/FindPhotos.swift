/// The photos that arguments mean, each once and in order: a file is itself, a folder is all photos in and below it.
///
/// - Parameters:
///   - arguments: files and folders.
///   - recursively: whether folders are meant to be searched.
///   - shard: the part that is wanted; nil for all.
///   - outputFolder: excluded if it lies below a searched folder, since earlier results are not inputs.
/// - Returns: the photos; and the folders that cannot be listed, and photos in formats that no codec reads.
/// - Throws: for a folder when none is meant to be searched.
public func findPhotos(
  in arguments: [FilePath], recursively: Bool, of shard: Shard? = nil, leavingOut outputFolder: FilePath? = nil
) throws(UsageError) -> (photos: [PhotoFile], failures: [PhotoFailure]) {
  var search = PhotoSearch(shard: shard, leftOut: outputFolder.flatMap { FileStatus($0)?.identity })
  for argument in arguments {
    guard FileStatus(argument)?.kind == .folder else {
      search.add(PhotoFile(argument))
      continue
    }
    guard recursively else { throw UsageError("'\(argument)' is a folder; -r takes the photos in it") }
    search.walk(argument, below: [])
  }
  return (search.photos, search.failures)
}

private struct PhotoSearch {
  let shard: Shard?
  let leftOut: FileStatus.Identity?
  private(set) var photos: [PhotoFile] = []
  private(set) var failures: [PhotoFailure] = []
  private var seen: Set<FilePath> = []

  init(shard: Shard?, leftOut: FileStatus.Identity?) { (self.shard, self.leftOut) = (shard, leftOut) }

  private func isWanted(_ photo: PhotoFile) -> Bool { shard?.contains(photo) ?? true }

  mutating func add(_ photo: PhotoFile) {
    guard isWanted(photo) else { return }
    if seen.insert(photo.path.normalized).inserted { photos.append(photo) }
  }

  /// Hidden names are skipped, and links to folders are not followed, since they may form cycles.
  mutating func walk(_ folder: FilePath, below: [UInt8]) {
    var names: [[UInt8]] = []
    do throws(ImageError) { names = try namesInFolder(folder) } catch { failures.append(PhotoFailure(folder, error)) }
    for name in names where name.first != UInt8(ascii: ".") {
      let path = folder.appending(name)
      guard let status = FileStatus(path) else {
        if path.isTooLong { failures.append(PhotoFailure(path, ImageError(.unreadable, "the path is too long"))) }
        continue
      }
      switch status.kind {
      case .file where isPhotoName(path): add(PhotoFile(path, folderBelow: below))
      case .file:
        if isWanted(PhotoFile(path, folderBelow: below)), let format = KnownFormat.unread(path) {
          failures.append(PhotoFailure(path, format.error))
        }
      case .folder where status.identity != leftOut && !isLink(path):
        walk(path, below: (below.isEmpty ? [] : below + [UInt8(ascii: "/")]) + name)
      default: break
      }
    }
  }

  private func isPhotoName(_ path: FilePath) -> Bool {
    PictureFileType(nameEnding: path.fileExtension) != nil
  }
}
