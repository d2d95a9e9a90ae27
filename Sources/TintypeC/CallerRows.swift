import TintypeImage
import TintypePlan

/// The rows of a picture in memory of the caller, as the engine has them. Rows and columns outside of the picture's
/// region are left as they are: nothing reads them.
final class CallerRows: RowSource {
  private let picture: CallerPicture
  private let isInterrupted: @Sendable () -> Bool
  private var row = 0

  init(_ picture: CallerPicture, _ isInterrupted: @escaping @Sendable () -> Bool) {
    (self.picture, self.isInterrupted) = (picture, isInterrupted)
  }

  var format: PictureFormat { picture.format }

  func readRows(
    _ count: Int, into destination: UnsafeMutableRawBufferPointer, rowBytes: Int
  ) throws(ImageError) {
    if isInterrupted() { throw .interrupted }
    let left = picture.region.columns.lowerBound * format.pixelBytes
    for index in 0..<count where picture.region.rows.contains(row + index) {
      let pixels = PixelRow(
        destination.baseAddress! + index * rowBytes + left, count: picture.region.columns.count, format.depth)
      let memory = picture.row(row + index)
      if picture.channels == format.channels {
        pixels.start.copyMemory(from: memory, byteCount: picture.rowBytes)
      } else {
        pixels.takeColors(from: memory)
      }
      if picture.isBlueFirst { pixels.swapRedAndBlue(channels: format.channels) }
      if picture.isPremultiplied { pixels.makeStraight() }
    }
    row += count
  }
}

/// Memory of the caller for the rows of a result.
final class CallerSink: RowSink {
  let format: PictureFormat
  private let picture: CallerPicture
  private var row: Int
  /// A row on its way, since the engine still reads its own.
  private var scratch: [UInt8]

  init(_ picture: CallerPicture) {
    self.picture = picture
    var format = picture.format
    (format.width, format.height) = (picture.region.columns.count, picture.region.rows.count)
    self.format = format
    row = picture.region.rows.lowerBound
    scratch = [UInt8](repeating: 0, count: picture.isBlueFirst || picture.isPremultiplied ? format.rowBytes : 0)
  }

  func writeRows(_ count: Int, from source: UnsafeRawBufferPointer, rowBytes: Int) {
    for index in 0..<count {
      let made = source.baseAddress! + index * rowBytes
      if scratch.isEmpty {
        store(made)
      } else {
        scratch.withUnsafeMutableBytes { bytes in
          let pixels = PixelRow(bytes.baseAddress!, count: format.width, format.depth)
          pixels.start.copyMemory(from: made, byteCount: format.rowBytes)
          if picture.isPremultiplied { pixels.premultiply() }
          if picture.isBlueFirst { pixels.swapRedAndBlue(channels: format.channels) }
          store(UnsafeRawPointer(pixels.start))
        }
      }
      row += 1
    }
  }

  private func store(_ made: UnsafeRawPointer) {
    let memory = picture.row(row)
    if picture.channels == format.channels {
      memory.copyMemory(from: made, byteCount: picture.rowBytes)
    } else {
      PixelRow(memory, count: format.width, format.depth).take(colors: made)
    }
  }
}
