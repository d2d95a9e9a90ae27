extension PictureMetadata {
  /// The items for a file of `type`, and what had no place there.
  func carried(into type: PictureFileType) -> (items: [MetadataItem], notes: [String]) {
    if source == type { return (items, []) }
    switch type {
    case .jpeg: return inJPEG()
    case .png: return inPNG()
    }
  }

  private func inPNG() -> (items: [MetadataItem], notes: [String]) {
    var carried: [MetadataItem] = []
    if let iccProfile { carried += PNGForm.iccProfile(iccProfile) }
    if let exif { carried.append(PNGForm.exif(exif)) }
    if let density = density?.inPNG { carried.append(PNGForm.density(density)) }
    let whole = wholeXMP
    if let packet = whole ?? xmp { carried.append(PNGForm.xmp(packet)) }
    if let iptc { carried.append(PNGForm.iptc(iptc)) }
    carried += comments.map(PNGForm.comment)
    let others = notes(leavingOut: [.other: "segments of makers and of other programs"])
    return (carried, others + (whole == nil ? notes(leavingOut: [.extendedXMP: "extended XMP"]) : []))
  }

  private func inJPEG() -> (items: [MetadataItem], notes: [String]) {
    var carried: [MetadataItem] = []
    var notes = notes(leavingOut: [.text: "PNG text"])
    if let density = density?.inJFIF { carried.append(JPEGForm.density(density)) }
    if let exif { carried.append(JPEGForm.exif(exif)) }
    if let xmp { carried.append(JPEGForm.xmp(xmp)) }
    if let iccProfile { carried += JPEGForm.iccProfile(iccProfile) }
    if let iptc { carried += JPEGForm.iptc(iptc) }
    carried += comments.map(JPEGForm.comment)
    carried.removeAll { item in
      let isTooLong = item.payload.count > JPEGForm.maxPayload
      if isTooLong { notes.append("\(item.kind) of \(item.payload.count) bytes does not fit into a JPEG segment") }
      return isTooLong
    }
    return (carried, notes)
  }

  private func notes(leavingOut names: KeyValuePairs<MetadataItem.Kind, String>) -> [String] {
    names.compactMap { kind, name in
      items.contains { $0.kind == kind } ? "left out, for the new format has no place for it: \(name)" : nil
    }
  }
}
