public import CTintype
import Tintype
import TintypeSystem

/// What a `tintype_error` is.
final class Failure: Error {
  let status: ExitStatus
  let message: CText

  init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = CText(message)
  }

  /// What the library threw.
  convenience init(_ error: any Error) {
    switch error {
    case let error as ImageError: self.init(ExitStatus(error.kind), error.messageWithWayOut)
    case let failure as PhotoFailure:
      self.init(ExitStatus(failure.error.kind), "\(failure.file): \(failure.error.messageWithWayOut)")
    case let error as InvalidRecipe: self.init(error.status, error.description)
    case let error as InvalidSettings:
      self.init(.data, error.diagnostics.map(\.rendered).joined(separator: "\n"))
    case let error as UsageError: self.init(.usage, error.message)
    default: self.init(.io, "\(error)")
    }
  }
}

extension ImageError {
  /// The message, with the option that leads on where options have one.
  fileprivate var messageWithWayOut: String {
    remedy == .morePixels ? message + "; the option 'max-pixels' raises it" : message
  }
}

/// A text in C's form.
struct CText: ~Copyable, @unchecked Sendable {
  let bytes: UnsafePointer<CChar>

  init(_ text: String) { bytes = UnsafePointer(strdup(text)!) }

  deinit { free(UnsafeMutablePointer(mutating: bytes)) }
}

/// A handle that owns an object.
func handle(_ object: AnyObject) -> OpaquePointer { OpaquePointer(Unmanaged.passRetained(object).toOpaque()) }

/// The object of a handle.
///
/// - Throws: for NULL, by the name of the argument.
func object<Object: AnyObject>(_ handle: OpaquePointer?, _ name: String) throws(Failure) -> Object {
  guard let handle else { throw Failure(.usage, "'\(name)' is NULL") }
  return Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
}

/// Gives up a handle.
func release<Object: AnyObject>(_ handle: OpaquePointer?, _: Object.Type) {
  if let handle { Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).release() }
}

/// A text that the caller passes.
///
/// - Throws: for NULL, by the name of the argument.
func text(_ bytes: UnsafePointer<CChar>?, _ name: String) throws(Failure) -> String {
  guard let bytes else { throw Failure(.usage, "'\(name)' is NULL") }
  return String(cString: bytes)
}

/// What a body gives; nil after an error, which is stored where the caller wants it.
func orNil<Result>(_ place: UnsafeMutablePointer<OpaquePointer?>?, _ body: () throws -> Result) -> Result? {
  do {
    return try body()
  } catch {
    place?.pointee = handle(error as? Failure ?? Failure(error))
    return nil
  }
}

/// The status of a body; an error is stored where the caller wants it.
func status(_ place: UnsafeMutablePointer<OpaquePointer?>?, _ body: () throws -> Void) -> tintype_status {
  do {
    try body()
    return tintype_status(TINTYPE_OK)
  } catch {
    let failure = error as? Failure ?? Failure(error)
    place?.pointee = handle(failure)
    return failure.status.rawValue
  }
}

/// See `tintype.h`.
@c @implementation
public func tintype_error_status(_ error: OpaquePointer!) -> tintype_status {
  (try? object(error, "error") as Failure)?.status.rawValue ?? tintype_status(TINTYPE_OK)
}

private let noText = CText("")

/// See `tintype.h`.
@c @implementation
public func tintype_error_message(_ error: OpaquePointer!) -> UnsafePointer<CChar>! {
  (try? object(error, "error") as Failure)?.message.bytes ?? noText.bytes
}

/// See `tintype.h`.
@c @implementation
public func tintype_error_free(_ error: OpaquePointer!) { release(error, Failure.self) }
