public import TintypeChecker
import TintypeImage
public import TintypeTables

extension FolderLoader {
  /// The pixels of a HaldCLUT; decoded only when its header says that it can be one.
  public func haldPicture(of path: RecipePath) throws(LoadFailure) -> HaldPicture {
    guard let file else { throw LoadFailure("cannot be found: this recipe has no folder to look in") }
    do throws(ImageError) {
      let reader = try openPicture(below: file.folder, path.components, limits: PictureLimits())
      return try decoded(reader)
    } catch {
      throw LoadFailure(error.message, isMissing: error.kind == .missing)
    }
  }

  private func decoded(_ reader: any RowReader) throws(ImageError) -> HaldPicture {
    let format = reader.format
    let largest = format.depth == .eight ? 255 : 65_535
    // What is no table is told by its size, and not decoded.
    guard HaldPicture.level(width: format.width, height: format.height) != nil else {
      return HaldPicture(width: format.width, height: format.height, largestCode: largest, codes: [])
    }
    let stored = try StoredPicture(decoding: reader)
    var samples = [UInt8](repeating: 0, count: format.pictureBytes)
    samples.withUnsafeMutableBytes {
      stored.copyUprightRows(0..<format.height, turnedBy: .upright, into: $0, rowBytes: format.rowBytes)
    }
    let count = format.width * format.height
    let codes = samples.withUnsafeBytes { bytes in
      (0..<3 * count).map { position -> UInt16 in
        let sample = position / 3 * format.channels + position % 3
        return format.depth == .eight
          ? UInt16(bytes[sample]) : bytes.loadUnaligned(fromByteOffset: 2 * sample, as: UInt16.self)
      }
    }
    return HaldPicture(width: format.width, height: format.height, largestCode: largest, codes: codes)
  }
}
