/// When a photo was taken, by the clock of its camera.
public struct CaptureDate: Hashable, Sendable {
  /// Year, month, day, hour, minute and second.
  public let year, month, day, hour, minute, second: Int

  /// Reads `2024:05:06 07:08:09`, as EXIF writes it, and `2024-05-06T07:08:09.5+02:00`, as XMP does; a time may be
  /// missing.
  ///
  /// Nil for what is no date, such as the zeros and spaces of a camera whose clock was never set.
  init?(_ text: some StringProtocol) {
    let numbers = text.split { !$0.isASCII || !$0.isNumber }.prefix(6).map { Int($0) ?? -1 }
    guard numbers.count >= 3, (1800...9999).contains(numbers[0]), (1...12).contains(numbers[1]),
      (1...31).contains(numbers[2])
    else { return nil }
    (year, month, day) = (numbers[0], numbers[1], numbers[2])
    let time = numbers.count == 6 ? numbers[3...] : [0, 0, 0]
    guard (0...23).contains(time[time.startIndex]), time.dropFirst().allSatisfy((0...60).contains) else { return nil }
    (hour, minute, second) = (time[time.startIndex], time[time.startIndex + 1], time[time.startIndex + 2])
  }
}

extension PictureMetadata {
  /// When the photo was taken: EXIF's original date, then its digitizing, then what XMP says.
  public var captureDate: CaptureDate? {
    if let date = exif.flatMap(EXIFBlock.init)?.dates.lazy.compactMap({ CaptureDate($0) }).first { return date }
    guard let packet = xmp.map(XMPPacket.init) else { return nil }
    return ["exif:DateTimeOriginal", "photoshop:DateCreated", "xmp:CreateDate"].lazy
      .compactMap { packet.value(of: $0).flatMap { CaptureDate($0) } }.first
  }

  /// The camera's model.
  public var camera: String? {
    exif.flatMap(EXIFBlock.init)?.model ?? xmp.map(XMPPacket.init)?.value(of: "tiff:Model")
  }
}
