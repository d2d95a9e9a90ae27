import CFuzzDriver
import Glibc
import TintypeImage

/// The reader of Y4M streams: for any bytes frames of the size that the header says, or a complaint that can be shown.
@main enum FuzzVideo {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    _ = LLVMFuzzerRunDriver(&count, &arguments) { data, size in
      // More would wait for somebody who reads: a pipe holds 64 kB.
      guard size <= 1 << 16, size > 0 else { return 0 }
      var ends: [Int32] = [0, 0]
      precondition(pipe(&ends) == 0 && write(ends[1], data, size) == size, "a pipe")
      close(ends[1])
      defer { close(ends[0]) }
      do throws(ImageError) {
        let reader = try Y4MReader(reading: ends[0], limits: PictureLimits(maxPixels: 1 << 16)) { false }
        let header = reader.header
        let line = header.line(width: header.width, height: header.height)
        let again = try Y4MHeader(line: line.dropLast())
        precondition(
          again.line(width: header.width, height: header.height) == line, "a header says what it was read from")
        let planes = UnsafeMutableRawBufferPointer.allocate(
          byteCount: 3 * header.width * header.height * (header.bits > 8 ? 2 : 1), alignment: 64)
        defer { planes.deallocate() }
        while let line = try reader.readFrame(into: planes) { precondition(line.last == UInt8(ascii: "\n"), "a line") }
      } catch {
        precondition(!error.message.isEmpty && error.kind != .interrupted, "a complaint")
      }
      return 0
    }
  }
}
