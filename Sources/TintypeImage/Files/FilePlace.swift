/// Where a file is, or will be: equal for all paths that lead there through links, even before the file exists.
package struct FilePlace: Hashable {
  /// The nearest folder that exists.
  private let folder: FileStatus.Identity?
  /// The path below it.
  private let names: [[UInt8]]

  /// The place to which a result of this name goes.
  package init(_ path: FilePath) {
    let path = (try? followingLinks(path)) ?? path
    var (folder, names) = (path.folder, [path.lastComponent])
    while FileStatus(folder) == nil, folder.folder != folder {
      names.append(folder.lastComponent)
      folder = folder.folder
    }
    (self.folder, self.names) = (FileStatus(folder)?.identity, names)
  }
}
