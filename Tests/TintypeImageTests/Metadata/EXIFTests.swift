import Testing
import TintypeTestSupport

@testable import TintypeImage

@Suite struct EXIFTests {
  @Test(arguments: [false, true], [false, true]) func editsTouchNothingElse(_ bigEndian: Bool, _ long: Bool) throws {
    let original = exifBlock(orientation: 6, bigEndian: bigEndian, long: long)
    var block = try #require(EXIFBlock(original))
    #expect(block.orientation == 6)
    block.setOrientation(1)
    block.setSize(width: 3000, height: 4000)
    #expect(block.orientation == 1)
    var expected = exifBlock(orientation: 1, bigEndian: bigEndian, long: long)
    let (width, height) = (52 + 8, 64 + 8)
    let (a, b) = (expected[width..<(width + 4)], expected[height..<(height + 4)])
    expected.replaceSubrange(width..<(width + 4), with: b)
    expected.replaceSubrange(height..<(height + 4), with: a)
    #expect(block.bytes == expected)
  }

  @Test(arguments: [false, true]) func aShortGrowsIntoItsEntry(_ bigEndian: Bool) throws {
    var block = try #require(EXIFBlock(exifBlock(bigEndian: bigEndian)))
    block.setSize(width: 70_000, height: 3)
    var tiff = TIFFBytes(bigEndian: bigEndian)
    tiff.bytes = []
    tiff.addEntry(0xA002, long: true, 70_000)
    tiff.addEntry(0xA003, long: false, 3)
    #expect(Array(block.bytes[52..<76]) == tiff.bytes)
  }

  @Test(arguments: [false, true], [false, true])
  func theThumbnailGoes(_ bigEndian: Bool, _ noteLast: Bool) throws {
    let original = exifBlock(bigEndian: bigEndian, noteLast: noteLast)
    var block = try #require(EXIFBlock(original))
    block.dropThumbnail()
    #expect(Array(block.bytes[34..<38]) == [0, 0, 0, 0])
    #expect(!block.bytes.contains(0x77))
    let note = Array("maker note".utf8)
    if noteLast {
      #expect(block.bytes.count == original.count)
      #expect(block.bytes.suffix(note.count) == note[...])
    } else {
      #expect(block.bytes.count == original.count - thumbnail.count)
      #expect(block.bytes.suffix(note.count) == note[...])
    }
    // Again, there is nothing to do.
    let once = block.bytes
    block.dropThumbnail()
    #expect(block.bytes == once)
  }

  @Test func paddingBehindTheThumbnailGoesWithIt() throws {
    let original = exifBlock(bigEndian: true)
    var block = try #require(EXIFBlock(original + [0]))
    block.dropThumbnail()
    #expect(block.bytes.count == original.count - thumbnail.count)
  }

  @Test func aThumbnailThatClaimsTheDirectoriesIsNotOverwritten() throws {
    var original = exifBlock(bigEndian: true)
    original.replaceSubrange(90..<94, with: [0, 0, 0, 0])  // the thumbnail's offset
    var block = try #require(EXIFBlock(original))
    block.dropThumbnail()
    #expect(block.orientation == 6)
  }

  /// Room for a new one: where the old one was when nothing follows, else behind everything. Nothing else moves.
  @Test(arguments: [false, true], [false, true])
  func aNewThumbnailMovesNothing(_ bigEndian: Bool, _ noteLast: Bool) throws {
    let original = exifBlock(bigEndian: bigEndian, noteLast: noteLast)
    var block = try #require(EXIFBlock(original))
    let hasRoom = block.reserveThumbnail()
    #expect(hasRoom)
    let place = noteLast ? (original.count + 1) & ~1 : original.count - thumbnail.count
    #expect(block.thumbnailRoom == 10_240 && block.bytes.count == place + 10_240)
    let jpeg = [UInt8](repeating: 0x55, count: 5_000)
    block.fillThumbnail(jpeg, width: 160, height: 90)
    #expect(block.thumbnailRoom == 5_000)
    #expect(Array(block.bytes[place..<(place + 5_000)]) == jpeg)
    #expect(block.bytes[(place + 5_000)...].allSatisfy { $0 == 0 })
    var expected = TIFFBytes(bigEndian: bigEndian)
    expected.bytes = Array(original[..<82])
    expected.addEntry(0x201, long: true, UInt32(place))
    expected.addEntry(0x202, long: true, 5_000)
    let note = Array("maker note".utf8)
    let old = [UInt8](repeating: 0, count: thumbnail.count)
    expected.bytes += [0, 0, 0, 0] + (noteLast ? old + note : note)
    #expect(Array(block.bytes[..<expected.bytes.count]) == expected.bytes)
  }

