import Tintype
import TintypeImage

/// Why a job or a tool has no result.
struct Refusal: Error {
  let status: Status
  let message: String
  /// What is wrong with the recipe, where that is the reason.
  var diagnostics: [Diagnostic] = []

  init(_ status: Status, _ message: String, _ diagnostics: [Diagnostic] = []) {
    (self.status, self.message, self.diagnostics) = (status, message, diagnostics)
  }

  /// A failure with a file.
  init(_ file: String, _ error: ImageError) { self.init(Status(error.kind), "\(file): \(error.message)") }
}

/// Runs something that works on one file.
func refusing<Result>(on file: String, _ body: () throws(ImageError) -> Result) throws(Refusal) -> Result {
  do throws(ImageError) {
    return try body()
  } catch {
    throw Refusal(file, error)
  }
}
