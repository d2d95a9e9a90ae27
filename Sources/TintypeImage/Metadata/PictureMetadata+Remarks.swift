/// The XMP properties that a render adds.
public struct XMPRemarks: Sendable {
  /// The namespace of the properties.
  public var namespace: String

  /// The prefix of the namespace, to which a number is added where the packet has it for another one.
  public var prefix: String

  /// The properties in order. They replace all properties of the namespace.
  public var properties: [(name: String, value: String)]

  /// Keywords to add.
  public var keywords: [String]

  /// The rating to set, 0 to 5.
  public var rating: Int?

  /// Creates remarks.
  public init(
    namespace: String, prefix: String, properties: [(name: String, value: String)], keywords: [String] = [],
    rating: Int? = nil
  ) {
    (self.namespace, self.prefix, self.properties) = (namespace, prefix, properties)
    (self.keywords, self.rating) = (keywords, rating)
  }
}

extension PictureMetadata {
  /// The metadata with remarks in the XMP packet, or in a new one. All other bytes of the packet stay.
  ///
  /// - Parameter type: the format of the result; a JPEG segment holds 64 kB.
  /// - Returns: the metadata; nil if the packet cannot be read, or exceeds the limit of the format.
  public func adding(_ remarks: XMPRemarks, for type: PictureFileType) -> PictureMetadata? {
    guard var packet = editablePacket else { return nil }
    packet.remove(namespace: remarks.namespace)
    var isDone = true
    if !remarks.keywords.isEmpty { isDone = packet.addKeywords(remarks.keywords) }
    if let rating = remarks.rating { isDone = isDone && packet.setRating(rating) }
    if !remarks.properties.isEmpty {
      let prefix = packet.freePrefix(remarks.prefix, for: remarks.namespace)
      let values = remarks.properties.map { "\n \(prefix):\($0.name)=\"\(escapedForXML($0.value))\"" }
      isDone = isDone && packet.add { _ in (" xmlns:\(prefix)=\"\(remarks.namespace)\"" + values.joined(), "") }
    }
    let form = type.codec.form
    guard isDone, form.items(.xmp, holding: packet.bytes).allSatisfy({ $0.payload.count <= form.maxPayload }) else {
      return nil
    }
    var result = self
    result.setPacket(packet.bytes)
    return result
  }

  /// A property of the XMP packet, by its namespace.
  public func xmpProperty(_ name: String, in namespace: String) -> String? {
    xmpPacket?.text(of: name, in: namespace)
  }

  /// Replaces the main packet, or inserts one after the camera data. Extended XMP stays.
  mutating func setPacket(_ packet: [UInt8]) {
    if let index = items.firstIndex(where: { $0.kind == .xmp }) {
      items[index].block = packet
    } else {
      let place = items.lastIndex { $0.kind == .exif || $0.kind == .density }.map { $0 + 1 } ?? 0
      items.insert(contentsOf: form.items(.xmp, holding: packet), at: place)
    }
  }
}
