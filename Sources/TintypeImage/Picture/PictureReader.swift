import TintypeColor

/// The rows of a file as RGB in a known space, with its metadata. A codec delivers a ``PixelDecoder``; everything else
/// is the same for all formats.
public final class PictureReader: RowReader {
  /// What the numbers of the rows mean.
  public let color: PictureColor
  /// What the file carries besides its pixels.
  public let metadata: PictureMetadata
  /// How the rows have to be turned.
  public let orientation: Orientation
  /// The resolution of chroma in the file.
  public let subsampling: ChromaSubsampling

  /// The blocks that can be moved without decoding; nil where the format has none.
  package let blocks: BlockGrid?

  /// Called between rows; once true, reading throws `.interrupted`.
  var isInterrupted: @Sendable () -> Bool = { false }

  /// The first bytes of the compressed picture, at most as many as the argument.
  var compressedPicture: (Int) throws(ImageError) -> [UInt8] = { _ in [] }

  let decoder: any PixelDecoder
  let meaning: RowMeaning
  let metadataNotes: [String]
  private let samples: StoredSamples
  private let memory: ByteCount
  /// Makes light of converted rows; nil where the file's codes stay.
  private let gained: GainedRows?
  private let gainMapNotes: [String]
  /// Converted rows before that.
  private var codes: [UInt8] = []
  /// The shape of decoded rows, before their colors are converted.
  private var stored: PictureFormat
  /// From the first row on.
  private var converter: RowConverter?
  private var rowsRead = 0

  init(_ opened: OpenedPicture, _ limits: PictureLimits = PictureLimits()) {
    let header = opened.header
    decoder = opened.decoder
    (stored, samples, subsampling) = (header.format, header.samples, header.subsampling)
    (metadata, metadataNotes) = (opened.metadata, opened.notes)
    meaning = opened.meaning ?? RowMeaning(metadata.colorStatements, samples, stored, limits)
    let lit = LitColor(meaning, samples, opened.gainMap, limits)
    (color, gained, gainMapNotes) = (lit.color.corrected(by: limits.correction), lit.rows, lit.notes)
    memory =
      header.decodingMemory + metadata.memory + meaning.memory
      + (gained?.memory(Self.converted(stored, meaning, samples)) ?? 0)
    blocks = header.blocks
    orientation = opened.orientation ?? metadata.orientation
  }

  /// The shape of the rows. Inks look like RGB with alpha before they are converted.
  public var format: PictureFormat {
    var format = Self.converted(stored, meaning, samples)
    if let gained { format.depth = gained.depth }
    return format
  }

  /// The shape of rows whose colors are converted.
  private static func converted(
    _ stored: PictureFormat, _ meaning: RowMeaning, _ samples: StoredSamples
  ) -> PictureFormat {
    var format = stored
    if samples.hasInks { format.channels = 3 }
    switch meaning.conversion {
    case .tables, .toneMapping: format.depth = .sixteen
    case .light: format.depth = .half
    case .none, .inks: break
    }
    return format
  }

  /// The bytes that decoding holds at its peak.
  public var decodingMemory: ByteCount { memory + ByteCount(stored.rowBytes) }

  /// Harmless complaints so far.
  public var notes: [String] {
    meaning.notes + metadataNotes + gainMapNotes + decodingNotes
      + (decoder.loss.map { [$0.note(height: format.height)] } ?? [])
  }

  /// What is known of the metadata before the first row.
  var notesOnMetadata: [String] { metadataNotes + gainMapNotes }

  /// What decoding has to say so far.
  var decodingNotes: [String] { decoder.notes + (gained?.notes ?? []) }

  /// The sizes that can be decoded with less work than the whole picture, the smallest first.
  public var smallerSizes: [(width: Int, height: Int)] { decoder.smallerSizes(of: stored) }

  /// Decodes one of ``smallerSizes``, which ``format`` then says; only before the first row.
  public func decode(size: Int) throws(ImageError) {
    precondition(rowsRead == 0, "a size is chosen before the first row")
    (stored.width, stored.height) = try decoder.scale(to: size)
  }

