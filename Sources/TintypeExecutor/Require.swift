/// Ends the process when a caller broke its word.
///
/// `precondition` would not: this target is compiled without checks, where a broken precondition is undefined behavior.
@inline(__always)
func require(_ condition: Bool, _ promise: @autoclosure () -> String) {
  if !condition { fatalError(promise()) }
}
