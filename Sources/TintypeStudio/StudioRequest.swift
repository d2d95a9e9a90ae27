import TintypeImage
package import TintypeJSON

/// A request of the page, whatever carried it.
package struct StudioRequest: Sendable {
  /// `GET` or `POST`.
  package var method: String

  /// Behind the token, without a slash in front: `api/album`.
  package var path: String

  /// The query after the question mark, decoded.
  package var query: [String: String]

  /// The content of a POST.
  package var body: [UInt8]

  /// Creates a request.
  package init(_ method: String, _ path: String, query: [String: String] = [:], body: [UInt8] = []) {
    (self.method, self.path, self.query, self.body) = (method, path, query, body)
  }
}

/// What the page gets.
package struct StudioResponse: Sendable {
  /// The status of HTTP.
  package var status = 200

  /// The media type.
  package var type: String

  /// The content.
  package var body: [UInt8]

  /// Whether the browser may cache it: its address changes with its content.
  package var isLasting = false

  /// Headers of this content.
  package var fields: [String: String] = [:]

  /// A content.
  package init(_ type: String, _ body: [UInt8], isLasting: Bool = false, fields: [String: String] = [:]) {
    (self.type, self.body, self.isLasting, self.fields) = (type, body, isLasting, fields)
  }

  /// An object for the page.
  package init(_ value: JSONValue) { self.init("application/json", value.encoded) }

  /// A refusal, which says why.
  package init(refusing status: Int, _ message: String) {
    self.init(["error": .string(message)])
    self.status = status
  }

  /// Headers that isolate the page: no external resources, no referrers, no framing.
  package static let headers = [
    "Content-Security-Policy":
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; "
      + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin", "Permissions-Policy": "camera=(self), microphone=()",
  ]
}

/// Why a request cannot be served. The message is for the person at the page.
struct StudioFailure: Error {
  let status: Int
  let message: String

  static func wrong(_ message: String) -> StudioFailure { StudioFailure(status: 400, message: message) }
  static func missing(_ message: String) -> StudioFailure { StudioFailure(status: 404, message: message) }

  init(status: Int, message: String) { (self.status, self.message) = (status, message) }

  /// What failed for a file; the message names it.
  init(_ error: ImageError, on name: String) {
    self.init(status: error.kind == .missing ? 404 : 422, message: "\(name): \(error.message)")
  }
}

/// Calls something that may fail for a photo; the message names it.
func reporting<Result>(
  on name: String, _ body: () throws(ImageError) -> Result
) throws(StudioFailure) -> Result {
  do throws(ImageError) {
    return try body()
  } catch {
    throw StudioFailure(error, on: name)
  }
}
