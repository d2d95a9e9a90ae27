import Testing
import TintypeTestSupport

@testable import TintypeImage

/// A misspelled file, and hashes that somebody interrupts.
@Suite struct NearestFileTests {
  private let folder: ScratchFolder
  init() throws { folder = try ScratchFolder() }

  private func path(_ name: String) -> FilePath { FilePath(folder.path + "/" + name) }

  @Test func aMisspelledFileIsGuessed() throws {
    for name in ["rocket.jpg", "IMG_0002.jpg", ".rockett.jpg", "retina.jpg"] { try folder.write([1], to: name) }
    #expect(nearestFile(to: path("rockett.jpg")) == "rocket.jpg")
    #expect(nearestFile(to: path("Rocket.JPG")) == "rocket.jpg")
    #expect(nearestFile(to: path("rocket1.jpg")) == "rocket.jpg")
    #expect(nearestFile(to: path("IMG_0001.jpg")) == nil, "another one of a series")
    #expect(nearestFile(to: path("nothing-like-it.png")) == nil)
    #expect(nearestFile(to: path("no-folder/rocket.jpg")) == nil)
    let error = #expect(throws: ImageError.self) { try openPicture(path("rockett.jpg")) }
    #expect(error?.kind == .missing && error?.message.hasSuffix("; did you mean 'rocket.jpg'?") == true)
  }

  @Test func aHashEndsWhenItIsInterrupted() throws {
    try folder.write([UInt8](repeating: 7, count: 5 << 20), to: "large")
    var asked = 0
    #expect(throws: ImageError.interrupted) {
      try ContentHash.digits(ofFile: path("large")) {
        asked += 1
        return asked == 3
      }
    }
    #expect(asked == 3)
  }
}
