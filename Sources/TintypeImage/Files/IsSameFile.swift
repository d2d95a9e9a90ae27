/// Whether two paths lead to the same file, by hard links, symbolic links or another spelling; false if one does not
/// exist.
package func isSameFile(_ first: FilePath, _ second: FilePath) -> Bool {
  guard let a = FileStatus(first), let b = FileStatus(second) else { return false }
  return a.identity == b.identity
}
