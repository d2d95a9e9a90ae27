import CFuzzDriver
import FuzzFiles
import TintypeImage

/// JPEGs with restart markers: bands that decode have the rows of the reader, and where all of them do the reader has no word
/// to say.
@main enum FuzzBands {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    _ = LLVMFuzzerRunDriver(&count, &arguments) { data, size in
      let file = MemoryFile(Array(UnsafeBufferPointer(start: data, count: size)))
      guard let reader = try? openPicture(file.path, limits: PictureLimits(maxPixels: 1 << 16)),
        let bands = reader.bands, let rows = try? FuzzBands.rows(of: reader.format, bands)
      else { return 0 }
      do {
        var stored = [UInt8](repeating: 0, count: rows.count)
        try stored.withUnsafeMutableBytes {
          try reader.readRows(reader.format.height, into: $0, rowBytes: reader.format.rowBytes)
        }
        precondition(stored == rows, "bands have other rows than the reader")
      } catch {
        preconditionFailure("bands do not see: \(error)")
      }
      let header = try? openPicture(file.path)
      precondition(reader.notes == header?.notes, "bands do not see: \(reader.notes)")
      return 0
    }
  }

  /// By bands of a height that is no multiple of anything.
  static func rows(of format: PictureFormat, _ bands: BandDecoding) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: format.pictureBytes)
    let decoder = try bands.decoder()
    try bytes.withUnsafeMutableBytes { buffer in
      for first in stride(from: 0, to: format.height, by: 21) {
        let rows = first..<min(first + 21, format.height)
        let place = UnsafeMutableRawBufferPointer(rebasing: buffer[(first * format.rowBytes)...])
        try decoder.begin(rows)
        try decoder.readRows(rows.count, into: place, rowBytes: format.rowBytes)
        try decoder.end()
      }
    }
    return bytes
  }
}
