import Synchronization

/// Admits only requests of the page that this server served.
///
/// Every path begins with an unguessable token, so port scans and processes that do not know the address get nothing.
/// The origin identifies a foreign page that knows the address, and the host a foreign name that resolves to this
/// machine (DNS rebinding).
package final class StudioGate: Sendable {
  /// The fields of a request's head.
  package struct Head: Sendable {
    package var method: String
    package var path: String
    package var host: String?
    package var origin: String?
    /// `Sec-Fetch-Site`, which browsers send and pages cannot set.
    package var site: String?
    package var contentLength: Int?
    /// Whether the content is chunked, with unknown length.
    package var isChunked: Bool

    /// Creates a head.
    package init(
      _ method: String, _ path: String, host: String?, origin: String? = nil, site: String? = nil,
      contentLength: Int? = nil, isChunked: Bool = false
    ) {
      (self.method, self.path, self.host, self.origin, self.site) = (method, path, host, origin, site)
      (self.contentLength, self.isChunked) = (contentLength, isChunked)
    }
  }

  /// 128 random bits, as 32 digits.
  package let token: String
  /// A second token, for one visit, because other users of the machine can see the arguments of the browser.
  package let invitation: String
  private let isInvitationOpen = Mutex(true)
  private let hosts: Set<String>

  /// The largest photo that is taken, and the largest message.
  package static let (largestPhoto, largestMessage) = (256 << 20, 4 << 20)

  /// A gate for a server on a port of 127.0.0.1.
  package init(port: UInt16, token: String? = nil) {
    self.token = token ?? Self.randomToken()
    invitation = Self.randomToken()
    hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
  }

  private static func randomToken() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<32).map { _ in String(Int.random(in: 0..<16, using: &generator), radix: 16) }.joined()
  }

  /// Redeems the one-time token.
  ///
  /// - Returns: the path of the page; nil for every other request, and for a second visit.
  package func entrance(for head: Head) -> String? {
    guard head.method == "GET", refusal(of: head) == nil, Self.isEqual(head.path.utf8, "/\(invitation)/".utf8),
      isInvitationOpen.withLock({ isOpen in
        defer { isOpen = false }
        return isOpen
      })
    else { return nil }
    return "/\(token)/"
  }

  /// The path behind the token.
  ///
  /// - Returns: the path, or why it is closed.
  package func path(of head: Head) -> Result<String, Refusal> {
    if let refusal = refusal(of: head) { return .failure(refusal) }
    guard head.method == "GET" || head.method == "POST" else {
      return .failure(Refusal(405, "there is GET and POST"))
    }
    let prefix = "/\(token)/"
    guard head.path.utf8.count >= prefix.utf8.count, Self.isEqual(head.path.utf8.prefix(prefix.utf8.count), prefix.utf8)
    else { return .failure(Refusal(404, "there is nothing here; open the address that 'tintype studio' printed last")) }
    let path = String(head.path.dropFirst(prefix.count))
    if head.method == "POST" {
      guard !head.isChunked, let length = head.contentLength else {
        return .failure(Refusal(411, "a message says how long it is"))
      }
      let limit = path == "api/photo" ? Self.largestPhoto : Self.largestMessage
      guard length <= limit else { return .failure(Refusal(413, "at most \(limit >> 20) MiB are taken")) }
    }
    return .success(path)
  }

  /// Why a request comes from elsewhere; nil for one of our own page.
  private func refusal(of head: Head) -> Refusal? {
    guard let host = head.host, hosts.contains(host.lowercased()) else {
      return Refusal(403, "this server serves 127.0.0.1 only")
    }
    if let origin = head.origin {
      let isOwn = hosts.contains { origin.lowercased() == "http://" + $0 }
      guard isOwn else { return Refusal(403, "a page of another origin has no business here") }
    }
    if let site = head.site, !["same-origin", "none"].contains(site) {
      return Refusal(403, "a page of another site has no business here")
    }
    return nil
  }

  /// Compares in constant time.
  private static func isEqual(_ a: some Collection<UInt8>, _ b: some Collection<UInt8>) -> Bool {
    a.count == b.count && zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Why a request is not let in.
  package struct Refusal: Error, Equatable, Sendable {
    package let status: Int
    package let message: String

    init(_ status: Int, _ message: String) { (self.status, self.message) = (status, message) }
  }
}
