/// Collects the metadata of a TIFF from its first directory.
struct TIFFMetadata {
  /// The limit on one block, so that a file cannot fill memory with metadata.
  static let maxBytes = 64 << 20

  private let directory: TIFFDirectory
  private var notes = NoteList()
  /// Of a raw file whose EXIF has none.
  private var sensitivity: Int?

  /// The items, and notes on what was left out.
  static func read(_ directory: TIFFDirectory) -> (metadata: PictureMetadata, notes: [String]) {
    var reading = TIFFMetadata(directory: directory)
    let items = reading.items()
    return (PictureMetadata(source: .tiff, items: items), reading.notes.notes)
  }

  private init(directory: TIFFDirectory) { self.directory = directory }

  /// The tags of a raw file's first directory that are about the photo. Others there are about a preview.
  private static let ofPhoto: Set = [
    TIFFTag.imageDescription, TIFFTag.make, TIFFTag.model, TIFFTag.orientation, TIFFTag.software, TIFFTag.dateTime,
    TIFFTag.artist, TIFFTag.copyright,
  ]

  /// The camera data of a raw file, without the maker's note.
  ///
  /// - Parameters:
  ///   - exif, position: the directories that others link, where they lie apart.
  ///   - sensitivity: the one that the maker keeps elsewhere, for EXIF without one.
  static func cameraData(
    ofRaw directory: TIFFDirectory, exif: TIFFDirectory? = nil, position: TIFFDirectory? = nil, sensitivity: Int? = nil
  ) -> [UInt8] {
    var reading = TIFFMetadata(directory: directory)
    reading.sensitivity = sensitivity
    var links: [(Int, TIFFDirectory)] = []
    if let exif = exif ?? reading.linked(TIFFTag.exifDirectory, from: directory) {
      links.append((TIFFTag.exifDirectory, exif))
    }
    if let position = position ?? reading.linked(TIFFTag.positionDirectory, from: directory) {
      links.append((TIFFTag.positionDirectory, position))
    }
    return reading.exif(links, isOfPhoto: ofPhoto.contains) { $0 != TIFFTag.makerNote }
  }

  private mutating func items() -> [MetadataItem] {
    var items = TIFFForm.items(.exif, holding: exif())
    items += density.flatMap(TIFFForm.item(holding:)).map { [$0] } ?? []
    let blocks: [(MetadataItem.Kind, [UInt8]?)] = [
      (.xmp, bytes(TIFFTag.xmp, .xmp)), (.iptc, resources()),
      (.iccProfile, bytes(TIFFTag.iccProfile, .iccProfile)),
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
    let resources = bytes(TIFFTag.photoshopResources, .iptc)
    if let resources, PhotoshopResources.captions(in: resources) != nil { return resources }
    guard var captions = bytes(TIFFTag.captions, .iptc) else { return resources }
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
    let sides = [TIFFTag.resolutionAcross, TIFFTag.resolutionDown].compactMap { tag -> Int? in
      guard let entry = directory.entry(tag), entry.type == 5, entry.count == 1,
        let bytes = directory.bytes(of: entry, atMost: 8)
      else { return nil }
      let isBigEndian = directory.header.isBigEndian
      let (above, below) = (TIFFHeader.number(bytes[..<4], isBigEndian), TIFFHeader.number(bytes[4...], isBigEndian))
      return below > 0 ? (above + below / 2) / below : nil
    }
    guard sides.count == 2, sides.allSatisfy({ $0 > 0 }) else { return nil }
    let unit: PixelDensity.Unit
    switch directory.numbers(TIFFTag.resolutionUnit).first ?? 2 {
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
    let links = [TIFFTag.exifDirectory, TIFFTag.positionDirectory].compactMap { tag in
      linked(tag, from: directory).map { (tag, $0) }
    }
    return exif(links, isOfPhoto: { TIFFDirectory.subject(of: $0) == .photo }) { _ in true }
  }

  private mutating func exif(
    _ links: [(tag: Int, directory: TIFFDirectory)], isOfPhoto: (Int) -> Bool, isWanted: (Int) -> Bool
  ) -> [UInt8] {
    var block = TIFFBlock(isBigEndian: directory.header.isBigEndian)
    var entries = values(of: directory, where: isOfPhoto)
    for (tag, linkedDirectory) in links {
      let pointers = [
        TIFFTag.exifDirectory, TIFFTag.positionDirectory, TIFFTag.interoperabilityDirectory,
      ]
      var inner = values(of: linkedDirectory) { !pointers.contains($0) && isWanted($0) }
      if tag == TIFFTag.exifDirectory, let sensitivity, linkedDirectory.find(TIFFTag.sensitivity) == nil {
        inner.append(block.field(TIFFTag.sensitivity, [sensitivity]))
      }
      for pointer in pointers.dropFirst() {
        guard tag == TIFFTag.exifDirectory, let deeper = linked(pointer, from: linkedDirectory) else { continue }
        let place = block.append(values(of: deeper) { !pointers.contains($0) })
        inner.append(block.field(pointer, [place], bytes: 4))
      }
      if inner.contains(where: { $0.tag == TIFFTag.makerNote }) {
        notes.append("the camera maker's note has moved within the camera data, and some programs may not read it")
      }
      let place = block.append(inner)
      entries.append(block.field(tag, [place], bytes: 4))
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
