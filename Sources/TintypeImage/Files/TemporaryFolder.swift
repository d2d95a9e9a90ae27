import TintypeSystem

/// A folder of this process alone, which goes with the object, together with the files in it.
package final class TemporaryFolder {
  /// Where it lies.
  package let path: FilePath

  /// Makes one in a folder for temporary files.
  ///
  /// - Throws: `.cannotCreate`.
  package init(in parent: FilePath) throws(ImageError) {
    var template = parent.appending("tintype-XXXXXX".utf8).bytes.map { CChar(bitPattern: $0) } + [0]
    guard mkdtemp(&template) != nil else {
      throw ImageError(.cannotCreate, "no folder can be made in '\(parent)': \(errnoText(errno))")
    }
    path = FilePath(bytes: template.dropLast().map { UInt8(bitPattern: $0) })
  }

  deinit {
    for name in (try? namesInFolder(path)) ?? [] { path.appending(name).unlink() }
    _ = path.call { unlinkat($0, $1, AT_REMOVEDIR) }
  }
}
