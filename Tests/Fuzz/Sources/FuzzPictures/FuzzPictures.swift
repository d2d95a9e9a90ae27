import CFuzzDriver
import FuzzFiles
import TintypeImage

/// TIFF, HEIF, AVIF and JPEG XL, as far as they are built in: whatever the bytes are, a picture or an error. Decoded in
/// this process, where the sanitizer sees what a confined one would keep to itself.
@main enum FuzzPictures {
  static func main() {
    Confinement.standard = Confinement(.nothing)
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    _ = LLVMFuzzerRunDriver(&count, &arguments) { data, size in
      let file = MemoryFile(Array(UnsafeBufferPointer(start: data, count: size)))
      for onCorrupt in OnCorrupt.allCases {
        var limits = PictureLimits(maxPixels: 1 << 14, onCorrupt: onCorrupt)
        limits.onHighDynamicRange = .tonemap
        guard let reader = try? openPicture(file.path, limits: limits) else { continue }
        _ = (reader.metadata.captureDate, reader.metadata.camera)
        if reader.decodingMemory.count < 64 << 20 { _ = try? StoredPicture(decoding: UprightReader(reader)) }
      }
      return 0
    }
  }
}
