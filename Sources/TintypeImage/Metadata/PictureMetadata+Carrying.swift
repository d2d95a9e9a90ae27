extension PictureMetadata {
  /// The items for a file of `type`, and notes on those that it cannot hold.
  ///
  /// A file of the same format gets the items byte for byte. Another format gets the blocks in its own wrapping.
  func carried(into type: PictureFileType) -> (items: [MetadataItem], notes: [String]) {
    if source == type { return (items, []) }
    let form = type.codec.form
    let wholePacket = self.form.wholePacket(of: self)
    var carried: [MetadataItem] = []
    var notes: [String] = []
    for kind in form.kinds {
      let blocks: [[UInt8]]
      switch kind {
      case .exif: blocks = [exif].compactMap { $0 }
      case .xmp: blocks = [wholePacket ?? xmp].compactMap { $0 }
      case .iccProfile: blocks = [iccProfile].compactMap { $0 }
      case .iptc: blocks = [iptc].compactMap { $0 }
      case .comment: blocks = comments
      case .density:
        carried += density.flatMap { form.item(holding: $0) }.map { [$0] } ?? []
        continue
      // These have a meaning in their own format only.
      case .extendedXMP, .color, .text, .other: continue
      }
      carried += blocks.flatMap { form.items(kind, holding: $0) }
      let count = items.count { $0.kind == kind }
      // An unusable profile has a note of its own.
      if kind != .iccProfile, blocks.isEmpty ? count > 0 : kind == .comment && blocks.count < count {
        notes.append("left out, because it cannot be read: \(kind.title)")
      }
    }
    let lost = form.notedKinds.filter { kind in
      items.contains { $0.kind == kind } && !(kind == .extendedXMP && wholePacket != nil && form.kinds.contains(.xmp))
    }
    notes += lost.map { "left out, because \(type.title) has no place for it: \($0.title)" }
    carried.removeAll { item in
      let isTooLong = item.payload.count > form.maxPayload
      if isTooLong { notes.append("left out, because it is too long for \(type.title): \(item.kind.title)") }
      return isTooLong
    }
    return (carried, notes + form.remarks(on: carried))
  }
}
