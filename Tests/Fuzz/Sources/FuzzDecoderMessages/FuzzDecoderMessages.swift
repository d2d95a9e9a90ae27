import CFuzzDriver
import FuzzFiles
import Glibc
@_spi(Fuzzing) import TintypeImage

/// Messages of a hostile decoder: every message leads to a picture or an error within the deadline.
///
/// The first byte chooses the format that the photo is said to have, and whether the rest is what comes through the
/// channel, or messages whose heads are made here: each a byte for the kind, two for the length, the content.
@main enum FuzzDecoderMessages {
  static func main() {
    Confinement.standard = Confinement(.nothing)
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    _ = LLVMFuzzerRunDriver(&count, &arguments) { data, size in
      let input = UnsafeBufferPointer(start: data, count: size)
      guard let choice = input.first else { return 0 }
      let bytes = Array(input.dropFirst())
      let types = FuzzDecoderMessages.types
      let messages = choice & 1 == 0 ? bytes : FuzzDecoderMessages.channelBytes(bytes)
      try? FuzzDecoderMessages.decode(messages, as: types[Int(choice >> 1) % types.count])
      return 0
    }
  }

  private static let types: [PictureFileType] = [.jpeg, .png, .tiff, .heif, .avif, .jpegXL]

  private static func channelBytes(_ bytes: [UInt8]) -> [UInt8] {
    var (sent, rest): ([UInt8], ArraySlice<UInt8>) = ([], bytes[...])
    while rest.count >= 3 {
      let (kind, length) = (rest.removeFirst(), Int(rest.removeFirst()) | Int(rest.removeFirst()) << 8)
      let content = rest.prefix(length)
      rest = rest.dropFirst(length)
      for number in [Int(kind), content.count] {
        for shift in 0..<8 { sent.append(UInt8(number >> (8 * shift) & 255)) }
      }
      sent += content
    }
    return sent
  }

  private static func decode(_ bytes: [UInt8], as type: PictureFileType) throws {
    var ends: [Int32] = [-1, -1]
    precondition(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    // A channel holds more than the longest input, so nobody has to wait.
    precondition(send(ends[1], bytes, bytes.count, Int32(MSG_DONTWAIT)) == bytes.count)
    precondition(shutdown(ends[1], Int32(SHUT_WR)) == 0)
    defer { close(ends[1]) }
    let begin = ContinuousClock.now
    defer { precondition(ContinuousClock.now - begin < .seconds(5), "the deadline holds") }
    let reader = try openPicture(
      answeredOn: ends[0], as: type, limits: PictureLimits(maxPixels: 1 << 14), patience: .seconds(1))
    let upright = UprightReader(reader)
    _ = (upright.decodingMemory + upright.format.pictureBytes, reader.movingMemory, reader.smallerSizes, reader.notes)
    _ = (reader.metadata.captureDate, reader.metadata.camera)
    if let smaller = reader.smallerSizes.indices.first, bytes.count % 2 == 0 { try reader.decode(size: smaller) }
    _ = try StoredPicture(decoding: UprightReader(reader))
    _ = reader.notes
    // What the result of the photo carries.
    for result in [PictureFileType.jpeg, .png, type] where result.isWritable {
      let file = MemoryFile([])
      let format = PictureFormat(width: 1, height: 1, channels: 3, depth: result.depth(for: .eight))
      let writer = try result.writer(
        to: file.descriptor, format: format, metadata: reader.metadata, options: EncodingOptions())
      let row = [UInt8](repeating: 0, count: format.rowBytes)
      try row.withUnsafeBytes { try writer.writeRows(1, from: $0, rowBytes: format.rowBytes) }
      try writer.finish()
    }
  }
}
