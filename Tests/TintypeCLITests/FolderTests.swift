import Foundation
import Testing
import TintypeImage
import TintypeTestSupport

/// `tintype render` with many photos.
@Suite struct FolderTests {
  /// `a.jpg`, `b.png`, `below/a.jpg`, `below/deep/c.JPG`, a text and a hidden photo.
  private func program() throws -> Program {
    let program = try Program()
    for name in ["below/deep", "results"] {
      try FileManager.default.createDirectory(
        atPath: program.folder.path + "/in/" + name, withIntermediateDirectories: true)
    }
    for (seed, name) in ["a.jpg", "b.png", "below/a.jpg", ".hidden.jpg"].enumerated() {
      try TestPicture(40, 30, seed: UInt64(seed)).write(
        program.folder, "in/" + name, metadata: cameraData(orientation: 1))
    }
    try FileManager.default.moveItem(
      atPath: program.folder.path + "/in/below/a.jpg", toPath: program.folder.path + "/in/below/deep/c.JPG")
    try TestPicture(40, 30, seed: 9).write(program.folder, "in/below/a.jpg")
    try program.folder.write("no photo", to: "in/notes.txt")
    return program
  }

  /// The files below a folder.
  private func files(_ program: Program, _ folder: String) -> [String] {
    let all = FileManager.default.enumerator(atPath: program.folder.path + "/" + folder)
    return (all?.compactMap { $0 as? String } ?? []).filter { name in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(
        atPath: program.folder.path + "/" + folder + "/" + name, isDirectory: &isFolder)
      return !isFolder.boolValue
    }.sorted()
  }

  @Test func aFolderIntoAFolder() throws {
    let program = try program()
    let result = try program("render", "original", "-r", "in", "-o", "out/")
    #expect(result.status == 0 && result.output.isEmpty)
    #expect(files(program, "out") == ["a.jpg", "b.png", "below/a.jpg", "below/deep/c.JPG"])
    #expect(result.errorLines.count == 5)
    #expect(result.errorLines.dropLast().map { $0.prefix(4) } == ["1/4:", "2/4:", "3/4:", "4/4:"])
    #expect(result.errorLines.last?.hasPrefix("tintype: 4 rendered in ") == true)
  }

  /// Yesterday's results below the searched folder are no photos of today.
  @Test func resultsAreNotRenderedAgain() throws {
    let program = try program()
    for _ in 0..<2 {
      let result = try program("render", "original", "-r", "in", "-o", "in/results/", "--if-exists", "overwrite")
      #expect(result.status == 0)
    }
    #expect(files(program, "in/results") == ["a.jpg", "b.png", "below/a.jpg", "below/deep/c.JPG"])
  }

