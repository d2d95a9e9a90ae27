/// Photoshop's image resources, the content of an APP13 segment: a sequence of `8BIM`, id, name, length, data.
enum PhotoshopResources {
  static let prefix = Array("Photoshop 3.0\0".utf8)

  /// The ids of thumbnails (1033 before Photoshop 5, 1036 since).
  private static let thumbnailIDs: Set<Int> = [1033, 1036]

  /// The resources without thumbnails. No resource contains offsets into others. Bytes that cannot be parsed stay.
  static func withoutThumbnails(_ resources: [UInt8]) -> [UInt8] {
    var kept: [UInt8] = []
    var offset = 0
    while let resource = resource(at: offset, in: resources) {
      if !thumbnailIDs.contains(resource.id) { kept += resources[offset..<resource.end] }
      offset = resource.end
    }
    return kept + resources[offset...]
  }

  /// The resources without positions, and whether none was removed.
  ///
  /// Camera data, XMP and captions are overwritten in place. Other resources that mention a position, and bytes that
  /// cannot be parsed, are removed.
  static func withoutPosition(_ resources: [UInt8]) -> (resources: [UInt8], isWhole: Bool) {
    var kept: [UInt8] = []
    var (offset, isWhole) = (0, true)
    while let resource = resource(at: offset, in: resources) {
      let old = Array(resources[resource.data])
      if let new = withoutPosition(old, id: resource.id) {
        kept += resources[offset..<resource.data.lowerBound] + new + resources[resource.data.upperBound..<resource.end]
      } else {
        isWhole = false
      }
      offset = resource.end
    }
    return (kept, isWhole && offset == resources.count)
  }

  /// The data of the same length; nil for a resource that must be removed.
  private static func withoutPosition(_ data: [UInt8], id: Int) -> [UInt8]? {
    switch id {
    case captionsID: return captionsWithoutPosition(data)
    case 0x0422, 0x0423:
      guard var block = EXIFBlock(data), block.dropPosition() != nil else { return nil }
      return block.bytes
    case 0x0424:
      var packet = XMPPacket(data)
      guard packet.isReadable else { return nil }
      packet.blankPositions()
      return packet.bytes
    default: return mentionsPosition(data) ? nil : data
    }
  }

  /// IIM 4.2: a data set is a marker, a record, a number, a length of two bytes, a text.
  private static func captionsWithoutPosition(_ data: [UInt8]) -> [UInt8]? {
    var result = data
    var offset = 0
    while offset + 5 <= data.count, data[offset] == 0x1C {
      let end = offset + 5 + data.bigEndian16(at: offset + 3)
      guard end <= data.count else { return nil }
      if mentionsPosition(data[(offset + 5)..<end], isText: true) {
        for index in (offset + 5)..<end { result[index] = 0x20 }
      }
      offset = end
    }
    return data[offset...].allSatisfy { $0 == 0 } ? result : nil
  }

  /// Whether captions are among the resources.
  static func haveCaptions(_ resources: [UInt8]) -> Bool {
    var offset = 0
    while let resource = resource(at: offset, in: resources) {
      if resource.id == captionsID { return true }
      offset = resource.end
    }
    return false
  }

  private static let captionsID = 0x0404

  /// IPTC captions (IIM 4.2) as a resource: number 1028, without a name.
  static func resource(holding captions: [UInt8]) -> [UInt8] {
    var resource = Array("8BIM".utf8) + [4, 4, 0, 0]
    resource.appendBigEndian32(captions.count)
    return resource + captions + [UInt8](repeating: 0, count: captions.count % 2)
  }

  private static func resource(at offset: Int, in payload: [UInt8]) -> (id: Int, data: Range<Int>, end: Int)? {
    guard offset + 12 <= payload.count, payload[offset..<(offset + 4)].elementsEqual("8BIM".utf8) else { return nil }
    // The name is a counted string, and name and data are padded to even lengths.
    let data = offset + 6 + (Int(payload[offset + 6]) + 2) / 2 * 2
    guard data + 4 <= payload.count else { return nil }
    let length = payload.bigEndian32(at: data)
    let end = data + 4 + length
    guard end <= payload.count else { return nil }
    return (payload.bigEndian16(at: offset + 4), (data + 4)..<end, min(end + length % 2, payload.count))
  }
}
