/// Photoshop's image resources, the content of a JPEG's APP13: `8BIM`, an id, a name, a length, data, one after another.
enum PhotoshopResources {
  static let prefix = Array("Photoshop 3.0\0".utf8)

  /// Ids of the small pictures that Photoshop leaves of the original (1033 before version 5, 1036 since).
  private static let thumbnailIDs: Set<Int> = [1033, 1036]

  /// The payload without thumbnails. Nothing in it counts in offsets; what is not understood stays.
  static func withoutThumbnails(_ payload: [UInt8]) -> [UInt8] {
    guard payload.starts(with: prefix) else { return payload }
    var kept = prefix
    var offset = prefix.count
    while let resource = resource(at: offset, in: payload) {
      if !thumbnailIDs.contains(resource.id) { kept += payload[offset..<resource.end] }
      offset = resource.end
    }
    return kept + payload[offset...]
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
