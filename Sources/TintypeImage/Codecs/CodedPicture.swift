internal import CTintypeCodec

/// What formats of coded pictures in boxes have in common (ISO/IEC 23008-12): one way to hold metadata.
extension PictureMetadata {
  /// The boxes turn the picture, so the camera data must not turn it again: there its orientation becomes upright.
  init(_ header: tt_header, _ type: PictureFileType) {
    func item(_ kind: MetadataItem.Kind, _ block: tt_block, without prefix: [UInt8] = []) -> [MetadataItem] {
      guard block.count > 0 else { return [] }
      let bytes = Array(UnsafeBufferPointer(start: block.bytes, count: block.count))
      return [
        MetadataItem(
          kind, at: .item(of: type), bytes.starts(with: prefix) ? Array(bytes.dropFirst(prefix.count)) : bytes)
      ]
    }
    let colors = CodePoints(primaries: Int(header.primaries), transfer: Int(header.transfer))
    self.init(
      source: type,
      items: item(.exif, header.exif, without: EXIFBlock.prefix) + item(.xmp, header.xmp)
        + item(.iccProfile, header.icc)
        + (colors.isStated ? [MetadataItem(.color, at: .item(of: type), colors.payload)] : []))
    edit(exif: { $0.setOrientation(1) }, xmp: { $0.setOrientation(1) })
  }
}

/// The code points of ITU-T H.273 that a box `colr` of the kind `nclx` states.
struct CodePoints {
  var primaries: Int
  var transfer: Int

  /// "Unspecified".
  static let unstated = CodePoints(primaries: 2, transfer: 2)
  static let sRGB = CodePoints(primaries: 1, transfer: 13)

  /// The primaries of BT.2020.
  static let rec2020 = 9

  init(primaries: Int, transfer: Int) { (self.primaries, self.transfer) = (primaries, transfer) }

  init?(_ payload: [UInt8]) {
    guard payload.count == 4 else { return nil }
    self.init(primaries: payload.bigEndian16(at: 0), transfer: payload.bigEndian16(at: 2))
  }

  var isStated: Bool { primaries != 2 && transfer != 2 }

  var payload: [UInt8] { [primaries, transfer].flatMap { [UInt8($0 >> 8 & 255), UInt8($0 & 255)] } }
}

/// The metadata of a format that has each block as an item of its own, without wrapping.
protocol ItemForm: MetadataForm {
  /// The format.
  static var type: PictureFileType { get }
}

extension ItemForm {
  static var kinds: [MetadataItem.Kind] { [.exif, .xmp, .iccProfile] }

  static func items(_ kind: MetadataItem.Kind, holding block: [UInt8]) -> [MetadataItem] {
    kinds.contains(kind) ? [MetadataItem(kind, at: .item(of: type), block)] : []
  }

  static func payload(of item: MetadataItem, holding block: [UInt8]) -> [UInt8] { block }

  /// A profile says more than code points do.
  static func colorStatements(of metadata: PictureMetadata) -> [ColorStatement] {
    let points = metadata.items.first { $0.kind == .color }.flatMap { CodePoints($0.payload) }
    return metadata.profileStatements
      + (points.map { [.codePoints(primaries: $0.primaries, transfer: $0.transfer, isRGB: true)] } ?? [])
      + metadata.cameraStatements
  }
}

extension MetadataItem.Place {
  fileprivate static func item(of type: PictureFileType) -> Self { Self(type: type) }
}

/// The brands in the box `ftyp` that begins a file, the major one first; none where there is no such box.
///
/// - Parameter start: the first bytes of a file, and as many brands as they hold.
func brands(of start: [UInt8]) -> [String] {
  guard start.count >= 16, start[4..<8].elementsEqual("ftyp".utf8) else { return [] }
  let end = min(start.bigEndian32(at: 0), start.count)
  // A version follows the major brand.
  return ([8] + stride(from: 16, to: end, by: 4)).compactMap { place in
    place + 4 <= end ? String(decoding: start[place..<(place + 4)], as: UTF8.self) : nil
  }
}
