/// Stops the process if the caller violates a precondition.
///
/// `precondition` is not enough: this target is compiled with -Ounchecked, in which a failed precondition is undefined
/// behavior.
@inline(__always)
func require(_ condition: Bool, _ promise: @autoclosure () -> String) {
  if !condition { fatalError(promise()) }
}
