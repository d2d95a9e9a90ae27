/// Whether two paths lead to one file, by hard links, symbolic links or another spelling.
///
/// False when either does not exist.
public func isSameFile(_ first: FilePath, _ second: FilePath) -> Bool {
  guard let a = FileStatus(first), let b = FileStatus(second) else { return false }
  return a.identity == b.identity
}
