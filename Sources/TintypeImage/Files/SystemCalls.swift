import TintypeSystem

/// The system's message for an error number.
func errnoText(_ number: Int32) -> String {
  switch number {
  case EILSEQ: "the name is invalid: it contains a zero byte, or characters that the file system rejects"
  default: String(cString: strerror(number))
  }
}

/// Repeats a system call that a signal interrupted, unless that signal is a wish to end.
func retrying<Result: SignedInteger>(isInterrupted: () -> Bool = { false }, _ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result != -1 || errno != EINTR || isInterrupted() { return result }
  }
}

/// The error of a system call that writes or creates a file.
func systemError(_ what: String, _ number: Int32 = errno) -> ImageError {
  let isDisk = [ENOSPC, EDQUOT, EIO, EFBIG].contains(number)
  let isWriting = what == "cannot be written"
  if isOpenFileLimit(number) { return ImageError(.limit, "\(what): \(errnoText(number))") }
  return ImageError(isDisk || isWriting ? .io : .cannotCreate, "\(what): \(errnoText(number))")
}

/// Whether the process or the system has too many open files.
func isOpenFileLimit(_ number: Int32) -> Bool { number == EMFILE || number == ENFILE }
