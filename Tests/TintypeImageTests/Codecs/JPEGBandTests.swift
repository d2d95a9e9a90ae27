import Testing
import TintypeImage

/// A file put together from bands has the bytes of one written row by row.
@Suite struct JPEGBandTests {
  @Test(
    arguments: [ChromaSubsampling.full444, .half422, .quarter420, .half440, .quarter411, .eighth410],
    [65, 129, 300, 384])
  func givesTheBytesOfRows(_ subsampling: ChromaSubsampling, _ height: Int) throws {
    let scratch = try Scratch()
    let format = PictureFormat(width: 53, height: height, channels: 3, depth: .eight)
    let samples = testSamples(format.pictureBytes.count, seed: UInt64(height))
    func writer(_ descriptor: Int32) throws -> any BandWriter {
      let options = EncodingOptions(quality: 95, subsampling: subsampling)
      return try #require(
        PictureFileType.jpeg.writer(to: descriptor, format: format, options: options) as? any BandWriter)
    }
    let byRows = try written(scratch) { try encodeAll(samples, writer($0)) }
    let byBands = try written(scratch) { descriptor in
      let writer = try writer(descriptor)
      // What fits into one band is written by rows.
      guard height > writer.bandRows else { return try encodeAll(samples, writer) }
      try encodeInBands(samples, writer)
    }
    #expect(byBands == byRows)
    #expect(try decodeAll(openPicture(scratch.path("out"))).count == samples.count)
  }

  /// Each row of blocks ends with the next of eight markers, whatever threads there are.
  @Test func countsRestartMarkers() throws {
    let scratch = try Scratch()
    let format = PictureFormat(width: 16, height: 8 * 20, channels: 3, depth: .eight)
    let samples = testSamples(format.pictureBytes.count)
    let bytes = try written(scratch) { try encodeAll(samples, PictureFileType.jpeg.writer(to: $0, format: format)) }
    let pairs = zip(bytes, bytes.dropFirst()).filter { $0 == 0xFF && (0xD0...0xD7).contains($1) }
    #expect(pairs.map { Int($1) - 0xD0 } == (0..<19).map { $0 % 8 })
  }

  private func encodeInBands(_ samples: [UInt8], _ writer: any BandWriter) throws {
    let format = writer.format
    let encoder = try writer.bandEncoder()
    try samples.withUnsafeBytes { buffer in
      for first in stride(from: 0, to: format.height, by: writer.bandRows) {
        let rows = min(writer.bandRows, format.height - first)
        try encoder.begin(first..<first + rows)
        // In parts that are no rows of blocks.
        for row in stride(from: 0, to: rows, by: 11) {
          let part = UnsafeRawBufferPointer(rebasing: buffer[((first + row) * format.rowBytes)...])
          try encoder.encode(min(11, rows - row), from: part, rowBytes: format.rowBytes)
        }
        try writer.append(encoder.end(), rows: rows)
      }
    }
    try writer.finish()
  }
}
