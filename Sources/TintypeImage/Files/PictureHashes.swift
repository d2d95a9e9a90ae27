/// What tells a picture from others, by its bytes.
package struct PictureHashes: Hashable, Sendable {
  /// The hash of the file.
  package let own: String

  /// The hash without rating, keywords and the padding of the XMP, where that is another one: the same before and after
  /// any ``editMarks(in:_:)``.
  package let unmarked: String?

  /// The one that marks do not change.
  package var result: String { unmarked ?? own }

  /// Those of a file.
  ///
  /// - Parameter scratch: a folder for a temporary file.
  /// - Throws: `.missing`, `.unreadable`, `.cannotCreate`, `.io`.
  package init(of picture: FilePath, scratch: FilePath) throws(ImageError) {
    try self.init(InputFile(picture), scratch)
  }

  /// Those of a file that is open for reading.
  package init(ofOpen descriptor: Int32, scratch: FilePath) throws(ImageError) {
    try self.init(InputFile(copying: descriptor), scratch)
  }

  private init(_ file: InputFile, _ scratch: FilePath) throws(ImageError) {
    own = try ContentHash.digits(ofOpen: file.descriptor)
    guard let (codec, packet) = Self.editable(file) else {
      unmarked = nil
      return
    }
    let spool = try Spool(in: scratch)
    try codec.copy(file, packet: packet, to: spool.descriptor)
    unmarked = try ContentHash.digits(ofOpen: spool.descriptor)
  }

  /// The packet without marks, where marks are edited in the picture and it has another packet, or none.
  private static func editable(_ file: InputFile) -> (codec: any PacketCodec, packet: [UInt8])? {
    // Other files, and pictures whose marks lie beside them, have their own hash alone; no decoder is started for them.
    guard let codec = try? PictureFileType.recognized(file)?.codec.packets,
      let metadata = try? openPicture(descriptor: file.descriptor, limits: .ofMetadata).metadata,
      let packet = metadata.editablePacket, packet.isReadable
    else { return nil }
    let unmarked = packet.unmarked.bytes
    return unmarked == metadata.xmpPacket?.bytes ? nil : (codec, unmarked)
  }
}
