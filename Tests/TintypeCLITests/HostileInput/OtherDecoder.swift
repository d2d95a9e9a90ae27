import CTestPNG
import Foundation
import Testing
import TintypeImage
import TintypeTestSupport

/// What decoders that are not ours find in a file, against the PNG that `render original` made of it.
struct OtherDecoder {
  /// The path of djpeg, where it is installed.
  let djpeg: String?

  enum Verdict: Hashable {
    /// Every sample is the same.
    case equal
    /// So many pixels are not.
    case differs(Int)
    /// The file's colors had to be converted, which is for tests of colors.
    case converted
    /// Too large to be held twice.
    case tooLarge
    /// There is no other decoder for it.
    case noDecoder
  }

  /// RGBA as a decoder stores it, freed with this.
  private final class Pixels {
    let samples: UnsafeMutablePointer<UInt16>
    let width, height: UInt32

    init?(_ decode: (UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<UInt32>) -> UnsafeMutablePointer<UInt16>?) {
      var (width, height): (UInt32, UInt32) = (0, 0)
      guard let samples = decode(&width, &height) else { return nil }
      (self.samples, self.width, self.height) = (samples, width, height)
    }

    deinit { free(samples) }
  }

  /// Compares an output with the file it was made of.
  func verdict(on output: String, of path: String) throws -> Verdict {
    let reader = try openPicture(FilePath(path))
    if reader.color.lostSpace != nil { return .converted }
    guard reader.format.width * reader.format.height < 50_000_000 else { return .tooLarge }
    guard let stored = try stored(path) else { return .noDecoder }
    let result = try #require(TestFiles.bytes(of: output).flatMap(png), "\(output) of \(path) is no PNG")
    let size = reader.orientation.uprightSize(width: Int(stored.width), height: Int(stored.height))
    guard size == (Int(result.width), Int(result.height)) else { return .differs(size.width * size.height) }
    let count = test_pixels_differing(
      stored.samples, stored.width, stored.height, Int32(reader.orientation.rawValue), result.samples)
    return count == 0 ? .equal : .differs(count)
  }

  private func stored(_ path: String) throws -> Pixels? {
    let bytes = try #require(TestFiles.bytes(of: path))
    if bytes.starts(with: HostileFiles.pngStart) { return png(bytes) }
    guard let djpeg else { return nil }
    let folder = try ScratchFolder()
    let name = folder.path + "/p.ppm"
    // Damage is our tests' business; a warning of djpeg's gives status 2.
    guard [0, 2].contains(try runProgram(djpeg, ["-rgb", "-pnm", "-outfile", name, path]).status) else { return nil }
    let decoded = try #require(TestFiles.bytes(of: name))
    return Pixels { test_pnm_decode(decoded, decoded.count, $0, $1) }
  }

  private func png(_ bytes: [UInt8]) -> Pixels? { Pixels { test_png_decode(bytes, bytes.count, $0, $1) } }
}
