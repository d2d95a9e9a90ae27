internal import CTintypeCodec
import TintypeColor

extension LibraryCodec {
  /// Opens the picture of a gain map.
  ///
  /// - Parameter request: what a reader has to know of it beforehand.
  func openGainMap(
    _ file: InputFile, _ request: tt_header, metadata: (tt_header) -> PictureMetadata = { _ in PictureMetadata() }
  ) throws(GainMap.Flaw) -> OpenedPicture {
    do throws(ImageError) {
      return try open(file, limits: PictureLimits(), request: request) { (metadata($0), []) }
    } catch {
      throw GainMap.Flaw(reason: "cannot be read (\(error.message))")
    }
  }

  /// Finds the gain map that a box `tmap` states (ISO 21496-1): a hidden picture, which the library decodes as the
  /// primary one. One that cannot be used is noted.
  ///
  /// - Parameter request: of the base; the map is turned as it is.
  func addToneMap(
    _ boxes: ItemBoxes?, to opened: inout OpenedPicture, in file: InputFile, _ request: tt_header
  ) throws(ImageError) {
    guard let found = try boxes?.toneMap() else { return }
    do throws(GainMap.Flaw) {
      opened.gainMap = try gainMap(found, in: file, of: opened, request)
    } catch {
      opened.notes.append("the gain map \(error.reason), and is left out")
    }
  }

  private func gainMap(
    _ found: ItemBoxes.ToneMap, in file: InputFile, of base: OpenedPicture, _ request: tt_header
  ) throws(GainMap.Flaw) -> OpenedGainMap {
    let formula = try GainMap(payload: found.payload)
    var request = request
    withUnsafeMutableBytes(of: &request.patches.bytes) { patches in
      let patches = patches.assumingMemoryBound(to: tt_patch.self)
      for (index, patch) in found.patches.enumerated() {
        patches[index] = tt_patch(place: UInt64(patch.place), byte: patch.byte)
      }
    }
    request.patches.count = UInt8(found.patches.count)
    let map = try openGainMap(file, request)
    var opened = try OpenedGainMap(
      map, formula, isGray: map.header.samples == .gray, of: base.header.format)
    opened.space = found.color.flatMap { Self.space($0, map.header.format) }
    return opened
  }

  /// What a box `colr` states; nil for what is not known.
  private static func space(_ color: ArraySlice<UInt8>, _ format: PictureFormat) -> RGBSpace? {
    let (kind, content) = (String(decoding: color.prefix(4), as: UTF8.self), Array(color.dropFirst(4)))
    switch kind {
    case "nclx" where content.count >= 4:
      // The formula works on light, so the curve does not matter.
      return RGBSpace(primaries: content.bigEndian16(at: 0), transfer: CodePoints.sRGB.transfer)
    case "prof", "rICC":
      let color = RowMeaning([.profile(content)], .rgb, format).color
      return color.statement == .profile && color.lostSpace == nil ? color.space : nil
    default: return nil
    }
  }
}
