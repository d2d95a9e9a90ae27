public import Tintype
import TintypeImage

/// Why nothing can be fitted to a file.
public struct FitFailure: Error, Sendable {
  /// The file, as it was named.
  public let file: String
  /// A clause in lower case, without the file's name.
  public let message: String
  /// How the command ends.
  public let status: ExitStatus

  /// Takes its parts.
  public init(_ file: String, _ message: String, _ status: ExitStatus = .data) {
    (self.file, self.message, self.status) = (file, message, status)
  }

  init(_ file: String, _ error: ImageError) { self.init(file, error.message, ExitStatus(error.kind)) }
}

/// Runs something that works on a file.
func fitting<Result>(_ file: String, _ body: () throws(ImageError) -> Result) throws(FitFailure) -> Result {
  do throws(ImageError) {
    return try body()
  } catch {
    throw FitFailure(file, error)
  }
}
