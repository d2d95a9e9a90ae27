/// Reads every kind of PNG as RGB or RGBA; 16 bits stay 16.
final class PNGReader: StoredRows {
  let format: PictureFormat
  let metadata: PictureMetadata
  let orientation: Orientation
  let subsampling = ChromaSubsampling.full444
  let decodingMemory: Int
  /// What the samples of the rows are.
  let samples: StoredSamples
  private let decoder: PNGDecoder
  private let metadataNotes: [String]
  private var rowsRead = 0

  /// Reads the header and refuses what cannot be, before memory is taken.
  init(_ file: InputFile, limits: PictureLimits) throws(ImageError) {
    decoder = try PNGDecoder(file, limits.onCorrupt)
    let header = try decoder.readHeader()
    try header.checkPlausible(fileBytes: file.size)
    try limits.check(width: header.width, height: header.height)
    format = header.format
    samples = header.isGray ? .gray : .rgb
    (metadata, metadataNotes) = try PNGChunks.metadata(of: file)
    decodingMemory = saturatingSum(header.decodingMemory, metadata.memory)
    orientation = metadata.orientation
  }

  var notes: [String] {
    metadataNotes + decoder.notes + (decoder.loss.map { [$0.note(height: format.height)] } ?? [])
  }

  func readRows(_ count: Int, into destination: UnsafeMutableRawBufferPointer, rowBytes: Int) throws(ImageError) {
    requireRows(
      count, of: format, rowBytes: rowBytes, within: destination.count, rowsLeft: format.height - rowsRead)
    guard count > 0 else { return }
    if rowsRead == 0 { try decoder.start() }
    try decoder.readRows(count, into: destination, rowBytes: rowBytes)
    rowsRead += count
    if rowsRead == format.height { try decoder.finish() }
  }
}
