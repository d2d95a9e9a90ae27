/// What is inside an item, without the wrapping of its container.
extension MetadataItem {
  /// The TIFF block of an EXIF item.
  var exifBlock: [UInt8] {
    get { payload.starts(with: JPEGForm.exifPrefix) ? Array(payload.dropFirst(JPEGForm.exifPrefix.count)) : payload }
    set { payload.replaceSubrange((payload.count - exifBlock.count)..., with: newValue) }
  }

  /// The packet of an XMP item; nil when it is compressed and broken.
  var xmpPacket: [UInt8]? {
    get {
      switch place {
      case .segment: Array(payload.dropFirst(JPEGForm.xmpPrefix.count))
      case .chunk(let type, _): PNGText(type: type, payload)?.text
      }
    }
    set {
      guard let newValue else { return }
      switch place {
      case .segment: payload.replaceSubrange(JPEGForm.xmpPrefix.count..., with: newValue)
      case .chunk(let type, _):
        guard var text = PNGText(type: type, payload) else { return }
        text.text = newValue
        payload = text.payload
      }
    }
  }

  /// Photoshop's resources in an IPTC item; nil when they are compressed and broken.
  var photoshopResources: [UInt8]? {
    get {
      switch place {
      case .segment: return Array(payload.dropFirst(PhotoshopResources.prefix.count))
      case .chunk(let type, _):
        guard let block = PNGText(type: type, payload).flatMap(RawProfile.block) else { return nil }
        // Captions alone begin with the mark of their first.
        return block.first == 0x1C ? PhotoshopResources.resource(holding: block) : block
      }
    }
    set {
      guard let newValue else { return }
      switch place {
      case .segment: payload = PhotoshopResources.prefix + newValue
      case .chunk(let type, _):
        guard var text = PNGText(type: type, payload) else { return }
        text.text = RawProfile.text(
          String(decoding: text.keyword.dropFirst(RawProfile.prefix.utf8.count), as: UTF8.self), newValue)
        payload = text.payload
      }
    }
  }

  /// The text of a comment, as long as a JPEG could hold it.
  var commentText: [UInt8]? {
    switch place {
    case .segment: payload
    case .chunk(let type, _): PNGText(type: type, payload, maxBytes: JPEGForm.maxPayload)?.utf8
    }
  }

  /// The numbers of a density item.
  var pixelDensity: PixelDensity? {
    switch place {
    case .segment:
      guard payload.count >= 12, let unit = PixelDensity.Unit(rawValue: payload[7]), unit != .meter else { return nil }
      return PixelDensity(unit, x: payload.bigEndian16(at: 8), y: payload.bigEndian16(at: 10))
    case .chunk:
      guard payload.count == 9 else { return nil }
      let (x, y) = (payload.bigEndian32(at: 0), payload.bigEndian32(at: 4))
      return PixelDensity(payload[8] == 1 ? .meter : .ratio, x: x, y: y)
    }
  }
}
