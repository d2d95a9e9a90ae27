extension PictureMetadata {
  /// The items for a file of `type`, and notes on those that have no place there.
  ///
  /// A file of the same format gets the items byte for byte. Another format gets the blocks, wrapped in its own form.
  func carried(into type: PictureFileType) -> (items: [MetadataItem], notes: [String]) {
    if source == type { return (items, []) }
    let form = type.codec.form
    let wholePacket = self.form.wholePacket(of: self)
    var carried: [MetadataItem] = []
    for kind in form.kinds {
      switch kind {
      case .density: carried += density.flatMap { form.item(holding: $0) }.map { [$0] } ?? []
      case .exif: carried += exif.map { form.items(kind, holding: $0) } ?? []
      case .xmp: carried += (wholePacket ?? xmp).map { form.items(kind, holding: $0) } ?? []
      case .iccProfile: carried += iccProfile.map { form.items(kind, holding: $0) } ?? []
      case .iptc: carried += iptc.map { form.items(kind, holding: $0) } ?? []
      case .comment: carried += comments.flatMap { form.items(kind, holding: $0) }
      // These have a meaning in their own format alone.
      case .extendedXMP, .color, .text, .other: break
      }
    }
    let lost = form.notedKinds.filter { kind in
      items.contains { $0.kind == kind } && !(kind == .extendedXMP && wholePacket != nil && form.kinds.contains(.xmp))
    }
    var notes = lost.map { "left out, because \(type.title) has no place for it: \($0.title)" }
    carried.removeAll { item in
      let isTooLong = item.payload.count > form.maxPayload
      if isTooLong { notes.append("left out, because it is too long for \(type.title): \(item.kind.title)") }
      return isTooLong
    }
    return (carried, notes)
  }
}
