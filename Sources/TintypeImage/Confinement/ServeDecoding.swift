internal import CTintypeConfinement
import TintypeColor
import TintypeSystem

/// The limits of a confined process before it has said what the photo is.
enum FirstLimits {
  /// Bytes that header, metadata and the color profile may take.
  static let memory = 256 << 20

  /// Processor time.
  static let seconds: UInt32 = 10
}

/// What a confined process is started with, as arguments.
struct DecodingRequest {
  var limits: PictureLimits

  init(_ limits: PictureLimits) { self.limits = limits }

  /// nil for others.
  init?(_ arguments: [String]) {
    guard arguments.count == 8, let maxPixels = Int(arguments[1]), let onCorrupt = OnCorrupt(rawValue: arguments[2]),
      let onHighDynamicRange = OnHighDynamicRange(rawValue: arguments[3]),
      ["required", "possible"].contains(arguments[4]),
      arguments[5].isEmpty || InputSpace(rawValue: arguments[5]) != nil,
      arguments[6].isEmpty || Double(arguments[6]) != nil,
      let whiteBalance = WhiteBalance(arguments[7])
    else { return nil }
    limits = PictureLimits(maxPixels: maxPixels, onCorrupt: onCorrupt)
    limits.onHighDynamicRange = onHighDynamicRange
    limits.inputSpace = InputSpace(rawValue: arguments[5])
    limits.maxHeadroom = Double(arguments[6])
    limits.whiteBalance = whiteBalance
    limits.confinement = Confinement(.nothing, isRequired: arguments[4] == "required")
  }

  var arguments: [String] {
    [
      Confinement.program, "\(limits.maxPixels)", limits.onCorrupt.rawValue,
      limits.onHighDynamicRange.rawValue, limits.confinement.isRequired ? "required" : "possible",
      limits.inputSpace?.rawValue ?? "", limits.maxHeadroom.map { "\($0)" } ?? "", limits.whiteBalance.spelled,
    ]
  }
}

/// What `tintype-decode` does: gives up everything but the descriptors that it was started with, then decodes the photo
/// that one of them is.
///
/// - Returns: false for arguments of somebody who is not ``openPicture(_:limits:isInterrupted:)``.
public func serveDecoding(_ arguments: [String]) -> Bool {
  guard let request = DecodingRequest(arguments) else { return false }
  let channel = MessageChannel(Int32(TT_DECODER_CHANNEL))
  channel.isConfined = true
  do throws(ImageError) {
    try serve(request.limits, channel)
  } catch {
    var message = MessageWriter()
    error.write(to: &message)
    _ = channel.transmit(.failed, message)
  }
  return true
}

private func serve(_ limits: PictureLimits, _ channel: MessageChannel) throws(ImageError) {
  let file = try InputFile(opened: Int32(TT_DECODER_FILE))
  guard let type = try PictureFileType.recognized(file) else {
    throw ImageError(
      .formatNotBuiltIn, "this format is not built into \(Confinement.program), which is of another build")
  }
  type.codec.prepare()
  if limits.confinement.isRequired, let missing = tt_available_confinement().missing { throw .unconfined(missing) }
  let confinement = tt_confine(FirstLimits.memory, FirstLimits.seconds)
  if limits.confinement.isRequired, let missing = confinement.missing { throw .unconfined(missing) }
  let reader = PictureReader(try type.codec.open(file, limits: limits), limits)
  var header = MessageWriter()
  reader.write(missing: confinement.missing, to: &header)
  guard channel.transmit(.opened, header) else { return }
  // Without a wish for rows, header and metadata were all.
  guard let (message, wish) = try channel.receive(atMost: 64), message == .begin else { return }
  var content = wish
  guard let size = try? content.number(in: 0...16), let rowsOfBand = try? content.number(in: 1...reader.format.height)
  else { return }
  if size > 0 { try reader.decode(size: size - 1) }
  let shared = try SharedRows(reader.format, rowsOfBand: rowsOfBand, Int32(TT_DECODER_ROWS))
  try deliver(reader, shared, channel)
}

private func deliver(
  _ reader: PictureReader, _ shared: SharedRows, _ channel: MessageChannel
) throws(ImageError) {
  let format = reader.format
  var free = SharedRows.bands
  for (band, first) in stride(from: 0, to: format.height, by: shared.rowsOfBand).enumerated() {
    while free == 0 {
      guard let (wish, _) = try channel.receive(atMost: 0), wish == .release else { return }
      free += 1
    }
    free -= 1
    let count = min(shared.rowsOfBand, format.height - first)
    try reader.readRows(count, into: shared.rows(0..<count, ofBand: band), rowBytes: format.rowBytes)
    var message = MessageWriter()
    message.write(count)
    guard channel.transmit(.rows, message) else { return }
  }
  var message = MessageWriter()
  message.write(reader.decodingNotes)
  Loss.write(reader.decoder.loss, to: &message)
  _ = channel.transmit(.finished, message)
}
