internal import CTintypeCodec
import TintypeColor

// The gain map of a JPEG is a JPEG behind it, which an index lists (MPF), or else the XMP.
extension JPEGCodec {
  /// The metadata of a picture behind the first one that are read; a gain map's are a few thousand bytes.
  private static let maxBytes = 1 << 20

  /// The first gain map that can be used, and notes: why one cannot be, and what else is in the file.
  func findGainMap(
    in file: InputFile, besides base: JPEGSegments, of format: PictureFormat
  ) -> (map: OpenedGainMap?, notes: [String]) {
    guard let list = base.multiPicture else { return unlistedGainMap(in: file, besides: base, of: format) }
    var found: OpenedGainMap?
    var (flaw, others) = (GainMap.Flaw?.none, 0)
    for place in list.others {
      do throws(GainMap.Flaw) {
        if found == nil, let map = try gainMap(in: file, at: place, of: base, format) {
          found = map
        } else {
          others += 1
        }
      } catch {
        flaw = flaw ?? error
      }
    }
    var notes = NoteList()
    if found == nil, let flaw { notes.append("the gain map \(flaw.reason), and is left out") }
    if list.isDamaged { notes.append("the list of further pictures (MPF) is damaged, and some are left out") }
    if others > 0 { notes.append("the file holds further pictures, which are left out") }
    return (found, notes.notes)
  }

  /// The gain map of a file without a list of pictures, where its XMP says it lies.
  private func unlistedGainMap(
    in file: InputFile, besides base: JPEGSegments, of format: PictureFormat
  ) -> (map: OpenedGainMap?, notes: [String]) {
    guard let item = base.metadata.xmpPacket?.gainMapItem, item.fromEnd < file.size else { return (nil, []) }
    let start = file.size - item.fromEnd
    do throws(GainMap.Flaw) {
      return (try gainMap(in: file, at: start..<(start + item.length), of: base, format), [])
    } catch {
      return (nil, ["the gain map \(error.reason), and is left out"])
    }
  }

  /// The gain map at a place; nil for another picture.
  ///
  /// - Throws: for a gain map that cannot be used.
  private func gainMap(
    in file: InputFile, at place: Range<Int>, of base: JPEGSegments, _ format: PictureFormat
  ) throws(GainMap.Flaw) -> OpenedGainMap? {
    guard let start = try? file.bytes(at: place.lowerBound, count: min(3, place.count)), recognizes(start),
      let segments = try? JPEGSegments(of: file, at: place.lowerBound, maxBytes: Self.maxBytes),
      let map = try gainMap(in: segments, of: base)
    else { return nil }
    var request = tt_header()
    request.start = UInt64(place.lowerBound)
    let opened = try openGainMap(file, request) { _ in segments.metadata }
    let header = opened.header
    let color = RowMeaning(segments.metadata.colorStatements, header.samples, header.format).color
    var found = try OpenedGainMap(opened, map, isGray: header.samples == .gray, of: format)
    if color.statement == .profile, color.lostSpace == nil { found.space = color.space }
    return found
  }

  /// The formula; nil for a picture that is no gain map. ISO's counts before Ultra HDR's, as that standard says.
  private func gainMap(
    in segments: JPEGSegments, of base: JPEGSegments
  ) throws(GainMap.Flaw) -> GainMap? {
    if let payload = segments.gainMap, !payload.isEmpty { return try GainMap(payload: payload) }
    guard let packet = segments.metadata.xmpPacket else { return nil }
    if let map = try packet.ultraHDR { return map }
    return packet.isOfAppleGainMap ? try .apple(segments.metadata, of: base.metadata) : nil
  }
}