  /// The bytes that moving blocks holds at its peak.
  public var movingMemory: ByteCount { (blocks?.memory ?? 0) + metadata.memory }

  /// Begins a file of this picture's blocks, in place of reading rows. It has no rows to be written, and is finished.
  ///
  /// - Parameters:
  ///   - descriptor: where the bytes go; stays open until the writer has finished.
  ///   - move: of whole blocks.
  ///   - metadata: what to carry.
  /// - Throws: `.interrupted`, what the decoder throws, `.io`.
  package func writer(
    to descriptor: Int32, moving move: BlockMove, metadata: PictureMetadata
  ) throws(ImageError) -> any RowWriter {
    guard let codec = self.metadata.source?.codec.blocks else {
      preconditionFailure("a picture with blocks is of a format that moves them")
    }
    if isInterrupted() { throw ImageError.interrupted }
    return try codec.writer(to: descriptor, moving: move, of: decoder, metadata: metadata)
  }

  /// The notes on a file whose blocks are moved; notes on its colors are omitted, because no color is interpreted.
  package var notesOnMoving: [String] { metadataNotes + decoder.notes }

  /// The first bits of the SHA-256 of the compressed picture's first 64 KiB, which an edit of the metadata leaves as
  /// they are.
  ///
  /// - Parameter bits: how many, at most 60.
  /// - Throws: `.unreadable`.
  package func fingerprint(bits: Int) throws(ImageError) -> Int {
    let digits = ContentHash.digits(of: try compressedPicture(64 << 10))
    return (Int(digits.prefix(15), radix: 16) ?? 0) >> (60 - bits)
  }

  /// Few enough that Ctrl-C is answered at once.
  private static let rowsAtOnce = 64

  /// Delivers the next rows; see `RowReader`.
  ///
  /// - Throws: `.interrupted`, and what the decoder throws.
  public func readRows(
    _ count: Int, into destination: UnsafeMutableRawBufferPointer, rowBytes: Int
  ) throws(ImageError) {
    requireRows(
      count, of: format, rowBytes: rowBytes, within: destination.count, rowsLeft: format.height - rowsRead)
    for first in stride(from: 0, to: count, by: Self.rowsAtOnce) {
      if isInterrupted() { throw ImageError.interrupted }
      if rowsRead == 0 {
        if let refusal = meaning.refusal { throw refusal }
        try decoder.start()
        try gained?.start(Self.converted(stored, meaning, samples), isInterrupted: isInterrupted)
      }
      let converter = converter ?? RowConverter(meaning, stored)
      self.converter = converter
      let rows = min(Self.rowsAtOnce, count - first)
      let place = UnsafeMutableRawBufferPointer(rebasing: destination[(first * rowBytes)...])
      if let gained {
        try light(rows, converter, gained, into: place, rowBytes)
      } else {
        try converter.fill(rows, of: format, into: place, rowBytes: rowBytes, read: decoder.readRows)
      }
      rowsRead += rows
    }
    if count > 0, rowsRead == format.height { try decoder.finish() }
  }

  private func light(
    _ count: Int, _ converter: RowConverter, _ gained: GainedRows, into result: UnsafeMutableRawBufferPointer,
    _ rowBytes: Int
  ) throws(ImageError) {
    let base = Self.converted(stored, meaning, samples)
    if codes.isEmpty { codes = [UInt8](repeating: 0, count: Self.rowsAtOnce * base.rowBytes) }
    try codes.withUnsafeMutableBufferPointer { buffer throws(ImageError) in
      let codes = UnsafeMutableRawBufferPointer(buffer)
      try converter.fill(count, of: base, into: codes, rowBytes: base.rowBytes, read: decoder.readRows)
      for index in 0..<count {
        gained.fill(
          UnsafeMutableRawBufferPointer(rebasing: result[(index * rowBytes)...]), row: rowsRead + index,
          from: UnsafeRawBufferPointer(rebasing: codes[(index * base.rowBytes)...]))
      }
    }
  }
}
