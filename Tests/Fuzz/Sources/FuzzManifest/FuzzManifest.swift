import CFuzzDriver
import FuzzFiles
import Synchronization
import Tintype
import TintypeImage

/// Manifests: whatever the lines are, a photo is rendered or refused, and one that was rendered is done the next time.
@main enum FuzzManifest {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    _ = LLVMFuzzerRunDriver(&count, &arguments) { data, size in
      let bytes = Array(UnsafeBufferPointer(start: data, count: size))
      do {
        try replaceFile(scratchFolder.appending("m.ndjson".utf8), with: bytes)
        _ = try? FuzzManifest.run()
        if case .rendered = try FuzzManifest.run() { preconditionFailure("a photo is rendered once more") }
      } catch {
        preconditionFailure("\(error)")
      }
      return 0
    }
  }

  /// Renders the photo with the manifest that there is.
  static func run() throws -> Batch.Outcome {
    var batch = Batch(try ConfiguredLook(named: "original"))
    batch.manifest = try Manifest(scratchFolder.appending("m.ndjson".utf8))
    batch.options.ifExists = .overwrite
    let photo = PlannedPhoto(
      input: scratchFolder.appending("photo.png".utf8), output: scratchFolder.appending("out.png".utf8))
    let ended = Mutex<Batch.Outcome?>(nil)
    batch.run([photo]) { _, outcome in ended.withLock { $0 = outcome } }
    guard let outcome = ended.withLock({ $0 }) else { preconditionFailure("the photo ended in no way") }
    return outcome
  }
}
