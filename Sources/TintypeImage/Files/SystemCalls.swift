import TintypeSystem

/// The system's words for an error number.
func errnoText(_ number: Int32) -> String {
  String(cString: strerror(number))
}

/// Calls again while a signal interrupted the call.
func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}

/// Why the system refused to write, or to create something: the disk, or what lies there.
func systemError(_ what: String, _ number: Int32 = errno) -> ImageError {
  let isDisk = [ENOSPC, EDQUOT, EIO, EFBIG].contains(number)
  let isWriting = what == "cannot be written"
  if isOpenFileLimit(number) { return ImageError(.limit, "\(what): \(errnoText(number))") }
  return ImageError(isDisk || isWriting ? .io : .cannotCreate, "\(what): \(errnoText(number))")
}

/// Whether the process, or the system, has as many files open as it may.
func isOpenFileLimit(_ number: Int32) -> Bool { number == EMFILE || number == ENFILE }