  @Test func templates() throws {
    let program = try program()
    #expect(
      try program(
        "render", "minimal-life", "in/a.jpg", "in/below/a.jpg", "in/b.png", "-o", "out/{dir}/{n:3}-{stem}-{look}.{ext}"
      ).status == 0)
    #expect(
      files(program, "out") == [
        "in/001-a-minimal-life.jpg", "in/003-b-minimal-life.png", "in/below/002-a-minimal-life.jpg",
      ])
    #expect(try program("render", "original", "in/b.png", "-o", "{{{stem}}}.{ext}", "--format", "jpeg").status == 0)
    #expect(program.folder.names.contains("{b}.jpg"))
    let other = try program("render", "original", "in/b.png", "-o", "{stem}.png", "--format", "jpeg")
    #expect(other.status == 64 && other.errors.contains("The name of the result says png"))
  }

  @Test func datesAndCameras() throws {
    let program = try Program()
    var metadata = PictureMetadata()
    // IFD0 with a model of 8 bytes and a date; written with the layout of TIFF 6.0, section 2.
    metadata.exif =
      Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 2]
      + [0x01, 0x10, 0, 2, 0, 0, 0, 8, 0, 0, 0, 38] + [0x01, 0x32, 0, 2, 0, 0, 0, 20, 0, 0, 0, 46]
      + [0, 0, 0, 0] + Array("X/T 100\0".utf8) + Array("2024:05:06 07:08:09\0".utf8)
    try TestPicture(16, 16).write(program.folder, "a.jpg", metadata: metadata)
    try TestPicture(16, 16).write(program.folder, "b.jpg")
    let template = "out/{date:%Y-%m}/{date:%d%H%M%S}-{camera}-{stem}.{ext}"
    let result = try program("render", "original", "a.jpg", "b.jpg", "-o", template, "-q")
    #expect(result.status == 1)
    #expect(
      result.errors
        == "tintype: b.jpg: the photo has no date; '{date:%Y-%m|other}' would put 'other' there\n")
    #expect(files(program, "out") == ["2024-05/06070809-X-T 100-a.jpg"])
    expectQuiet(try program("render", "original", "b.jpg", "-o", "out/{date|undated}/{camera|some}.jpg"))
    #expect(files(program, "out") == ["2024-05/06070809-X-T 100-a.jpg", "undated/some.jpg"])
  }

  @Test(
    .slow,
    arguments: [
      ("out/{stme}.jpg", "there is no field '{stme}'; did you mean '{stem}'?"),
      ("out/{}.jpg", "there is no field '{}'; there are {stem} {ext} {dir} {look} {n} {date} {camera} {hash}"),
      ("out/{stem", "a '{' is not closed"), ("out/stem}.jpg", "a '}' closes nothing"),
      ("out/{date:%Q}", "a date in '{date:%Q}' is written with %Y %y %m %d %H %M %S"),
      ("out/{stem:3}.jpg", "'{stem}' takes no ':3'"), ("out/{n:x}.jpg", "'{n:x}' has to give a number of digits"),
      ("out.jpg", "several photos need a folder such as 'out/'"),
      ("out/{look}.jpg", "'in/a.jpg' and 'in/b.png' would both become 'out/original.jpg'; {dir}"),
    ])
  func wrongTemplates(_ template: String, _ message: String) throws {
    let program = try program()
    expectFailure(try program("render", "original", "in/a.jpg", "in/b.png", "-o", template), 64, message)
    #expect(program.folder.names == ["in"])
  }

  @Test func onePhotoDoesNotReplaceAnother() throws {
    let program = try program()
    try TestPicture(20, 20).write(program.folder, "in/x-a.jpg")
    let before = program.folder.bytes(of: "in/x-a.jpg")
    expectFailure(
      try program("render", "original", "-r", "in", "-o", "in/{dir}/x-{stem}.{ext}", "--if-exists", "overwrite"), 64,
      "the result of 'in/a.jpg' would take the place of the photo 'in/x-a.jpg'")
    #expect(program.folder.bytes(of: "in/x-a.jpg") == before)
    // What is there already stays, and does not stop the others.
    let again = ["render", "original", "-r", "in", "-o", "in/{dir}/x-{stem}.{ext}", "--if-exists", "skip"]
    #expect(try program.run(again).status == 0)
    #expect(program.folder.bytes(of: "in/x-a.jpg") == before && program.folder.bytes(of: "in/x-x-a.jpg") != nil)
  }

  /// Two names are one file where links lead to one folder, whether it is there already or not.
  @Test(arguments: ["out/{dir}/{stem}.{ext}", "out/{dir}/new/{stem}.{ext}"])
  func linkedFoldersAreOne(_ template: String) throws {
    let program = try Program()
    for (seed, name) in ["in/a/p.png", "in/b/p.png"].enumerated() {
      try FileManager.default.createDirectory(
        atPath: program.folder.path + "/" + name.dropLast(6), withIntermediateDirectories: true)
      try TestPicture(16, 12, seed: UInt64(seed)).write(program.folder, name)
    }
    #expect(try program.shell("mkdir out one; ln -s ../one out/a; ln -s ../one out/b").status == 0)
    let render = ["render", "original", "-r", "in", "-q", "-o"]
    expectFailure(
      try program.run(render + [template, "--if-exists", "overwrite"]), 64,
      "'in/a/p.png' and 'in/b/p.png' would both become 'out/b/")
    #expect(files(program, "one").isEmpty)
    // A link that is replaced stays a link to its file.
    #expect(
      try program.shell("mkdir two; cp in/a/p.png in/x.png; cp in/b/p.png in/y.png; ln -s y.png two/x.png").status == 0)
    expectFailure(
      try program("render", "original", "in/x.png", "in/y.png", "-o", "two/{stem}.png", "--if-exists", "overwrite"), 64,
      "'in/x.png' and 'in/y.png' would both become 'two/y.png'")
    expectQuiet(try program.run(render + ["out/{stem}-{hash}.{ext}"]))
    #expect(files(program, "out").filter { $0.hasPrefix("p-") }.count == 2)
  }

  /// A column that no line has is a mistake; an empty list is none.
  @Test func aColumnWithoutNamesIsNamed() throws {
    let program = try program()
    try program.folder.write("1,in/a.jpg\n2,in/b.png\n", to: "list.csv")
    let render = ["render", "original", "--files-from", "list.csv", "-o", "out/", "--files-column"]
    expectFailure(try program.run(render + ["5"]), 65, "list.csv: has no names in column 5")
    #expect(try program.run(render + ["2"]).status == 0 && files(program, "out").count == 2)
  }

  /// The date that a photo is given, or has by a corrected clock, is that of its folder.
  @Test func datesOfFoldersAreThoseOfPhotos() throws {
    let program = try program()
    let render = ["render", "original", "in/a.jpg", "-q", "-o", "out/{date:%Y}/{stem}.{ext}"]
    #expect(try program.run(render + ["--date", "1998-08-24"]).status == 0)
    #expect(program.folder.bytes(of: "out/1998/a.jpg") != nil)
    #expect(try program.run(render + ["--date-missing", "file"]).status == 0)
  }

  @Test func oneBadPhotoAmongGoodOnes() throws {
    let program = try program()
    let bytes = try #require(program.folder.bytes(of: "in/a.jpg"))
    try program.folder.write(Array(bytes.prefix(bytes.count / 2)), to: "in/cut.jpg")
    try program.folder.write("Dear diary", to: "in/text.jpg")
    let result = try program("render", "tumble-down", "-r", "in", "none.jpg", "-o", "out/{dir}/{stem}.{ext}")
    #expect(result.status == 1)
    let failures = result.errorLines.filter { $0.hasPrefix("tintype: ") }
    #expect(failures.count == 4)
    for start in ["in/cut.jpg: ", "in/text.jpg: this is not a picture", "none.jpg: cannot be opened"] {
      #expect(failures.contains { $0.hasPrefix("tintype: " + start) }, "\(start)")
    }
    #expect(failures.last?.hasPrefix("tintype: 4 rendered, 3 failed in ") == true)
    #expect(files(program, "out").count == 4)
  }

  @Test func foldersNeedToBeMeant() throws {
    let program = try program()
    expectFailure(try program("render", "original", "in", "-o", "out/"), 64, "'in' is a folder; -r takes the photos")
    #expect(program.folder.names == ["in"])
  }

  @Test func listsOfNames() throws {
    let program = try program()
    try program.folder.write("in/a.jpg\r\n\nin/b.png\n", to: "list")
    #expect(try program("render", "original", "--files-from", "list", "-o", "one/").status == 0)
    #expect(files(program, "one") == ["a.jpg", "b.png"])
    let piped = try program.shell(
      "printf 'in/a.jpg\\0in/b.png' | \"$0\" render original --files-from - -0 -o two/ --progress none -q")
    expectQuiet(piped)
    #expect(files(program, "two") == ["a.jpg", "b.png"])
    expectFailure(try program("render", "original", "--files-from", "no-list", "-o", "out/"), 66, "no-list: cannot be")
  }

  /// A name need not be UTF-8.
  @Test func anyBytesAreAName() throws {
    let program = try program()
    let result = try program.shell(
      """
      name="$(printf 'in/\\377 x.jpg')"; cp in/a.jpg "$name"
      printf '%s\\n' "$name" | "$0" render original --files-from - -o out/ --progress none -q &&
      test -f "$(printf 'out/\\377 x.jpg')"
      """)
    expectQuiet(result)
  }

  @Test func ofSameNameWithNumbers() throws {
    let program = try program()
    for _ in 0..<3 {
      #expect(try program("render", "original", "in/a.jpg", "-o", "out.jpg", "--if-exists", "rename").status == 0)
    }
    #expect(program.folder.names == ["in", "out-2.jpg", "out-3.jpg", "out.jpg"])
  }

  @Test func inPlace() throws {
    let program = try program()
    let before = try #require(program.folder.bytes(of: "in/a.jpg"))
    expectQuiet(try program("render", "tumble-down", "in/a.jpg", "-o", "expected.jpg"))
    expectQuiet(try program("render", "tumble-down", "in/a.jpg", "--in-place"))
    #expect(program.folder.bytes(of: "in/a.jpg") == program.folder.bytes(of: "expected.jpg"))
    #expect(program.folder.bytes(of: "in/a.jpg") != before)
    #expect(try program("render", "original", "in/a.jpg", "--in-place", "-o", "x.jpg").status == 64)
    #expect(try program("render", "original", "in/a.jpg").status == 64)
  }

  @Test func aDryRunDoesNothing() throws {
    let program = try program()
    try program.folder.write("old", to: "out/a.jpg")
    let result = try program("render", "original", "-r", "in", "-o", "out/", "-n", "--if-exists", "skip")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("in/a.jpg -> out/a.jpg (exists: skipped)\nin/b.png -> out/b.png\n"))
    #expect(files(program, "out") == ["a.jpg"])
  }

  @Test func reportsForTools() throws {
    let program = try program()
    try program.folder.write("Dear diary", to: "in/text.jpg")
    let result = try program("render", "original", "-r", "in", "-o", "out/", "--progress", "json")
    #expect(result.status == 1)
    #expect(result.errors.isEmpty)
    let records = try result.output.split(separator: "\n").map { line in
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
    }
    #expect(records.count == 6)
    #expect(records.filter { $0["result"] as? String == "rendered" }.count == 4)
    let failed = records.first { $0["result"] as? String == "failed" }
    #expect(failed?["status"] as? Int == 65 && failed?["input"] as? String == "in/text.jpg")
    #expect(records.last?["event"] as? String == "summary" && records.last?["failed"] as? Int == 1)
  }

  /// Names in records are those of the files, however strange.
  @Test func recordsHaveTheNames() throws {
    let program = try program()
    let strange = "in/a\nb\t\u{202E}c.png"
    try program.folder.write(try #require(program.folder.bytes(of: "in/b.png")), to: strange)
    let result = try program("render", "original", strange, "-o", "out/", "--progress", "json")
    let record = try JSONSerialization.jsonObject(with: Data(result.output.split(separator: "\n")[0].utf8))
    #expect((record as? [String: Any])?["input"] as? String == strange)
    #expect((record as? [String: Any])?["output"] as? String == strange.replacing("in/", with: "out/"))
  }

  @Test(.slow) func partsOfTheWork() throws {
    let program = try program()
    var counts: [Int] = []
    for part in 1...3 {
      let shard = "\(part)/3"
      #expect(
        try program("render", "original", "-r", "in", "-o", "out/{n}-{stem}.{ext}", "--shard", shard).status == 0)
      #expect(try program("render", "original", "-r", "in", "-o", "plain/", "--shard", shard).status == 0)
      #expect(
        try program("render", "original", "-r", program.folder.path + "/in", "-o", "whole/", "--shard", shard).status
          == 0)
      counts.append(files(program, "out").count)
    }
    // Each photo is of one part, wherever its folder is, and keeps its number among all.
    #expect(files(program, "out") == ["1-a.jpg", "2-b.png", "3-a.jpg", "4-c.JPG"])
    #expect(files(program, "plain") == files(program, "whole") && files(program, "plain").count == 4)
    #expect(counts.last == 4 && counts[0] < 4)
    for shard in ["0/3", "4/3", "1", "a/b", "1/0"] {
      #expect(try program("render", "original", "-r", "in", "-o", "x/", "--shard", shard).status == 64)
    }
  }

  @Test(.slow) func limitsOnSize() throws {
    let program = try program()
    expectFailure(
      try program("render", "original", "in/a.jpg", "-o", "o.jpg", "--max-pixels", "1k"), 75,
      "in/a.jpg: 40 x 30 is 1200 pixels, and the limit is 1000")
    expectQuiet(try program("render", "original", "in/a.jpg", "-o", "o.jpg", "--max-pixels", "1.2kP"))
    expectFailure(
      try program("render", "original", "in/a.jpg", "-o", "p.jpg", "--memory", "10kB"), 75,
      "in/a.jpg: needs about ")
    expectQuiet(try program("render", "original", "in/a.jpg", "-o", "p.jpg", "--memory", "1MiB"))
    for wrong in ["many", "0", "-1", "5Q", "1e99G"] {
      #expect(try program("render", "original", "in/a.jpg", "-o", "q.jpg", "--memory", wrong).status == 64)
    }
  }

  @Test func theVersionIsSaid() throws {
    let result = try Program()("--version")
    #expect(result.status == 0)
    #expect(result.output.split(separator: ".").count == 3)
    for words in [["--version", "--verbose"], ["--verbose", "--version"]] {
      let lines = try Program().run(words).output.split(separator: "\n").map(String.init)
      #expect(
        lines.map { String($0.prefix { $0 != " " }) }
          == ["tintype", "edition", "processor", "formats", "libraries", "traits", "recipes"])
      #expect(lines[0].hasSuffix(" " + result.output.dropLast()))
      #expect(lines[2].contains("vectors of 8 here") || lines[2].contains("vectors of 16 here"))
      #expect(lines[3].contains("JPEG, PNG"))
      #expect(lines[4].contains(/libjpeg-turbo \d+\.\d.*, libpng 1\.\d.*, zlib 1\.\d.*, Little CMS 2\.\d/))
      for (format, trait) in [("tiff", "TIFF"), ("heif", "HEIF"), ("avif", "AVIF")] {
        let isBuiltIn = PictureFileType(named: format) != nil
        let sides = lines[5].split(separator: ";", maxSplits: 1).map { $0.contains(trait) }
        #expect(sides.first == isBuiltIn && (sides.count > 1 && sides[1]) != isBuiltIn, "\(lines[5])")
      }
      #expect(lines[6].contains(/\d\d looks, \d\d files of the library, \d templates/))
    }
  }

  #if arch(x86_64)
    private static let emulator = programOnSearchPath("qemu-x86_64")

    /// What the pixel loops are compiled for is checked before anything of them runs.
    @Test(.slow, .enabled(if: emulator != nil, "there is no qemu-x86_64: Scripts/setup --tests"))
    func anOldProcessorIsRefused() throws {
      let emulator = try #require(Self.emulator)
      for words in [["--version"], ["list"]] {
        let old = try runProgram(emulator, ["-cpu", "Penryn", Program.path] + words)
        #expect(old.status == 69 && old.output.isEmpty)
        #expect(old.errors.hasPrefix("tintype: this processor lacks AVX2 and FMA"), "\(old.errors)")
      }
      #expect(try runProgram(emulator, ["-cpu", "max", Program.path, "--version"]).status == 0)
    }
  #endif

  /// Photos that no codec reads are named and count as failed; other files do not count.
  @Test func photosOfOtherFormats() throws {
    let program = try Program()
    try FileManager.default.createDirectory(atPath: program.folder.path + "/in", withIntermediateDirectories: false)
    let webp = Array("RIFF....WEBPVP8 ".utf8)
    for name in ["a.webp", "b.WEBP", "noending"] { try program.folder.write(webp, to: "in/" + name) }
    for name in ["notes.txt", "a.xmp", "Thumbs.db"] { try program.folder.write("text", to: "in/" + name) }
    let none = try program("render", "original", "-r", "in", "-o", "out/", "-q")
    #expect(none.status == 69)
    #expect(none.errorLines.count == 3)
    #expect(none.errors.hasPrefix("tintype: in/a.webp: this is a WebP file, which is not read: convert it first"))
    #expect(try program("render", "original", "in/a.webp", "-o", "out/", "-q").status == 69)
    // By the name where the content says nothing.
    try program.folder.write("", to: "in/c.nef")
    try TestPicture(24, 16).write(program.folder, "in/d.jpg")
    let some = try program("render", "original", "-r", "in", "-o", "out/", "-q")
    #expect(some.status == 1)
    #expect(some.errorLines.count == 4)
    #expect(files(program, "out") == ["d.jpg"])
  }

  @Test func missingPhotosAndFolders() throws {
    let program = try Program()
    for arguments in [["-r", "missing"], ["missing/"], ["missing.jpg"], ["missing.heic"]] {
      expectFailure(
        try program.run(["render", "original"] + arguments + ["-o", "out/"]), 66,
        "\(arguments.last ?? ""): cannot be opened: No such file or directory")
    }
  }

  /// Cameras that would drive a terminal, turn the direction of writing, or fill a name.
  @Test(arguments: [
    ("X\u{9B}2J\u{202E}gpj\u{7F}", "X-2J-gpj-"),
    (String(repeating: "m", count: 400), String(repeating: "m", count: 100)),
    ("x" + String(repeating: "ü", count: 100), "x" + String(repeating: "ü", count: 49)),
  ])
  func namesOfCameras(_ camera: String, _ name: String) throws {
    let program = try Program()
    var metadata = PictureMetadata()
    let model = Array(camera.utf8) + [0]
    metadata.exif =
      Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x10, 0, 2, 0, 0, UInt8(model.count >> 8)]
      + [UInt8(model.count & 255), 0, 0, 0, 26, 0, 0, 0, 0] + model
    try TestPicture(24, 16).write(program.folder, "in.jpg", metadata: metadata)
    expectQuiet(try program("render", "original", "in.jpg", "-o", "{camera}.jpg"))
    #expect(program.folder.names == [name + ".jpg", "in.jpg"].sorted())
  }
}
