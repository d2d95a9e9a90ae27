internal import CTintypeCodec
import TintypeColor
import TintypeRaw

extension PictureFileType {
  /// Raw files of cameras, DNG among them: what the sensor recorded, as light; only read. Built in with the trait RAW.
  public static let raw = PictureFileType(RawCodec())
}

/// Raw files: unpacked by LibRaw, developed by ``RawDecoder``.
struct RawCodec: LibraryCodec {
  let name = "raw"
  let title = "camera raw"
  let fileExtensions = KnownFormat.rawExtensions
  var form: any MetadataForm.Type { RawForm.self }

  let trait: String? = "RAW"
  let hasPoorRecord = true
  let library = CodecLibrary(TT_RAW)
  let libraryName = "LibRaw"

  func recognizes(_ start: [UInt8]) -> Bool { KnownFormat.isRaw(start) }

  func recognizes(_ file: InputFile, _ start: [UInt8]) -> Bool {
    recognizes(start) || TIFFHeader.marks.contains(where: start.starts) && (try? RawMetadata(file).isRaw) ?? false
  }

  func open(_ file: InputFile, limits: PictureLimits) throws(ImageError) -> OpenedPicture {
    var sensor: UnsafeMutablePointer<tt_sensor>?
    var request = tt_header()
    let stated = try RawMetadata(file)
    if let crop = try stated.crop() { request.crop = (crop[0], crop[1], crop[2], crop[3]) }
    var opened = try open(file, limits: limits, request: request) { header in
      sensor = header.sensor
      return stated.read(header.sensor.pointee)
    }
    guard let sensor, let library = opened.decoder as? LibraryDecoder else {
      preconditionFailure("the reader of raw files describes a sensor")
    }
    let decoder = RawDecoder(library, sensor, limits.whiteBalance, stated.profile())
    opened.notes += decoder.remarks
    opened.header.decodingMemory += ByteCount(SensorDeveloper.memory(width: opened.header.format.width))
    opened.decoder = decoder
    return opened
  }
}

/// Camera data and XMP that are carried over; the colors are those that ``RawDecoder`` makes.
enum RawForm: ItemForm {
  static var type: PictureFileType { .raw }
  static var kinds: [MetadataItem.Kind] { [.exif, .xmp] }

  /// A result in another format may get a profile.
  static func items(_ kind: MetadataItem.Kind, holding block: [UInt8]) -> [MetadataItem] {
    kinds.contains(kind) || kind == .iccProfile ? [MetadataItem(kind, at: .init(type: .raw), block)] : []
  }

  /// Light of sRGB's primaries.
  static func colorStatements(of metadata: PictureMetadata) -> [ColorStatement] { [.measured(gamma: 1, nil)] }
}
