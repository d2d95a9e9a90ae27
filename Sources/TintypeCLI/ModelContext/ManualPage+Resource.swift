package import TintypeJSON
package import TintypeManual

extension ManualPage {
  /// The address under which an assistant reads it.
  var address: String { "tintype://\(name)" }
}

extension ManualPage: JSONRepresentable {
  package var json: JSONValue {
    [
      "uri": JSONValue(address), "name": JSONValue(name), "title": JSONValue(title),
      "description": JSONValue(summary), "mimeType": "text/markdown",
    ]
  }
}
