#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Whether two paths lead to one file, by hard links, symbolic links or another spelling.
///
/// False when either does not exist.
public func isSameFile(_ first: FilePath, _ second: FilePath) -> Bool {
  var a = stat()
  var b = stat()
  guard first.withCString({ stat($0, &a) }) == 0, second.withCString({ stat($0, &b) }) == 0 else { return false }
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino
}
