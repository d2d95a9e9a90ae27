import TintypeRaster
import TintypeSystem

extension PictureFileType {
  /// Whether files of the format can hold a gain map behind their picture.
  public var holdsGainMaps: Bool { self == .jpeg }
}

/// A JPEG in the making that holds a gain map: a JPEG behind the picture.
///
/// Every viewer shows the picture. The map is described three times, so that those who know one of the ways find it:
/// by the list of pictures (MPF, CIPA DC-007), by XMP (Ultra HDR), and by segments of ISO 21496-1. What they say of
/// lengths and offsets is written once both pictures are there.
package final class GainMappedJPEG {
  /// Takes the rows of the picture; ends before ``picture()`` is read.
  package let writer: any RowWriter

  private let descriptor: Int32
  private let metadata: PictureMetadata
  /// Without what is said of the map.
  private let plain: PictureMetadata
  /// The payloads in the file of the XMP packet, where it speaks of the map, and of the list of pictures.
  private let packetPlace: Int?
  private let listPlace: Int
  private let quality: Int

  /// What is remarkable about the file.
  package private(set) var notes: [String]

  /// - Parameters:
  ///   - descriptor: of an empty file, open for reading and writing.
  ///   - format: RGB of 8 bits.
  ///   - metadata: what to carry, without claims of a gain map.
  package init(
    to descriptor: Int32, format: PictureFormat, metadata: PictureMetadata, options: EncodingOptions
  ) throws(ImageError) {
    self.descriptor = descriptor
    quality = options.quality
    let carried = metadata.carried(into: .jpeg)
    notes = carried.notes
    var plain = PictureMetadata(source: .jpeg, items: carried.items)
    if metadata.source != .jpeg, plain.density == nil {
      let header = JPEGForm.item(holding: PixelDensity(.ratio, x: 1, y: 1))
      plain.items.insert(contentsOf: [header].compactMap { $0 }, at: 0)
    }
    self.plain = plain
    var stated = plain
    if let claiming = plain.addingGainMap(bytes: 0) {
      stated = claiming
    } else {
      notes.append("the photo's XMP has no room for what Ultra HDR says of a gain map: ISO 21496-1 alone says it")
    }
    let hasPacket = stated != plain
    stated.items += [
      Self.segment(GainMap.segmentPrefix + [UInt8](repeating: 0, count: GainMap.versionBytes)),
      Self.segment(MultiPicture.payload(first: 0, second: 0, at: 0)),
    ]
    self.metadata = stated
    // Segments have a marker and a length; JFIF's is the first, of 18 bytes.
    var (place, packet, list) = (stated.density == nil ? 2 : 20, Int?.none, 0)
    for item in stated.items where item.kind != .density {
      list = place + 4
      if item.kind == .xmp, packet == nil { packet = place + 4 }
      place += 4 + item.payload.count
    }
    (packetPlace, listPlace) = (hasPacket ? packet : nil, list)
    writer = try JPEGWriter(to: descriptor, format: format, metadata: stated, options)
  }

  private static func segment(_ payload: [UInt8]) -> MetadataItem {
    MetadataItem(.other, at: .segment(marker: 0xE2), payload)
  }

  /// The picture as its viewers decode it.
  package func picture() throws(ImageError) -> PictureReader {
    let file = try InputFile(copying: descriptor)
    return PictureReader(try JPEGCodec().open(file, limits: PictureLimits(maxPixels: .max)))
  }

  /// Writes the map, or takes back what is said of one where there is no light beyond white.
  ///
  /// - Parameters:
  ///   - maker: has all rows.
  ///   - headroom: of the photo's own gain map, a ratio; nil without one.
  /// - Returns: whether the file has a map.
  package func finish(_ maker: GainMapMaker, headroom: Double?) throws(ImageError) -> Bool {
    guard let formula = maker.formula(headroom: headroom) else {
      notes.append("nothing is brighter than white, so the result has no gain map")
      try removeClaims()
      return false
    }
    let first = try InputFile(copying: descriptor).size
    let describing = PictureMetadata(
      source: .jpeg,
      items: JPEGForm.items(.xmp, holding: XMPPacket.describing(formula).bytes)
        + [Self.segment(GainMap.segmentPrefix + formula.payload)])
    let map = try JPEGWriter(
      to: descriptor, format: maker.map, metadata: describing,
      EncodingOptions(quality: max(quality - Self.lessQuality, 1), subsampling: .quarter420))
    try maker.write(formula, to: map)
    let second = try InputFile(copying: descriptor).size - first
    let mark = listPlace + MultiPicture.prefix.count
    guard first + second <= Int(UInt32.max) else {
      throw ImageError(.limit, "the list of pictures in a JPEG (MPF) counts to 4 GiB, and the result is larger")
    }
    try writeAll(
      MultiPicture.payload(first: first, second: second, at: first - mark), to: descriptor, at: listPlace)
    if let packetPlace, let item = plain.addingGainMap(bytes: second)?.items.first(where: { $0.kind == .xmp }) {
      try writeAll(item.payload, to: descriptor, at: packetPlace)
    }
    let ratio = (formula.headroom(upTo: nil) * 10).rounded() / 10
    notes.append("the gain map leads to light up to \(ratio) times as bright as white")
    return true
  }

  /// How much less quality a map has than its picture. Measured with a hard-edged lamp and quality 95: light is within
  /// 0.015 stops (root of the mean square) in a third to a half of the picture's bytes; 95 gives 0.011 in all of them.
  private static let lessQuality = 10

  /// Removes the segments of the map, and gives the XMP back its old packet, or none.
  private func removeClaims() throws(ImageError) {
    let start = listPlace - 4 - GainMap.segmentPrefix.count - GainMap.versionBytes - 4
    try replace(start..<(listPlace + (metadata.items.last?.payload.count ?? 0)), with: [])
    guard let packetPlace, let stated = metadata.items.first(where: { $0.kind == .xmp }) else { return }
    var segment: [UInt8] = []
    if let payload = plain.items.first(where: { $0.kind == .xmp })?.payload {
      let length = payload.count + 2
      segment = [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + payload
    }
    try replace((packetPlace - 4)..<(packetPlace + stated.payload.count), with: segment)
  }

  /// Replaces bytes of the file by fewer ones, and moves what follows them.
  private func replace(_ range: Range<Int>, with bytes: [UInt8]) throws(ImageError) {
    precondition(bytes.count <= range.count, "a file only shrinks")
    let shift = range.count - bytes.count
    try writeAll(bytes, to: descriptor, at: range.lowerBound)
    let file = try InputFile(copying: descriptor)
    for place in stride(from: range.upperBound, to: file.size, by: 1 << 20) {
      let part = try file.bytes(at: place, count: min(1 << 20, file.size - place))
      try writeAll(part, to: descriptor, at: place - shift)
    }
    guard ftruncate(descriptor, off_t(file.size - shift)) == 0 else {
      throw systemError("cannot be written", errno)
    }
  }
}

extension PictureMetadata {
  /// The metadata of a JPEG whose XMP says that a gain map follows; nil where it has no room for that.
  ///
  /// - Parameter count: the bytes of the map.
  fileprivate func addingGainMap(bytes count: Int) -> PictureMetadata? {
    guard var packet = editablePacket, packet.addGainMap(bytes: count) else { return nil }
    var result = self
    result.setPacket(packet.bytes)
    return result.items.allSatisfy { $0.payload.count <= JPEGForm.maxPayload } ? result : nil
  }
}
