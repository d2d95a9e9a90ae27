/// Photoshop's image resources, the content of a JPEG's APP13: `8BIM`, an id, a name, a length, data, one after another.
enum PhotoshopResources {
  static let prefix = Array("Photoshop 3.0\0".utf8)

  /// Ids of the small pictures that Photoshop leaves of the original (1033 before version 5, 1036 since).
  private static let thumbnailIDs: Set<Int> = [1033, 1036]

  /// The resources without thumbnails. Nothing in them counts in offsets; what is not understood stays.
  static func withoutThumbnails(_ resources: [UInt8]) -> [UInt8] {
    var kept: [UInt8] = []
    var offset = 0
    while let resource = resource(at: offset, in: resources) {
      if !thumbnailIDs.contains(resource.id) { kept += resources[offset..<resource.end] }
      offset = resource.end
    }
    return kept + resources[offset...]
  }

  /// IPTC captions (IIM 4.2) as a resource: number 1028, without a name.
  static func resource(holding captions: [UInt8]) -> [UInt8] {
    var resource = Array("8BIM".utf8) + [4, 4, 0, 0]
    resource.appendBigEndian32(captions.count)
    return resource + captions + [UInt8](repeating: 0, count: captions.count % 2)
  }

  private static func resource(at offset: Int, in payload: [UInt8]) -> (id: Int, end: Int)? {
    guard offset + 12 <= payload.count, payload[offset..<(offset + 4)].elementsEqual("8BIM".utf8) else { return nil }
    // The name is a counted string, and name and data are padded to even lengths.
    let data = offset + 6 + (Int(payload[offset + 6]) + 2) / 2 * 2
    guard data + 4 <= payload.count else { return nil }
    let length = payload.bigEndian32(at: data)
    let end = data + 4 + length
    guard end <= payload.count else { return nil }
    return (payload.bigEndian16(at: offset + 4), min(end + length % 2, payload.count))
  }
}
