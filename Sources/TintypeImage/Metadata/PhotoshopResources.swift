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
  ///
  /// - Returns: nil for bytes that are something else.
  private static func dataSets(of captions: [UInt8]) -> [(record: UInt8, number: UInt8, text: Range<Int>)]? {
    var sets: [(UInt8, UInt8, Range<Int>)] = []
    var offset = 0
    while offset + 5 <= captions.count, captions[offset] == 0x1C {
      let end = offset + 5 + captions.bigEndian16(at: offset + 3)
      guard end <= captions.count else { return nil }
      sets.append((captions[offset + 1], captions[offset + 2], (offset + 5)..<end))
      offset = end
    }
    return captions[offset...].allSatisfy { $0 == 0 } ? sets : nil
  }

  private static func captionsWithoutPosition(_ captions: [UInt8]) -> [UInt8]? {
    guard let sets = dataSets(of: captions) else { return nil }
    var result = captions
    for set in sets where mentionsPosition(captions[set.text], isText: true) {
      for index in set.text { result[index] = 0x20 }
    }
    return result
  }

  /// The IPTC captions among the resources; nil where there are none.
  static func captions(in resources: [UInt8]) -> [UInt8]? {
    var offset = 0
    while let resource = resource(at: offset, in: resources) {
      if resource.id == captionsID { return Array(resources[resource.data]) }
      offset = resource.end
    }
    return nil
  }

  /// The keywords of the captions (data set 2:25), in UTF-8, or in Latin-1 as older programs write them.
  static func keywords(in resources: [UInt8]) -> [String] {
    guard let captions = captions(in: resources) else { return [] }
    return (dataSets(of: captions) ?? []).filter { $0.record == 2 && $0.number == 25 }.map { set in
      let text = captions[set.text]
      return String(validating: text, as: UTF8.self)
        ?? String(String.UnicodeScalarView(text.map { Unicode.Scalar($0) }))
    }
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
