@testable import TintypeImage

/// A third format, small enough for a test: eight letters, width, height, then RGBA of 16 bits, big-endian, and nothing
/// else (https://tools.suckless.org/farbfeld).
struct Farbfeld: WritableCodec {
  let name = "farbfeld"
  let title = "farbfeld"
  let fileExtensions = ["ff"]
  let depths = [SampleDepth.sixteen]
  let hasAlpha = true

  static let signature = Array("farbfeld".utf8)

  func recognizes(_ start: [UInt8]) -> Bool { start.starts(with: Self.signature) }

  func open(_ file: InputFile, limits: PictureLimits) throws(ImageError) -> OpenedPicture {
    guard file.size >= 16 else { throw ImageError(.corrupt, "the file ends inside its header") }
    let head = try file.bytes(at: 0, count: 16)
    let (width, height) = (head.bigEndian32(at: 8), head.bigEndian32(at: 12))
    guard width > 0, height > 0, file.size == 16 + width * height * 8 else {
      throw ImageError(.corrupt, "\(width) x \(height) in \(file.size) bytes is impossible: truncated or forged")
    }
    try limits.check(width: width, height: height)
    let format = PictureFormat(width: width, height: height, channels: 4, depth: .sixteen)
    let header = PictureHeader(format: format, samples: .rgb, decodingMemory: ByteCount(format.rowBytes))
    return OpenedPicture(
      decoder: FarbfeldDecoder(file, format), header: header,
      metadata: PictureMetadata(source: PictureFileType(self), items: []))
  }

  func writer(
    to descriptor: Int32, format: PictureFormat, metadata: PictureMetadata, options: EncodingOptions
  ) throws(ImageError) -> any RowWriter {
    let writer = FarbfeldWriter(descriptor, format, metadata.carried(into: PictureFileType(self)).notes)
    var head = Self.signature
    head.appendBigEndian32(format.width)
    head.appendBigEndian32(format.height)
    try writeAll(head, to: descriptor)
    return writer
  }
}

private final class FarbfeldDecoder: PixelDecoder {
  private let file: InputFile
  private let format: PictureFormat
  private var offset = 16
  let loss: Loss? = nil
  let notes: [String] = []

  init(_ file: InputFile, _ format: PictureFormat) { (self.file, self.format) = (file, format) }

  func start() throws(ImageError) {}

  func readRows(_ count: Int, into rows: UnsafeMutableRawBufferPointer, rowBytes: Int) throws(ImageError) {
    for row in 0..<count {
      let bytes = try file.bytes(at: offset, count: format.rowBytes)
      for sample in 0..<format.rowBytes / 2 {
        rows.storeBytes(
          of: UInt16(bytes.bigEndian16(at: 2 * sample)), toByteOffset: row * rowBytes + 2 * sample, as: UInt16.self)
      }
      offset += format.rowBytes
    }
  }

  func finish() throws(ImageError) {}
}

private final class FarbfeldWriter: RowWriter {
  let format: PictureFormat
  let notes: [String]
  private let descriptor: Int32

  init(_ descriptor: Int32, _ format: PictureFormat, _ notes: [String]) {
    precondition(format.depth == .sixteen, "farbfeld has 16 bits")
    (self.descriptor, self.format, self.notes) = (descriptor, format, notes)
  }

  func writeRows(_ count: Int, from source: UnsafeRawBufferPointer, rowBytes: Int) throws(ImageError) {
    var bytes: [UInt8] = []
    for row in 0..<count {
      for x in 0..<format.width {
        for channel in 0..<4 {
          let place = row * rowBytes + x * format.pixelBytes + channel * 2
          let sample = channel < format.channels ? source.loadUnaligned(fromByteOffset: place, as: UInt16.self) : .max
          bytes += [UInt8(sample >> 8), UInt8(sample & 0xFF)]
        }
      }
    }
    try writeAll(bytes, to: descriptor)
  }

  func finish() throws(ImageError) {}
}
