internal import CTintypeCodec

/// Writes a picture that its library encodes as a whole, after the last row, in one thread.
///
/// Equal input gives equal bytes from one version of the library. Colors without a profile are stated as code points,
/// those of sRGB where the metadata say nothing.
final class CodedWriter: LibraryWriter {
  init(
    _ type: PictureFileType, to descriptor: Int32, _ format: PictureFormat, _ metadata: PictureMetadata,
    _ options: EncodingOptions
  ) throws(ImageError) {
    precondition((1...100).contains(options.quality), "quality is 1 to 100")
    try super.init(type, to: descriptor, format, metadata)
    let factors = options.subsampling.lumaFactors
    let colors = items.first { $0.kind == .color }.flatMap { CodePoints($0.payload) }
    let profile = options.range == nil ? block(.iccProfile) : []
    // libjxl ends the program where it cannot convert from a profile.
    if type == .jpegXL, !profile.isEmpty, !ColorProfile.converts(profile, format) {
      throw ImageError(
        .unsupported, "the color profile cannot convert RGB, so libjxl rejects it; use --icc srgb")
    }
    let stated =
      options.range.map { CodePoints(primaries: CodePoints.rec2020, transfer: $0.transfer) }
      ?? (profile.isEmpty ? colors ?? .sRGB : .unstated)
    var settings = tt_settings(format)
    settings.quality = UInt8(options.quality)
    settings.bits = UInt8(options.bits ?? 0)
    (settings.across, settings.down) = (UInt8(factors.across), UInt8(factors.down))
    (settings.primaries, settings.transfer) = (UInt16(stated.primaries), UInt16(stated.transfer))
    try block(.exif).withUnsafeBufferPointer { exif throws(ImageError) in
      try block(.xmp).withUnsafeBufferPointer { xmp throws(ImageError) in
        try profile.withUnsafeBufferPointer { profile throws(ImageError) in
          settings.exif = tt_block(bytes: exif.baseAddress, count: exif.count)
          settings.xmp = tt_block(bytes: xmp.baseAddress, count: xmp.count)
          settings.icc = tt_block(bytes: profile.baseAddress, count: profile.count)
          try begin(settings)
        }
      }
    }
  }

  /// What the rows and the library's own pictures take.
  ///
  /// - Parameter bytes: of the library for a pixel, measured as the growth of peak memory.
  static func memory(_ format: PictureFormat, besideRows bytes: Int) -> ByteCount {
    format.pictureBytes + format.pixelCount.bytes(each: bytes)
  }

  private func block(_ kind: MetadataItem.Kind) -> [UInt8] { items.first { $0.kind == kind }?.payload ?? [] }

  override func finish() throws(ImageError) {
    try super.finish()
    let offset = Int(codec.pointee.exif_offset)
    if let exif = items.first(where: { $0.kind == .exif }), offset > 0 { place(exif, at: offset) }
  }
}

extension tt_settings {
  init(_ format: PictureFormat) {
    self.init()
    (width, height) = (UInt32(format.width), UInt32(format.height))
    (depth, alpha) = (UInt8(format.depth.bits), format.hasAlpha)
  }
}
