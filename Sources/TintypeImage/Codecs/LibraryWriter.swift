internal import CTintypeCodec

/// Encodes one file with a C library. A subclass writes header and metadata.
class LibraryWriter: RowWriter {
  let format: PictureFormat
  let notes: [String]
  /// The metadata that the file gets, in file order.
  let items: [MetadataItem]
  let codec: UnsafeMutablePointer<tt_state>
  var rowsWritten = 0
  /// Whether the file has its end before `finish`.
  var isEnded = false
  private let library: tt_codec
  private let descriptor: Int32
  private var status: LibraryStatus
  /// The first item of camera data, and the offset of its payload in the file.
  private var exif: (item: MetadataItem, offset: Int)?

  /// - Parameter descriptor: where the bytes go; stays open until `finish` has returned.
  init(
    _ type: PictureFileType, to descriptor: Int32, _ format: PictureFormat, _ metadata: PictureMetadata
  ) throws(ImageError) {
    guard let library = (type.codec as? any LibraryCodec)?.library?.table else {
      throw ImageError(.formatNotBuiltIn, "this build does not write \(type.title)")
    }
    status = try LibraryStatus(of: library.create(descriptor))
    (self.library, codec) = (library, status.codec)
    (self.format, self.descriptor) = (format, descriptor)
    (items, notes) = metadata.carried(into: type)
  }

  deinit { library.destroy(codec) }

  /// Calls the writer; throws what it reports.
  func check(_ call: @autoclosure () -> tt_status) throws(ImageError) { try status.checkWriting(call()) }

  /// Writes what precedes the metadata.
  func begin(_ settings: tt_settings) throws(ImageError) {
    try withUnsafePointer(to: settings) { settings throws(ImageError) in try check(library.begin(codec, settings)) }
  }

  /// Writes a segment or chunk.
  func write(_ item: MetadataItem) throws(ImageError) {
    try check(library.item(codec, item.place.tag, item.payload, item.payload.count))
  }

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
      library.append(codec, source.baseAddress?.assumingMemoryBound(to: UInt8.self), rowBytes, UInt32(count)))
    rowsWritten += count
  }

  func finish() throws(ImageError) {
    precondition(rowsWritten == format.height, "\(rowsWritten) of \(format.height) rows were written")
    if !isEnded { try check(library.end(codec)) }
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
