/// Collects the metadata of a TIFF from its first directory.
struct TIFFMetadata {
  /// The limit on one block, so that a file cannot fill memory with metadata.
  private static let maxBytes = 64 << 20

  private let directory: TIFFDirectory
  private var notes = NoteList()

  /// The items, and notes on what was left out.
  static func read(_ directory: TIFFDirectory) -> (metadata: PictureMetadata, notes: [String]) {
    var reading = TIFFMetadata(directory: directory)
    let items = reading.items()
    return (PictureMetadata(source: .tiff, items: items), reading.notes.notes)
  }

  private init(directory: TIFFDirectory) { self.directory = directory }

  private mutating func items() -> [MetadataItem] {
    var items = TIFFForm.items(.exif, holding: exif())
    items += density.flatMap(TIFFForm.item(holding:)).map { [$0] } ?? []
    let blocks: [(MetadataItem.Kind, [UInt8]?)] = [
      (.xmp, bytes(TIFFDirectory.Tag.xmp, .xmp)), (.iptc, resources()),
      (.iccProfile, bytes(TIFFDirectory.Tag.iccProfile, .iccProfile)),
    ]
    for case (let kind, let block?) in blocks { items += TIFFForm.items(kind, holding: block) }
    return items
  }

  /// The bytes of a block; nil when it is absent, and with a note when it cannot be read.
  private mutating func bytes(_ tag: Int, _ kind: MetadataItem.Kind) -> [UInt8]? {
    guard let entry = directory.entry(tag) else { return nil }
    let bytes = directory.bytes(of: entry, atMost: Self.maxBytes)
    if bytes == nil { notes.append("left out, because it cannot be read: \(kind.title)") }
    return bytes
  }

  /// Photoshop's resources. Captions that lie beside them are most often a copy of those within.
  private mutating func resources() -> [UInt8]? {
    let resources = bytes(EXIFBlock.Tag.photoshopResources, .iptc)
    if let resources, PhotoshopResources.haveCaptions(resources) { return resources }
    guard var captions = bytes(EXIFBlock.Tag.captions, .iptc) else { return resources }
    // Some programs call them numbers of 4 bytes, and turn each round.
    if captions.first != 0x1C, captions.count % 4 == 0 {
      captions = stride(from: 0, to: captions.count, by: 4).flatMap { captions[$0..<($0 + 4)].reversed() }
    }
    guard captions.first == 0x1C else {
      notes.append("left out, because it cannot be read: \(MetadataItem.Kind.iptc.title)")
      return resources
    }
    return (resources ?? []) + PhotoshopResources.resource(holding: captions)
  }

  /// XResolution, YResolution and ResolutionUnit (TIFF 6.0, section 8).
  private var density: PixelDensity? {
    let sides = [EXIFBlock.Tag.resolutionAcross, EXIFBlock.Tag.resolutionDown].compactMap { tag -> Int? in
      guard let entry = directory.entry(tag), entry.type == 5, entry.count == 1,
        let bytes = directory.bytes(of: entry, atMost: 8)
      else { return nil }
      let isBigEndian = directory.header.isBigEndian
      let (above, below) = (TIFFHeader.number(bytes[..<4], isBigEndian), TIFFHeader.number(bytes[4...], isBigEndian))
      return below > 0 ? (above + below / 2) / below : nil
    }
    guard sides.count == 2, sides.allSatisfy({ $0 > 0 }) else { return nil }
    let unit: PixelDensity.Unit
    switch directory.numbers(EXIFBlock.Tag.resolutionUnit).first ?? 2 {
    case 1: unit = .ratio
    case 3: unit = .centimeter
    default: unit = .inch
    }
    return PixelDensity(unit, x: sides[0], y: sides[1])
  }

  // MARK: Camera data

  /// The tags on the photo as a block of their own: the directories one after the other, each followed by its values.
  private mutating func exif() -> [UInt8] {
    let unknown = directory.entries.map(\.tag).filter { TIFFDirectory.subject(of: $0) == .unknown }
    if !unknown.isEmpty {
      let list = unknown.prefix(8).map(String.init).joined(separator: ", ") + (unknown.count > 8 ? ", …" : "")
      notes.append("left out, because only the program that wrote them knows them: the tags \(list)")
    }
    var block = TIFFBlock(isBigEndian: directory.header.isBigEndian)
    var entries = values(of: directory) { TIFFDirectory.subject(of: $0) == .photo }
    var links: [(tag: Int, directory: TIFFDirectory)] = []
    if let camera = linked(EXIFBlock.Tag.exifDirectory, from: directory) {
      links.append((EXIFBlock.Tag.exifDirectory, camera))
    }
    if let position = linked(EXIFBlock.Tag.positionDirectory, from: directory) {
      links.append((EXIFBlock.Tag.positionDirectory, position))
    }
    for (tag, linkedDirectory) in links {
      let pointers = [
        EXIFBlock.Tag.exifDirectory, EXIFBlock.Tag.positionDirectory, EXIFBlock.Tag.interoperabilityDirectory,
      ]
      var inner = values(of: linkedDirectory) { !pointers.contains($0) }
      for pointer in pointers.dropFirst() {
        guard tag == EXIFBlock.Tag.exifDirectory, let deeper = linked(pointer, from: linkedDirectory) else { continue }
        inner.append(.link(pointer, to: block.append(values(of: deeper) { !pointers.contains($0) }), block))
      }
      if inner.contains(where: { $0.tag == EXIFBlock.Tag.makerNote }) {
        notes.append("the camera maker's note has moved within the camera data, and some programs may not read it")
      }
      entries.append(.link(tag, to: block.append(inner), block))
    }
    block.setFirstDirectory(block.append(entries))
    return block.bytes
  }

  private func linked(_ tag: Int, from directory: TIFFDirectory) -> TIFFDirectory? {
    guard let offset = directory.numbers(tag).first else { return nil }
    return try? TIFFDirectory(at: offset, of: directory.header)
  }

  /// The values of the wanted tags; those of BigTIFF's own types and of links to further directories are none.
  private mutating func values(of directory: TIFFDirectory, where isWanted: (Int) -> Bool) -> [TIFFBlock.Field] {
    var bytesLeft = Self.maxBytes
    return directory.entries.compactMap { entry in
      guard isWanted(entry.tag), entry.size > 0, entry.type != 13, ![16, 17, 18].contains(entry.type) else {
        return nil
      }
      guard let bytes = directory.bytes(of: entry, atMost: bytesLeft) else {
        notes.append("left out, because it cannot be read: a tag of the camera data")
        return nil
      }
      bytesLeft -= bytes.count
      return TIFFBlock.Field(tag: entry.tag, type: entry.type, count: entry.count, bytes: bytes)
    }
  }
}
