import CFuzzDriver
import FuzzFiles
import Tintype
import TintypeImage

/// The settings or the recipe beside a photo: whatever the bytes are, a look or a complaint.
@main enum FuzzSidecar {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    _ = LLVMFuzzerRunDriver(&count, &arguments) { data, size in
      let bytes = Array(UnsafeBufferPointer(start: data, count: size))
      do {
        let look = try ConfiguredLook(named: "tumble-down")
        try replaceFile(scratchFolder.appending("photo.png.tint".utf8), with: bytes)
        _ = try? look.withSidecar(of: scratchFolder.appending("photo.png".utf8))
      } catch {
        preconditionFailure("\(error)")
      }
      return 0
    }
  }
}
