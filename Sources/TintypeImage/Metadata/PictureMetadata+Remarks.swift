/// What a render writes into XMP.
public struct XMPRemarks: Hashable, Sendable {
  /// The namespace of the properties.
  public var namespace: String

  /// The prefix that stands for the namespace.
  public var prefix: String

  /// The properties, in order. They replace all properties of the namespace; without any the packet stays as it is.
  public var properties: [(name: String, value: String)] { zip(names, values).map { ($0, $1) } }

  /// Keywords to add.
  public var keywords: [String]

  /// The rating to set, 0 to 5.
  public var rating: Int?

  private let names: [String]
  private let values: [String]

  /// Remarks to be made.
  public init(
    namespace: String, prefix: String, properties: [(name: String, value: String)], keywords: [String] = [],
    rating: Int? = nil
  ) {
    (self.namespace, self.prefix, self.keywords, self.rating) = (namespace, prefix, keywords, rating)
    (names, values) = (properties.map(\.name), properties.map(\.value))
  }
}

extension PictureMetadata {
  /// The metadata with remarks in its XMP packet, every other byte of which stays; a new packet when there is none.
  ///
  /// - Parameter type: the file that will hold it; a JPEG has room for 64 kB.
  /// - Returns: the metadata, or nil when the packet cannot be added to: it is not UTF-8, or has no room.
  public func adding(_ remarks: XMPRemarks, for type: PictureFileType) -> PictureMetadata? {
    let hasPacket = items.contains { $0.kind == .xmp }
    guard var packet = hasPacket ? xmpPacket : XMPPacket.empty else { return nil }
    packet.remove(namespace: remarks.namespace)
    var isDone = true
    if !remarks.keywords.isEmpty { isDone = packet.addKeywords(remarks.keywords) }
    if let rating = remarks.rating { isDone = isDone && packet.setRating(rating) }
    if !remarks.properties.isEmpty {
      isDone =
        isDone
        && packet.add { _ in
          let values = remarks.properties.map { "\n \(remarks.prefix):\($0.name)=\"\(escapedForXML($0.value))\"" }
          return (" xmlns:\(remarks.prefix)=\"\(remarks.namespace)\"" + values.joined(), "")
        }
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

  /// Replaces the packet, whose extension stays, or inserts one after the camera data.
  private mutating func setPacket(_ packet: [UInt8]) {
    if let index = items.firstIndex(where: { $0.kind == .xmp }) {
      items[index].block = packet
    } else {
      let place = items.lastIndex { $0.kind == .exif || $0.kind == .density }.map { $0 + 1 } ?? 0
      items.insert(contentsOf: form.items(.xmp, holding: packet), at: place)
    }
  }
}
