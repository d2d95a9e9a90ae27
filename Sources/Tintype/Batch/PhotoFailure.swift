/// Why a photo was not rendered.
public struct PhotoFailure: Error, Hashable, Sendable {
  /// The file that caused the failure: the photo, its sidecar, or its output.
  public let file: FilePath

  /// What is wrong with it.
  public let error: ImageError

  package init(_ file: FilePath, _ error: ImageError) {
    self.file = file
    self.error = error
  }

  /// A failure while a photo was rendered: it is about the output where writing failed.
  package init(_ error: ImageError, input: FilePath, output: FilePath) {
    self.init(error.kind.concernsOutput ? output : input, error)
  }
}
