import Dispatch
import TintypeImage

/// Bands that threads decode on their own, where the file has restart markers and the writer takes bands.
extension RowFlow {
  /// The bytes that one thread holds, its encoded band and one that waits included: a quarter of a byte a pixel, which is what
  /// photos take.
  static func ownBandMemory(
    _ source: PictureFormat, _ result: PictureFormat, _ decoding: BandDecoding, bandRows: Int
  ) -> Int {
    decoding.decoderMemory + stripRows * (source.rowBytes + result.rowBytes) + 2 * bandRows * result.width / 4
  }

  /// Moves all rows, strip by strip in each thread, and the bytes of bands to the file in their order.
  func runOwnBands(
    _ bands: OwnBands, _ decoding: BandDecoding, into writer: any BandWriter, workers: Int, threadsEach: Int
  ) throws(ImageError) {
    let queue = BandQueue(threads: workers)
    let shared = Shared(value: (flow: self, decoding: decoding, writer: writer))
    DispatchQueue.concurrentPerform(iterations: workers) { _ in
      let (flow, decoding, writer) = shared.value
      flow.work(bands, decoding, writer, queue, threads: threadsEach)
    }
    if let failure = queue.failure { throw failure }
  }

  private func work(
    _ bands: OwnBands, _ decoding: BandDecoding, _ writer: any BandWriter, _ queue: BandQueue, threads: Int
  ) {
    let source = Rows(Self.stripRows, of: reader.format)
    let result = Rows(Self.stripRows, of: writer.format)
    let decoder = Result { () throws(ImageError) in try decoding.decoder() }
    let encoder = Result { () throws(ImageError) in try writer.bandEncoder() }
    while queue.begin(), let band = bands.next() {
      let own = bands.isFlawed ? nil : try? decodedOnItsOwn(band, decoder, encoder, source, result, threads)
      queue.hand(band.number, own) { number, bytes throws(ImageError) in
        let band = bands.all[number]
        if bytes == nil { bands.noteFlaw() }
        if let bytes, !bands.isFlawed { return try writer.append(bytes, rows: band.rows.count) }
        let read = try encoded(band, from: bands.rowsRead, encoder, result, threads) { count throws(ImageError) in
          try reader.readRows(count, into: source.bytes, rowBytes: source.rowBytes)
          return UnsafeRawBufferPointer(source.bytes)
        }
        bands.rowsRead = band.decoded.upperBound
        try writer.append(read, rows: band.rows.count)
      }
    }
  }

  private func decodedOnItsOwn(
    _ band: OwnBands.Band, _ decoder: Result<any BandDecoder, ImageError>,
    _ encoder: Result<any BandEncoder, ImageError>, _ source: borrowing Rows, _ result: borrowing Rows, _ threads: Int
  ) throws(ImageError) -> UnsafeRawBufferPointer {
    let decoder = try decoder.get()
    let (memory, rowBytes) = (source.bytes, source.rowBytes)
    try decoder.begin(band.decoded)
    let bytes = try encoded(band, from: band.decoded.lowerBound, encoder, result, threads) { count throws(ImageError) in
      try decoder.readRows(count, into: memory, rowBytes: rowBytes)
      return UnsafeRawBufferPointer(memory)
    }
    try decoder.end()
    return bytes
  }

  /// The bytes of a band whose rows, and those around it that are decoded for their damage only, are read in order.
  private func encoded(
    _ band: OwnBands.Band, from first: Int, _ encoder: Result<any BandEncoder, ImageError>, _ result: borrowing Rows,
    _ threads: Int, read: (Int) throws(ImageError) -> UnsafeRawBufferPointer
  ) throws(ImageError) -> UnsafeRawBufferPointer {
    func drop(_ rows: Range<Int>) throws(ImageError) {
      for row in stride(from: rows.lowerBound, to: rows.upperBound, by: Self.stripRows) {
        _ = try read(min(Self.stripRows, rows.upperBound - row))
      }
    }
    try drop(first..<band.rows.lowerBound)
    let bytes = try encoded(band.rows, encoder.get(), result, threads) { strip throws(ImageError) in
      try read(strip.count)
    }
    try drop(band.rows.upperBound..<band.decoded.upperBound)
    return bytes
  }
}
