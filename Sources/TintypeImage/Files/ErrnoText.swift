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
