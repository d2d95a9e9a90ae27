internal import CTintypeCodec
import TintypeColor

extension PictureFileType {
  /// OpenEXR: half precision, alpha. Built in with the trait EXR.
  public static let openEXR = PictureFileType(EXRCodec())
}

/// OpenEXR: light of the scene, by its C++ library. Scan lines and tiles, luminance and chroma, all compressions of
/// version 3.1; written in half precision, deflated.
struct EXRCodec: LibraryCodec, WritableCodec {
  let name = "exr"
  let title = "OpenEXR"
  let fileExtensions = ["exr"]
  var form: any MetadataForm.Type { EXRForm.self }
  let depths = [SampleDepth.half]
  let hasAlpha = true

  let trait: String? = "EXR"
  let hasPoorRecord = true
  let library = CodecLibrary(TT_EXR)
  let libraryName = "OpenEXR"

  func recognizes(_ start: [UInt8]) -> Bool { start.starts(with: [0x76, 0x2F, 0x31, 0x01]) }

  func open(_ file: InputFile, limits: PictureLimits) throws(ImageError) -> OpenedPicture {
    try open(file, limits: limits) { header in (EXRForm.metadata(of: header), []) }
  }

  func writer(
    to descriptor: Int32, format: PictureFormat, metadata: PictureMetadata, options: EncodingOptions
  ) throws(ImageError) -> any RowWriter {
    try EXRWriter(to: descriptor, format, metadata)
  }
}

/// The XMP packet is a text attribute, facts of the camera data are attributes, and the primaries are those of the
/// header.
enum EXRForm: ItemForm {
  static var type: PictureFileType { .openEXR }
  static var kinds: [MetadataItem.Kind] { [.exif, .xmp] }

  static func metadata(of header: tt_header) -> PictureMetadata {
    let attributes = EXRAttributes(header)
    var metadata = PictureMetadata(source: .openEXR, items: [])
    let exif = attributes.facts.block
    if !exif.isEmpty { metadata.items += items(.exif, holding: exif) }
    if let packet = attributes.texts["xmp"] { metadata.items += items(.xmp, holding: packet) }
    if let colors = Chromaticities(header.chromaticities) { metadata.items.append(item(holding: colors)) }
    metadata.edit(xmp: { $0.setOrientation(1) })
    return metadata
  }

  /// A result in another format may get a profile.
  static func items(_ kind: MetadataItem.Kind, holding block: [UInt8]) -> [MetadataItem] {
    kinds.contains(kind) || kind == .iccProfile ? [MetadataItem(kind, at: .init(type: .openEXR), block)] : []
  }

  static func remarks(on items: [MetadataItem]) -> [String] {
    items.contains { $0.kind == .exif }
      ? ["left out of the camera data: all but camera, lens, date, exposure, position, description and copyright"]
      : []
  }

  /// Light; the primaries of sRGB where the header names none (OpenEXR's technical introduction).
  static func colorStatements(of metadata: PictureMetadata) -> [ColorStatement] {
    let item = metadata.items.first { $0.kind == .color }
    return [.measured(gamma: 1, item.flatMap { Chromaticities($0.payload) })]
  }

  static func item(holding colors: Chromaticities) -> MetadataItem {
    MetadataItem(.color, at: .init(type: .openEXR), colors.payload)
  }
}

extension Chromaticities {
  fileprivate init?(_ n: (Float, Float, Float, Float, Float, Float, Float, Float)) {
    guard n.7 > 0 else { return nil }
    self.init([n.0, n.1, n.2, n.3, n.4, n.5, n.6, n.7].map(Double.init))
  }

  private init(_ n: [Double]) {
    self.init(
      red: SIMD2(n[0], n[1]), green: SIMD2(n[2], n[3]), blue: SIMD2(n[4], n[5]), white: SIMD2(n[6], n[7]))
  }

  fileprivate init?(_ payload: [UInt8]) {
    guard payload.count == 32 else { return nil }
    let numbers = stride(from: 0, to: 32, by: 4).map { place in
      Double(Float(bitPattern: UInt32(truncatingIfNeeded: payload.bigEndian32(at: place))))
    }
    guard numbers.allSatisfy(\.isFinite) else { return nil }
    self.init(numbers)
  }

  /// As an item holds them: numbers of single precision, big-endian.
  fileprivate var payload: [UInt8] {
    (primaries + [white]).flatMap { [Float($0.x), Float($0.y)] }.flatMap { number in
      withUnsafeBytes(of: number.bitPattern.bigEndian, Array.init)
    }
  }

  fileprivate var numbers: (Float, Float, Float, Float, Float, Float, Float, Float) {
    let n = (primaries + [white]).flatMap { [Float($0.x), Float($0.y)] }
    return (n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7])
  }
}

/// Writes rows of half precision as they come.
private final class EXRWriter: LibraryWriter {
  init(to descriptor: Int32, _ format: PictureFormat, _ metadata: PictureMetadata) throws(ImageError) {
    try super.init(.openEXR, to: descriptor, format, metadata)
    var settings = tt_settings(format)
    let colors = items.first { $0.kind == .color }.flatMap { Chromaticities($0.payload) }
    if let colors { settings.chromaticities = colors.numbers }
    let metadata = PictureMetadata(source: .openEXR, items: items)
    try EXRAttributes(CaptureFacts(metadata), xmp: metadata.xmp).lend { attributes throws(ImageError) in
      (settings.attributes, settings.attribute_count) = (attributes.baseAddress, attributes.count)
      try begin(settings)
    }
  }
}
