extension StoredPicture {
  /// Red, green and blue of each pixel as the file stores them, row by row.
  public var colorCodes: [UInt16] {
    var samples = [UInt8](repeating: 0, count: format.pictureBytes)
    samples.withUnsafeMutableBytes {
      copyUprightRows(0..<format.height, turnedBy: .upright, into: $0, rowBytes: format.rowBytes)
    }
    return samples.withUnsafeBytes { bytes in
      (0..<3 * format.width * format.height).map { position in
        let sample = position / 3 * format.channels + position % 3
        switch format.depth {
        case .eight: return UInt16(bytes[sample])
        case .sixteen: return bytes.loadUnaligned(fromByteOffset: 2 * sample, as: UInt16.self)
        }
      }
    }
  }
}
