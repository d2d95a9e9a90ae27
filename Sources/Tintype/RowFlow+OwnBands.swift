import Dispatch
import TintypeExecutor
import TintypeImage
import TintypePlan

/// Bands that threads decode on their own, where the file has restart markers and the writer takes bands.
extension RowFlow {
  /// Moves all rows but for the end of the file; false where threads cannot decode on their own.
  ///
  /// Chosen from two threads on. There decoding is not what they wait for, and rows at seams are decoded twice, but they stay in
  /// the second-level cache on their way from decoder to encoder: as much processor time, or less, and no more memory. With
  /// more threads the lock on one decoder would be the limit.
  func runOwnBands(_ threads: Int) throws(ImageError) -> Bool {
    guard let decoding, let writer = writer as? any BandWriter else { return false }
    guard let (bands, workers) = ownBands(threads, decoding, writer) else { return false }
    let queue = BandQueue(threads: workers)
    let shared = Shared(value: (flow: self, decoding: decoding, writer: writer))
    DispatchQueue.concurrentPerform(iterations: workers) { _ in
      let (flow, decoding, writer) = shared.value
      flow.work(bands, decoding, writer, queue, threads: threads / workers)
    }
    if let failure = queue.failure { throw failure }
    return true
  }

  /// The longest bands of which there is memory for all threads, or else for the most; nil where there is but for one.
  private func ownBands(
    _ threads: Int, _ decoding: BandDecoding, _ writer: any BandWriter
  ) -> (bands: OwnBands, workers: Int)? {
    var best: (bands: OwnBands, workers: Int)?
    for longest in OwnBands.lengths {
      let bands = OwnBands(
        execution.bounds.rows, of: reader.format.height, writerRows: writer.bandRows, threads: threads,
        longest: longest)
      let workers = min(threads, bands.all.count, Self.bandMemory / ownBandMemory(decoding, bands))
      if workers > best?.workers ?? 1 { best = (bands, workers) }
    }
    return best
  }

  /// The bytes that one thread holds, its encoded band and one that waits included: a quarter of a byte a pixel, which is what
  /// photos take.
  private func ownBandMemory(_ decoding: BandDecoding, _ bands: OwnBands) -> Int {
    let strips = Self.stripRows * (Rows.rowBytes(reader.format) + Rows.rowBytes(writer.format))
    return decoding.decoderMemory + strips + 2 * bands.rowsMost * writer.format.width / 4
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
