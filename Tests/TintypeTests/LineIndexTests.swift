import Foundation
import Testing
import TintypeImage
import TintypeTestSupport

@testable import Tintype

/// What finds the lines of a manifest, whatever their number.
@Suite struct LineIndexTests {
  @Test(.slow, arguments: [1, 2, 7, 1000]) func everyPlaceIsFound(_ fresh: Int) throws {
    let folder = try ScratchFolder()
    var index = LineIndex(in: FilePath(folder.path), fresh: fresh)
    #expect(index.isEmpty)
    var expected: [UInt64: [Int]] = [:]
    var key: UInt64 = 1
    for place in 0..<3000 {
      key = key &* 6_364_136_223_846_793_005 &+ 1
      // Some keys come again, and some are at the ends of the range.
      let mine = place % 7 == 0 ? UInt64(place % 5) : place % 11 == 0 ? .max - UInt64(place % 3) : key
      try index.add(mine, at: place)
      expected[mine, default: []].append(place)
    }
    for (key, places) in expected { #expect(try index.places(of: key) == places) }
    #expect(try index.places(of: 12_345).isEmpty)
    #expect(folder.names.isEmpty, "scratch files have no names")
  }

  /// A manifest answers the same with an index on the disk, after torn lines, and for names that JSON escapes.
  @Test(arguments: [1, 3, 1 << 17]) func aManifestKnowsItsLines(_ fresh: Int) throws {
    let folder = try ScratchFolder()
    let path = FilePath(folder.path + "/manifest")
    try folder.write("{\"torn\": \n\n\"output\":\"x\",\"outputHash\":\"y\"\n", to: "manifest")
    let names = ["a.jpg", "b \"quoted\" \\.jpg", "ü.jpg", "c.jpg"]
    var photos: [PlannedPhoto] = []
    for (number, name) in names.enumerated() {
      try folder.write("photo \(number)", to: name)
      try folder.write("result \(number)", to: "out-" + name)
      photos.append(
        PlannedPhoto(input: FilePath(folder.path + "/" + name), output: FilePath(folder.path + "/out-" + name)))
    }
    let manifest = try Manifest(path, fresh: fresh)
    for (number, photo) in photos.enumerated() {
      let handle = try #require(FileHandle(forReadingAtPath: photo.output.description))
      try manifest.add(
        photo, try #require(FileStatus(photo.input)), result: handle.fileDescriptor, key: "key \(number)",
        isFlushed: false)
    }
    for manifest in [manifest, try Manifest(path, fresh: fresh)] {
      for (number, photo) in photos.enumerated() {
        guard case .done = try manifest.knowledge(of: photo.output, from: photo.input, key: "key \(number)") else {
          Issue.record("\(photo.output) is not known")
          continue
        }
        guard case .stale = try manifest.knowledge(of: photo.output, from: photo.input, key: "other") else {
          Issue.record("\(photo.output) is not stale")
          continue
        }
        // A result is recognized in place, even after a move.
        #expect(try manifest.isDone(inPlace: photo.output, key: "key \(number)"))
        #expect(try !manifest.isDone(inPlace: FilePath(folder.path + "/manifest"), key: "key \(number)"))
      }
      guard case .unknown = try manifest.knowledge(of: path, from: photos[0].input, key: "key 0") else {
        Issue.record("a stranger is known")
        continue
      }
    }
  }
}

/// Parts of the work.
@Suite struct ShardTests {
  @Test func eachPhotoIsOfOnePart() {
    for count in [1, 2, 3, 50] {
      let shards = (1...count).compactMap { Shard($0, of: count) }
      var sizes = [Int](repeating: 0, count: count)
      for number in 0..<10_000 {
        let path = FilePath("2026/IMG_\(number).JPG")
        let mine = shards.indices.filter { shards[$0].contains(named: path) }
        #expect(mine.count == 1)
        for index in mine { sizes[index] += 1 }
        #expect(mine.allSatisfy { shards[$0].contains(named: FilePath("2026/IMG_\(number).heic")) })
      }
      // Five standard deviations of a fair share.
      let share = Double(10_000) / Double(count)
      #expect(sizes.allSatisfy { abs(Double($0) - share) <= 5 * share.squareRoot() }, "\(count): \(sizes)")
    }
    #expect(Shard(0, of: 3) == nil && Shard(4, of: 3) == nil && Shard(1, of: 0) == nil)
  }

  /// The same on every machine and in every version: the hash of nothing, and of a name.
  @Test func theHashStays() {
    #expect(NameHash.of([UInt8]()) == 0x8570_E250_FE4C_2473)
    #expect(NameHash.of("IMG_1".utf8) == 0x5905_1805_939B_D3E0)
  }
}
