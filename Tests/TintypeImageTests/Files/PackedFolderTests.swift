import Foundation
import Testing
import TintypeTestSupport

@testable import TintypeImage

/// Packs are read back as they were written, those of other ZIP programs as well; all others are refused.
@Suite struct PackedFolderTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private static let files: [String: [UInt8]] = [
    "look.tint": Array("tintype 1\n".utf8), "film/paper.png": (0..<700).map { UInt8(truncatingIfNeeded: $0 * $0 / 3) },
    "film/größe.cube": Array(repeating: 0x20, count: 300), "empty": [],
  ]

  private static let names = ["look.tint", "empty", "film/größe.cube", "film/paper.png"]

  /// Writes a pack of some files.
  private func pack(
    _ files: [String: [UInt8]] = files, _ names: [String] = names, as name: String = "look.tintpack"
  ) throws -> FilePath {
    let path = scratch.path(name)
    let file = try OutputFile(path, ifTaken: .replace)
    try PackedFolder.write(names, to: file.descriptor) { name, _ throws(ImageError) in files[name] ?? [] }
    try file.commit()
    return path
  }

  private func read(_ bytes: [UInt8]) throws -> [String: [UInt8]] {
    let pack = try PackedFolder(scratch.write(bytes, to: "read.tintpack"))
    return try Dictionary(uniqueKeysWithValues: pack.names.map { ($0, try pack.bytes(of: $0)) })
  }

  /// The files as another program packs them.
  private func archive(
    _ files: [String: [UInt8]] = files, _ change: (inout TestArchive) -> Void = { _ in }
  ) -> TestArchive {
    let names = files.keys.sorted { ($0 != "look.tint" ? 1 : 0, $0) < ($1 != "look.tint" ? 1 : 0, $1) }
    let list = names.map { "\(ContentHash.digits(of: files[$0] ?? []))  \($0)\n" }.joined()
    var archive = TestArchive(files: names.map { TestArchive.File($0, files[$0] ?? []) })
    archive.files.append(
      TestArchive.File(PackedFolder.listName, Array("# tintype pack 1: the first file is the look\n\(list)".utf8)))
    change(&archive)
    return archive
  }

  // MARK: Packs

  @Test func aPackGivesBackWhatItHolds() throws {
    let path = try pack()
    let read = try PackedFolder(path)
    #expect(read.names == Self.names)
    for name in Self.names { #expect(try read.bytes(of: name) == Self.files[name], "\(name)") }
    #expect(try imageError { _ = try read.bytes(of: "other") }.kind == .missing)
  }

  @Test func equalFilesGiveEqualBytes() throws {
    let first = try readFile(pack(), atMost: 1 << 20)
    #expect(try readFile(pack(as: "other.tintpack"), atMost: 1 << 20) == first)
    var changed = Self.files
    changed["empty"] = [0]
    #expect(try readFile(pack(changed, as: "other.tintpack"), atMost: 1 << 20) != first)
  }

  /// A path leads into a pack as into a folder: to files, to their status and hashes, below a root, too.
  @Test func pathsLeadIntoAPack() throws {
    let path = try pack()
    let paper = path.appending("film/paper.png".utf8)
    #expect(try readFile(paper, atMost: 1_000) == Self.files["film/paper.png"])
    #expect(try readFile(paper, from: 2, upTo: 3) == Self.files["film/paper.png"].map { Array($0[2..<5]) })
    #expect(try readFile(below: path, ["film", "paper.png"], atMost: 1_000) == Self.files["film/paper.png"])
    let film = path.appending("film".utf8)
    #expect(try readFile(below: film, ["paper.png"], atMost: 1_000) == Self.files["film/paper.png"])
    #expect(try imageError { _ = try readFile(below: path, ["film", "paper.png"], atMost: 699) }.kind == .limit)
    #expect(try ContentHash.digits(ofFile: paper) == ContentHash.digits(of: Self.files["film/paper.png"] ?? []))
    #expect(FileStatus(paper) == FileStatus(path) && FileStatus(path.appending("x".utf8)) == FileStatus(path))
    let root = try RootFolder(scratch.path("."))
    #expect(try readFile(root.path("look.tintpack/look.tint"), atMost: 1_000) == Self.files["look.tint"])
    for name in ["other", "look.tint/x", "film", "", "../look.tintpack/look.tint"] {
      let error = try imageError { _ = try readFile(path.appending(name.utf8), atMost: 1_000) }
      #expect(error.kind == .missing, "\(name): \(error)")
    }
    // A folder of this name is a folder.
    try FileManager.default.createDirectory(
      at: scratch.folder.appendingPathComponent("folder.tintpack"), withIntermediateDirectories: true)
    _ = try scratch.write([7], to: "folder.tintpack/file")
    #expect(try readFile(scratch.path("folder.tintpack/file"), atMost: 9) == [7])
    #expect(scratch.path("folder.tintpack/file").pack == nil && path.pack?.name == [])
  }

  @Test func aPackStaysAsItIs() throws {
    let path = try pack()
    let before = try readFile(path, atMost: 1 << 20)
    for name in ["look.tint", "new.jpg", "film/new.jpg"] {
      let target = path.appending(name.utf8)
      #expect(try imageError { try createFile(target, with: [1]) }.message.contains("lies in a pack"))
      #expect(try imageError { try replaceFile(target, with: [1]) }.kind == .cannotCreate)
    }
    #expect(try readFile(path, atMost: 1 << 20) == before)
  }

  @Test func aLinkBelowARootIsNoPack() throws {
    _ = try pack()
    try FileManager.default.createDirectory(
      at: scratch.folder.appendingPathComponent("root"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("root/link.tintpack").description, withDestinationPath: "../look.tintpack")
    // Whoever names a link without a root decides where it leads; below a root it leads nowhere.
    #expect(try readFile(scratch.path("root/link.tintpack/look.tint"), atMost: 100) == Self.files["look.tint"])
    let root = try RootFolder(scratch.path("root"))
    let name = FilePath(bytes: scratch.path("root/link.tintpack/look.tint").bytes, below: root)
    #expect(try imageError { _ = try readFile(name, atMost: 100) }.kind == .unreadable)
    #expect(
      try imageError { _ = try readFile(below: scratch.path("root"), ["link.tintpack", "look.tint"], atMost: 100) }
        .kind == .unreadable)
  }

  @Test func whatReadingRefusesIsNotWritten() throws {
    for (name, words) in [
      ("a:b.png", "is no plain name"), ("EMPTY", "are one name"), ("empty/x", "lies in a folder that is a file"),
      (PackedFolder.listName, "are one name"),
    ] {
      let error = try imageError { _ = try pack(Self.files, Self.names + [name], as: "wrong.tintpack") }
      #expect(error.kind == .unsupported && error.message.contains(words), "\(error)")
    }
    #expect(try scratch.names == [])
    let tooMany = (0...ZipArchive.mostEntries).map { "\($0)" }
    #expect(try imageError { _ = try pack([:], tooMany) }.kind == .limit)
  }

  /// The reader of a file is told how many bytes there is room for.
  @Test func theRoomForAFileShrinks() throws {
    var limits: [Int] = []
    let file = try OutputFile(scratch.path("room.tintpack"))
    try PackedFolder.write(["a", "b"], to: file.descriptor) { _, limit throws(ImageError) in
      limits.append(limit)
      return [UInt8](repeating: 0, count: 1_000)
    }
    #expect(limits == [ZipArchive.mostBytes, ZipArchive.mostBytes - 1_031])
  }

  // MARK: Archives of other programs

  @Test func archivesOfOtherProgramsAreRead() throws {
    #expect(try read(archive().bytes) == Self.files)
    let other = archive { archive in
      for index in archive.files.indices {
        let packed = deflate(archive.files[index].content)
        // A zlib stream without its header and checksum is a deflate stream.
        archive.files[index].stored = Array(packed[2..<(packed.count - 4)])
        (archive.files[index].method, archive.files[index].flags) = (8, 0x808)
        archive.files[index].mode = 0x81A4
        archive.files[index].extra = [0x55, 0x54, 5, 0, 1, 0, 0, 0, 0]
      }
      var folder = TestArchive.File("film/")
      folder.mode = 0x41ED
      archive.files.insert(folder, at: 1)
      archive.files.reverse()
    }
    #expect(try read(other.bytes) == Self.files)
  }

  // MARK: Hostile archives

  private static let hostile: [(what: String, kind: ImageError.Kind, change: @Sendable (inout TestArchive) -> Void)] = [
    ("does not end as a ZIP archive does", .corrupt, { $0.comment = [1, 2, 3] }),
    ("has 65535 entries", .limit, { $0.count = 65_535 }),
    ("its directory has more entries", .corrupt, { $0.count = 2 }),
    ("entry 6 of its directory is broken", .corrupt, { $0.count = 6 }),
    ("is no plain name below a folder", .unsupported, { $0.files[0].name = Array("../up".utf8) }),
    ("is no plain name below a folder", .unsupported, { $0.files[0].name = Array("a/../../up".utf8) }),
    ("is no plain name below a folder", .unsupported, { $0.files[0].name = Array("/etc/passwd".utf8) }),
    ("is no plain name below a folder", .unsupported, { $0.files[0].name = Array("a//b".utf8) }),
    ("is no plain name below a folder", .unsupported, { $0.files[0].name = Array("./a".utf8) }),
    ("is no plain name below a folder", .unsupported, { $0.files[0].name = Array("C:\\a".utf8) }),
    ("is no plain name below a folder", .unsupported, { $0.files[0].name = Array("a\u{1B}[2J".utf8) }),
    ("is no plain name below a folder", .unsupported, { $0.files[0].name = [0x61, 0] }),
    ("is no plain name below a folder", .unsupported, { $0.files[0].name = [] }),
    ("is no plain name below a folder", .unsupported, { $0.files.append(.init("../")) }),
    (
      "is no plain name below a folder", .unsupported, { $0.files[0].name = [UInt8](repeating: 0x61, count: 1_025) }
    ),
    ("is not UTF-8", .unsupported, { $0.files[0].name = [0xFF, 0x61] }),
    ("are one name on some systems", .unsupported, { $0.files.append($0.files[0]) }),
    ("are one name on some systems", .unsupported, { $0.files.append(.init("LOOK.tint")) }),
    ("are one name on some systems", .unsupported, { $0.files.append(.init("film/gro\u{308}\u{DF}e.cube")) }),
    ("are one name on some systems", .unsupported, { $0.files.append(.init("film/GRÖSSE.cube")) }),
    ("lies in a folder that is a file", .unsupported, { $0.files.append(.init("look.tint/a/b")) }),
    ("is a link or another special file", .unsupported, { $0.files[0].mode = 0xA1FF }),
    ("is a link or another special file", .unsupported, { $0.files[0].mode = 0x41ED }),
    ("is a link or another special file", .unsupported, { $0.files[0].mode = 0x2000 }),
    ("is encrypted", .unsupported, { $0.files[0].flags = 1 }),
    ("is encrypted", .unsupported, { $0.files[0].flags = 0x40 }),
    ("compressed otherwise than by deflate", .unsupported, { $0.files[0].method = 12 }),
    ("the files of the pack have", .limit, { ($0.files[0].size, $0.files[0].packedSize) = (1 << 32 - 1, 1 << 32 - 1) }),
    ("the files of the pack have", .limit, { ($0.files[0].size, $0.files[0].method) = (300 << 20, 8) }),
    ("the sizes of 'look.tint' contradict", .corrupt, { $0.files[0].size = 11 }),
    ("reaches beyond its place", .corrupt, { ($0.files[0].size, $0.files[0].packedSize) = (5_000, 5_000) }),
    ("reaches beyond its place", .corrupt, { $0.files[1].offset = $0.files[0].content.count }),
    ("reaches beyond its place", .corrupt, { $0.files[0].offset = 1 << 32 - 1 }),
    ("is not where its directory says", .corrupt, { $0.files[0].localName = Array("tool.tint".utf8) }),
    ("does not match its checksum", .corrupt, { $0.files[0].checksum = 1 }),
    // A bomb of 16 MiB that claims to be as small as the file.
    (
      "does not match its checksum", .corrupt,
      {
        $0.files[0].stored = Array(deflate([UInt8](repeating: 0, count: 16 << 20)).dropFirst(2).dropLast(4))
        $0.files[0].method = 8
      }
    ),
    ("does not match its checksum", .corrupt, { ($0.files[0].stored, $0.files[0].method) = ([0xFF, 0xFF, 0xFF], 8) }),
    ("'look.tint' was changed in the pack", .corrupt, { $0.files[0].content = Array("tintype 2\n".utf8) }),
    ("is no pack: it has no 'tintype-pack.sha256'", .corrupt, { $0.files.removeLast() }),
    ("names 'look.tint', which is not in the pack", .corrupt, { $0.files.removeFirst() }),
    ("does not name 'more', which is in the pack", .corrupt, { $0.files.append(.init("more")) }),
    ("does not begin and end as one does", .corrupt, { $0.files[4].content = Array("tintype pack 1\n".utf8) }),
    ("does not begin and end as one does", .corrupt, { $0.files[4].content.removeLast() }),
    ("does not begin and end as one does", .corrupt, { $0.files[4].content = [] }),
    ("is of a later form", .unsupported, { $0.files[4].content = Array("# tintype pack 2: new\n".utf8) }),
    ("does not name", .corrupt, { $0.files[4].content = Array("# tintype pack 1: none\n".utf8) }),
    ("twice", .corrupt, { $0.files[4].content += $0.files[4].content.suffix(64 + 2 + 15) }),
    ("names '', which is not in the pack", .corrupt, { $0.files[4].content += Array("0123 look.tint\n".utf8) }),
    (
      "names no file", .corrupt,
      {
        $0.files.removeFirst(4)
        $0.files[0].content = Array("# tintype pack 1:\n".utf8)
      }
    ),
  ]

  @Test(arguments: hostile.indices) func hostileArchivesAreRefused(_ index: Int) throws {
    let (what, kind, change) = Self.hostile[index]
    let error = try imageError { _ = try read(archive(Self.files, change).bytes) }
    #expect(error.kind == kind && error.message.contains(what), "\(error)")
  }

  @Test func otherFilesAreRefused() throws {
    for bytes in [[], [0x50], Array("tintype 1\n".utf8), [UInt8](repeating: 0x50, count: 22)] {
      #expect(try imageError { _ = try read(bytes) }.message.contains("does not end as a ZIP archive does"))
    }
    #expect(try imageError { _ = try read(TestArchive(files: []).bytes) }.message.contains("is no pack"))
    #expect(try imageError { _ = try PackedFolder(scratch.path("none")) }.kind == .missing)
    #expect(try imageError { _ = try PackedFolder(scratch.path(".")) }.kind == .unreadable)
  }

  /// Every beginning of a pack is refused; so is every change of a byte, unless it changes no content.
  @Test(.slow) func noDamageIsTakenForAPack() throws {
    let whole = try readFile(pack(), atMost: 1 << 20)
    for count in 0..<whole.count {
      let error = try imageError { _ = try read(Array(whole[..<count])) }
      #expect(error.kind == .corrupt, "\(count) bytes: \(error)")
    }
    var changed = 0
    for index in whole.indices {
      for bits in [0x01, 0x20, 0x80, 0xFF] as [UInt8] {
        var bytes = whole
        bytes[index] ^= bits
        guard let files = try? read(bytes) else { continue }
        #expect(files == Self.files, "byte \(index)")
        changed += 1
      }
    }
    // Versions, dates and attributes, of which a local header has fewer than the directory.
    #expect(changed > 100 && changed < 4 * Self.names.count * 50)
  }

  /// Archives with several random changes are refused, or hold what they say; reading them ends.
  @Test func mutantsAreRefusedOrWhole() throws {
    var numbers = SplitMix64(seed: 7)
    let whole = archive().bytes
    var refused = 0
    for mutant in 0..<2_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...8, using: &numbers) {
        let place = Int.random(in: 0..<bytes.count, using: &numbers)
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
        case 1: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF][Int.random(in: 0..<5, using: &numbers)]
        case 2: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...40, using: &numbers)))
        default: bytes.insert(contentsOf: bytes[place...].prefix(Int.random(in: 1...60, using: &numbers)), at: place)
        }
        if bytes.isEmpty { bytes = [0] }
      }
      if let files = try? read(bytes) {
        #expect(files == Self.files, "mutant \(mutant)")
      } else {
        refused += 1
      }
    }
    #expect(refused > 1_000)
  }
}
