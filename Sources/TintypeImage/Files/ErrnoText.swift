import TintypeSystem

/// The system's message for an error number.
func errnoText(_ number: Int32) -> String {
  String(cString: strerror(number))
}

/// Repeats a system call that a signal interrupted.
func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}
