import CTestJPEG
import Foundation
import Synchronization
import TintypeImage
import TintypeTestSupport

@testable import Tintype

/// A missing requirement of a test.
struct TestFailure: Error {
  let reason: String
  init(_ reason: String) { self.reason = reason }
}

/// What became of a photo.
enum Outcome: Equatable {
  case rendered([UInt8], notes: [String])
  case failed(ImageError)
}

/// A look of one line.
func compiled(_ output: String) throws -> ConfiguredLook {
  let source = SourceFile(name: "test.tint", text: "tintype 1\nlook \"test\" { working display }\n\(output)\n")
  let (look, diagnostics) = compile(source)
  guard let look else { throw TestFailure("\(diagnostics)") }
  return ConfiguredLook(look)
}

/// A JPEG with a restart marker behind each row of blocks.
struct Photo {
  let folder: ScratchFolder
  let bytes: [UInt8]

  init(_ colors: test_jpeg_colors, _ width: Int, _ height: Int, across: Int, down: Int) throws {
    var recipe = test_jpeg_recipe()
    (recipe.colors, recipe.width, recipe.height) = (colors, Int32(width), Int32(height))
    (recipe.across, recipe.down, recipe.restart_rows) = (Int32(across), Int32(down), 1)
    let channels = colors == TEST_JPEG_GRAY ? 1 : colors == TEST_JPEG_YCCK ? 4 : 3
    var numbers = SplitMix64(seed: UInt64(width * height))
    let samples = (0..<width * height * channels).map { index in
      UInt8(truncatingIfNeeded: index / 11 + Int(numbers.next() & 31))
    }
    var length = 0
    guard let encoded = test_jpeg_encode(&recipe, samples, &length) else { throw TestFailure("no JPEG") }
    defer { free(encoded) }
    try self.init(Array(UnsafeBufferPointer(start: encoded, count: length)))
  }

  private init(_ bytes: [UInt8]) throws {
    self.bytes = bytes
    folder = try ScratchFolder()
    try folder.write(bytes, to: "in.jpg")
  }

  /// The same with some changes to its data.
  func damaged(_ numbers: inout SplitMix64) throws -> Photo {
    let scan = bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA } ?? 0
    var mutant = bytes
    for _ in 0..<Int.random(in: 1...2, using: &numbers) {
      let place = Int.random(in: (scan + 14)..<mutant.count, using: &numbers)
      switch Int.random(in: 0..<8, using: &numbers) {
      case 0: mutant[place] = [0, 0xFF, 0xD0, 0xD9].randomElement(using: &numbers) ?? 0
      case 1: mutant.insert(UInt8.random(in: 0...255, using: &numbers), at: place)
      case 2: mutant.remove(at: place)
      case 3: mutant.removeLast(Int.random(in: 1...2, using: &numbers))
      case 4:
        // A byte too many before a marker, or before the end: a remark, or nothing.
        let markers = mutant.indices.dropLast().filter { $0 > scan && mutant[$0] == 0xFF && mutant[$0 + 1] >= 0xD0 }
        if let marker = markers.randomElement(using: &numbers) { mutant.insert(0x55, at: marker) }
      default: mutant[place] ^= 1 << UInt8.random(in: 0...7, using: &numbers)
      }
    }
    return try Photo(mutant)
  }

  /// Renders it into a JPEG.
  func outcome(
    _ look: ConfiguredLook, threads: Int, _ onCorrupt: OnCorrupt = .error,
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) -> Outcome {
    var options = RenderOptions()
    (options.threads, options.limits.onCorrupt, options.ifExists) = (threads, onCorrupt, .overwrite)
    do {
      let outcome = try renderPhoto(
        look, from: FilePath(folder.path + "/in.jpg"), to: FilePath(folder.path + "/out.jpg"),
        options: options, isInterrupted: isInterrupted)
      guard case .rendered(_, let notes) = outcome else { return .failed(.outputExists) }
      return .rendered(folder.bytes(of: "out.jpg") ?? [], notes: notes)
    } catch {
      return .failed(error)
    }
  }
}

/// Counts calls from any thread.
final class Counter: Sendable {
  private let count = Atomic(0)
  func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).oldValue }
}