  @Test func aLargeThumbnailLeavesItsPlace() throws {
    // The old one is long enough, and the maker note follows it.
    let start = 110
    var tiff = exifBlock(bigEndian: true)
    tiff.replaceSubrange(102..<106, with: [0, 0, 0x10, 0])
    tiff.replaceSubrange(90..<94, with: [0, 0, 0, UInt8(start)])
    tiff.removeSubrange(start...)
    tiff += [UInt8](repeating: 0x77, count: 0x1000) + Array("behind".utf8)
    var block = try #require(EXIFBlock(tiff))
    var hasRoom = block.reserveThumbnail()
    #expect(hasRoom && block.thumbnailRoom == 0x1000 && block.bytes.count == tiff.count)
    block.fillThumbnail([1, 2, 3], width: 1, height: 1)
    #expect(
      Array(block.bytes[start...].prefix(5)) == [1, 2, 3, 0, 0] && block.bytes.suffix(6) == Array("behind".utf8)[...])
    // A block that fills a segment has no room for more.
    var full = try #require(
      EXIFBlock(exifBlock(bigEndian: true, noteLast: true) + [UInt8](repeating: 9, count: 60_000)))
    let before = full.bytes
    hasRoom = full.reserveThumbnail()
    #expect(!hasRoom && full.bytes == before)
    // Nor is one made where there was none.
    block.dropThumbnail()
    hasRoom = block.reserveThumbnail()
    #expect(!hasRoom && block.thumbnailRoom == nil)
  }

  /// Loops, directories that overlap or lie outside, 65,535 entries.
  @Test(.slow) func hostileBlocksNeitherTrapNorHang() throws {
    var numbers = SeededNumbers(9)
    for round in 0..<20_000 {
      var bytes = exifBlock(bigEndian: round % 2 == 0)
      for _ in 0..<Int.random(in: 1...6, using: &numbers) {
        bytes[Int.random(in: 4..<bytes.count, using: &numbers)] =
          [0, 8, 38, 80, 0xFF, 0x7F, 0x80, 1]
          .randomElement(using: &numbers) ?? 0
      }
      bytes.removeLast(Int.random(in: 0..<bytes.count - 4, using: &numbers) / 8)
      var block = try #require(EXIFBlock(bytes))
      _ = block.orientation
      block.setOrientation(1)
      block.setSize(width: 70_000, height: 5)
      var anew = block
      if anew.reserveThumbnail() {
        #expect(anew.bytes.count <= bytes.count + 10_500)
        anew.fillThumbnail([0xFF, 0xD8], width: 2, height: 1)
      } else {
        #expect(anew.bytes == block.bytes)
      }
      block.dropThumbnail()
      #expect(block.bytes.count <= bytes.count)
    }
    let full = [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8] + [UInt8](repeating: 0xFF, count: 2 + 12 * 65_535 + 4)
    var block = try #require(EXIFBlock(full))
    block.setOrientation(1)
    block.dropThumbnail()
    #expect(Array(block.bytes.dropLast(4)) == Array(full.dropLast(4)))
  }

  @Test func whatIsNoTIFFIsLeftAlone() {
    #expect(EXIFBlock([]) == nil)
    #expect(EXIFBlock(Array("II".utf8)) == nil)
    #expect(EXIFBlock(Array("an old text".utf8)) == nil)
  }
}
