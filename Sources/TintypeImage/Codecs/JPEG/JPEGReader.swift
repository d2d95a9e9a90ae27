/// Reads 8-bit JPEGs, baseline to progressive and arithmetic: gray and RGB as RGB, and inks as they are, four to a pixel.
final class JPEGReader: ScalableReader {
  private(set) var format: PictureFormat
  let metadata: PictureMetadata
  let orientation: Orientation
  let subsampling: ChromaSubsampling
  let decodingMemory: Int
  /// What the samples of the rows are.
  let samples: StoredSamples
  private let decoder: JPEGDecoder
  private let metadataNotes: [String]
  private var rowsRead = 0

  /// Reads the header and refuses what cannot be, before memory is taken.
  init(_ file: InputFile, limits: PictureLimits) throws(ImageError) {
    decoder = try JPEGDecoder(file, limits.onCorrupt)
    let header = try decoder.readHeader()
    try header.checkColors()
    try header.checkPlausible(fileBytes: file.size)
    try limits.check(width: header.width, height: header.height)
    samples = header.samples
    format = PictureFormat(
      width: header.width, height: header.height, channels: samples.hasInks ? 4 : 3, depth: .eight)
    subsampling = ChromaSubsampling(across: header.across, down: header.down)
    (metadata, metadataNotes) = try JPEGSegments.metadata(of: file)
    decodingMemory = saturatingSum(header.decodingMemory, metadata.memory)
    orientation = metadata.orientation
  }

  var notes: [String] {
    metadataNotes + decoder.notes + (decoder.loss.map { [$0.note(height: format.height)] } ?? [])
  }

  /// An eighth, a quarter and a half: each block of 8 x 8 samples is made from its lowest frequencies.
  var smallerSizes: [(width: Int, height: Int)] {
    Self.scales.map { ((format.width * $0 + 7) / 8, (format.height * $0 + 7) / 8) }
  }

  private static let scales = [1, 2, 4]

  func decode(size: Int) throws(ImageError) {
    precondition(rowsRead == 0, "a size is chosen before the first row")
    (format.width, format.height) = try decoder.scale(toEighths: Self.scales[size])
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
