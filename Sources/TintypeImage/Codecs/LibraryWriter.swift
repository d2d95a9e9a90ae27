internal import CTintypeCodec

/// The entry points that the writers of all C libraries have.
struct LibraryEncoder: Sendable {
  let create: @Sendable (_ descriptor: Int32) -> OpaquePointer?
  let failure: @Sendable (OpaquePointer?) -> UnsafePointer<tt_failure>?
  let rows: @Sendable (OpaquePointer?, UnsafePointer<UInt8>?, _ stride: Int, _ count: UInt32) -> tt_status
  let finish: @Sendable (OpaquePointer?) -> tt_status
  let destroy: @Sendable (OpaquePointer?) -> Void
}

/// Encodes one file with a C library. A subclass writes header and metadata.
class LibraryWriter: RowWriter {
  let format: PictureFormat
  let notes: [String]
  /// The metadata that the file gets, in file order.
  let items: [MetadataItem]
  let codec: OpaquePointer
  var rowsWritten = 0
  /// Whether the file has its end before `finish`.
  var isEnded = false
  private let library: LibraryEncoder
  private let descriptor: Int32
  private var status: LibraryStatus
  /// The first item of camera data, and the offset of its payload in the file.
  private var exif: (item: MetadataItem, offset: Int)?

  /// - Parameter descriptor: where the bytes go; stays open until `finish` has returned.
  init(
    _ library: LibraryEncoder, _ type: PictureFileType, to descriptor: Int32, _ format: PictureFormat,
    _ metadata: PictureMetadata
  ) throws(ImageError) {
    status = try LibraryStatus(library.failure, of: library.create(descriptor))
    (self.library, codec) = (library, status.codec)
    (self.format, self.descriptor) = (format, descriptor)
    (items, notes) = metadata.carried(into: type)
  }

  deinit { library.destroy(codec) }

  /// Calls the writer; throws what it reports.
  func check(_ call: @autoclosure () -> tt_status) throws(ImageError) { try status.checkWriting(call()) }

  /// Writes a segment or chunk.
  func write(_ item: MetadataItem) throws(ImageError) { preconditionFailure("a subclass writes items") }

  /// Writes items, the first of which begins at `offset` in the file. `head` and `tail` are the bytes of an item around
  /// its payload.
  func write(_ items: [MetadataItem], at offset: Int, head: Int, tail: Int) throws(ImageError) {
    var offset = offset
    for item in items {
      if item.kind == .exif, exif == nil { exif = (item, offset + head) }
      offset += head + item.payload.count + tail
      try write(item)
    }
  }

  func writeRows(_ count: Int, from source: UnsafeRawBufferPointer, rowBytes: Int) throws(ImageError) {
    requireRows(count, of: format, rowBytes: rowBytes, within: source.count, rowsLeft: format.height - rowsWritten)
    guard count > 0 else { return }
    try check(
      library.rows(codec, source.baseAddress?.assumingMemoryBound(to: UInt8.self), rowBytes, UInt32(count)))
    rowsWritten += count
  }

  func finish() throws(ImageError) {
    precondition(rowsWritten == format.height, "\(rowsWritten) of \(format.height) rows were written")
    if !isEnded { try check(library.finish(codec)) }
  }

  func replaceExif(with block: [UInt8]) throws(ImageError) {
    guard case (var item, let offset)? = exif else { return }
    precondition(item.block?.count == block.count, "camera data of the same length")
    item.block = block
    try overwrite(item, at: offset, of: descriptor)
  }

  /// Notes where an item of camera data is in the file.
  func place(_ item: MetadataItem, at offset: Int) { exif = (item, offset) }

  /// Overwrites an item whose payload is at `offset`.
  func overwrite(_ item: MetadataItem, at offset: Int, of descriptor: Int32) throws(ImageError) {
    try writeAll(item.payload, to: descriptor, at: offset)
  }
}
