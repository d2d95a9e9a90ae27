import Foundation
import Testing
import TintypeImage
import TintypeTestSupport

/// `tintype render` when something is in the way: one line, the right status, and nothing left behind.
@Suite struct RenderFailureTests {
  /// A program in a folder with `in.jpg`.
  private func program() throws -> Program {
    let program = try Program()
    try TestPicture(120, 90).write(program.folder, "in.jpg")
    return program
  }

  @Test func aTruncatedPhoto() throws {
    let program = try program()
    let bytes = try #require(program.folder.bytes(of: "in.jpg"))
    for part in [0, 1, 2, 20, 300, bytes.count / 2, bytes.count - 40] {
      try program.folder.write(Array(bytes.prefix(part)), to: "cut.jpg")
      expectFailure(try program("render", "original", "cut.jpg", "-o", "out.png"), 65, "cut.jpg: ")
    }
    #expect(program.folder.names == ["cut.jpg", "in.jpg"])
  }

  /// All samples are there: this is a note.
  @Test func aLostEndMarker() throws {
    let program = try program()
    let bytes = try #require(program.folder.bytes(of: "in.jpg"))
    try program.folder.write(Array(bytes.dropLast(2)), to: "cut.jpg")
    let result = try program("render", "original", "cut.jpg", "-o", "cut.png")
    #expect(result.status == 0)
    #expect(result.errors == "tintype: cut.jpg: note: the end marker is missing\n")
    expectQuiet(try program("render", "original", "in.jpg", "-o", "in.png"))
    #expect(program.folder.bytes(of: "cut.png") == program.folder.bytes(of: "in.png"))
  }

  /// Status and words are those of one thread, whichever thread meets the damage.
  @Test func damageIsToldAlikeByAnyNumberOfThreads() throws {
    let program = try Program()
    try TestPicture(60, 900).write(program.folder, "in.jpg")
    let bytes = try #require(program.folder.bytes(of: "in.jpg"))
    let markers = bytes.indices.dropLast().filter { bytes[$0] == 0xFF && (0xD0...0xD7).contains(bytes[$0 + 1]) }
    let middle = markers[markers.count / 2]
    let short = Array(bytes[..<(middle - 30)]) + bytes[middle...]
    for (name, damaged) in [("short", short), ("cut", Array(bytes.prefix(bytes.count * 2 / 3)))] {
      try program.folder.write(damaged, to: "\(name).jpg")
      let results = try ["1", "2", "4"].map {
        try program("render", "original", "\(name).jpg", "-o", "out.jpg", "-j", $0)
      }
      for result in results {
        expectFailure(result, 65, "\(name).jpg: a part of the picture is ")
        #expect(result.errors == results[0].errors)
      }
    }
    try program.folder.write(Array(bytes.dropLast(2)), to: "open.jpg")
    for threads in ["1", "4"] {
      let result = try program("render", "original", "open.jpg", "-o", "out\(threads).jpg", "-j", threads)
      #expect(result.status == 0)
      #expect(result.errors == "tintype: open.jpg: note: the end marker is missing\n")
    }
    #expect(program.folder.bytes(of: "out1.jpg") == program.folder.bytes(of: "out4.jpg"))
  }

  @Test func aTruncatedPhotoLeavesTheOldOutput() throws {
    let program = try program()
    let bytes = try #require(program.folder.bytes(of: "in.jpg"))
    try program.folder.write(Array(bytes.prefix(bytes.count / 2)), to: "cut.jpg")
    try program.folder.write("old", to: "out.png")
    expectFailure(
      try program("render", "original", "cut.jpg", "-o", "out.png", "--if-exists", "overwrite"), 65, "cut.jpg: ")
    #expect(program.folder.bytes(of: "out.png") == Array("old".utf8))
    #expect(program.folder.names == ["cut.jpg", "in.jpg", "out.png"])
  }

  /// A part of a picture is had by asking for it only, and the result says so.
  @Test func salvaging() throws {
    let program = try program()
    let bytes = try #require(program.folder.bytes(of: "in.jpg"))
    try program.folder.write(Array(bytes.prefix(bytes.count * 6 / 10)), to: "cut.jpg")
    expectFailure(try program("render", "original", "cut.jpg", "-o", "out.png"), 65, "cut.jpg: ")
    let way = ["render", "original", "cut.jpg", "-o", "out.png", "--on-corrupt", "salvage"]
    let result = try program.run(way)
    #expect(result.status == 0)
    #expect(result.errorLines.count == 1)
    let note = "tintype: cut.jpg: note: salvaged: the picture is lost or damaged from row "
    #expect(result.errors.hasPrefix(note), "\(result.errors)")
    #expect(try TestPicture(program.folder, "out.png")[119, 89] == [128, 128, 128])
    #expect(try program("why", "out.png").output.contains("on-corrupt=salvage"))
    #expect(try program("render", "--again", "out.png", "cut.jpg", "-o", "again.png").status == 0)
    #expect(program.folder.bytes(of: "again.png") == program.folder.bytes(of: "out.png"))
    let job = #"{"look":"original","input":"cut.jpg","output":"job.png","onCorrupt":"salvage"}"#
    #expect(try program.shell("echo '\(job)' | \"$0\" worker").output.contains("salvaged: the picture is lost"))
    #expect(program.folder.bytes(of: "job.png") == program.folder.bytes(of: "out.png"))
  }

  @Test func whatIsNoPhoto() throws {
    let program = try program()
    try program.folder.write("Dear diary", to: "text.jpg")
    try program.folder.write("GIF89a and so on", to: "moving.jpg")
    try FileManager.default.createDirectory(
      atPath: program.folder.path + "/folder.jpg", withIntermediateDirectories: false)
    let before = program.folder.names
    expectFailure(try program("render", "original", "text.jpg", "-o", "out.png"), 65, "text.jpg: this is not a picture")
    expectFailure(
      try program("render", "original", "moving.jpg", "-o", "out.png"), 69, "moving.jpg: this is a GIF file")
    expectFailure(try program("render", "original", "folder.jpg", "-o", "out.png"), 64, "'folder.jpg' is a folder; -r")
    expectFailure(try program("render", "original", "none.jpg", "-o", "out.png"), 66, "none.jpg: cannot be opened")
    expectFailure(try program("render", "original", "", "-o", "out.png"), 66, "'': cannot be opened")
    expectFailure(
      try program("render", "original", "/dev/null", "-o", "out.png"), 66, "/dev/null: this is no regular file")
    #expect(program.folder.names == before)
  }

  @Test func existingOutputs() throws {
    let program = try program()
    try program.folder.write("old", to: "out.png")
    expectFailure(
      try program("render", "original", "in.jpg", "-o", "out.png"), 73,
      "out.png: exists already; choose another name, or --if-exists overwrite, skip or rename")
    let skipped = try program("render", "original", "in.jpg", "-o", "out.png", "--if-exists", "skip")
    #expect(skipped.status == 0)
    #expect(skipped.errors == "tintype: out.png: exists, skipped\n")
    #expect(program.folder.bytes(of: "out.png") == Array("old".utf8))
    expectQuiet(try program("render", "original", "in.jpg", "-o", "out.png", "--if-exists", "overwrite"))
    #expect(try TestPicture(program.folder, "out.png").format.width == 120)
    #expect(program.folder.names == ["in.jpg", "out.png"])
  }

  @Test func theInputIsNeverReplaced() throws {
    let program = try program()
    let bytes = try #require(program.folder.bytes(of: "in.jpg"))
    try program.folder.write(Array("tintype 1\nlook \"l\" { working display }\noutput source\n".utf8), to: "l.tint")
    try FileManager.default.createSymbolicLink(
      atPath: program.folder.path + "/link.jpg", withDestinationPath: "in.jpg")
    try FileManager.default.linkItem(
      atPath: program.folder.path + "/in.jpg", toPath: program.folder.path + "/hard.jpg")
    for output in ["in.jpg", "./in.jpg", "link.jpg", "hard.jpg"] {
      let way = ["-o", output, "--if-exists", "overwrite"]
      let expected = "\(output): is the input itself"
      expectFailure(try program.run(["render", "original", "in.jpg"] + way), 73, expected)
      expectFailure(try program.run(["sheet", "original", "in.jpg"] + way), 73, expected)
      expectFailure(try program.run(["watch", "l.tint", "in.jpg"] + way), 73, expected)
    }
    expectFailure(try program("render", "original", "in.jpg", "-o", "in.jpg"), 73, "in.jpg: is the input itself")
    #expect(program.folder.bytes(of: "in.jpg") == bytes)
    #expect(program.folder.names == ["hard.jpg", "in.jpg", "l.tint", "link.jpg"])
  }

  @Test func outputsThatCannotBe() throws {
    let program = try program()
    try program.folder.write("text", to: "file")
    expectFailure(
      try program("render", "original", "in.jpg", "-o", "none/out.png"), 73, "none/out.png: cannot be created")
    expectFailure(
      try program("render", "original", "in.jpg", "-o", "file/out.png"), 73, "file/out.png: cannot be created")
    expectFailure(
      try program("render", "original", "in.jpg", "-o", "out.webp"), 69, "out.webp: the name of an output ends")
    expectFailure(try program("render", "original", "in.jpg", "-o", "out"), 69, "out: the name of an output ends")
    expectFailure(try program("render", "original", "in.jpg", "-o", ""), 69, "'': the name of an output ends")
    #expect(program.folder.names == ["file", "in.jpg"])
  }

  @Test(.whereModesBind)
  func aFolderThatMayNotBeWritten() throws {
    let program = try program()
    let folder = program.folder.path + "/closed"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o555])
    expectFailure(
      try program("render", "original", "in.jpg", "-o", "closed/out.png"), 73,
      "closed/out.png: cannot be created: Permission denied")
    #expect(TestFiles.names(in: folder, endingIn: "").isEmpty)
  }

  #if os(Linux)
    /// A folder in which even the superuser creates nothing.
    @Test func aFolderOfTheSystem() throws {
      let program = try program()
      expectFailure(
        try program("render", "original", "in.jpg", "-o", "/proc/out.png"), 73, "/proc/out.png: cannot be created")
    }
  #endif

  /// Like a full disk: no file may grow beyond some blocks of 512 or 1024 bytes.
  @Test func aFullDisk() throws {
    let program = try program()
    try TestPicture(300, 300).write(program.folder, "large.png")
    expectFailure(
      try program.shell("ulimit -f 8; exec \"$0\" render original large.png -o out.png"), 74,
      "out.png: cannot be written")
    #expect(program.folder.names == ["in.jpg", "large.png"])
  }

  @Test func limits() throws {
    let program = try program()
    try TestPicture(65_501, 1).write(program.folder, "wide.png")
    expectFailure(
      try program("render", "original", "wide.png", "-o", "out.jpg"), 75, "wide.png: 65501 x 1 is too large for a JPEG")
    expectQuiet(try program("render", "original", "wide.png", "-o", "out.png"))
    #expect(program.folder.names == ["in.jpg", "out.png", "wide.png"])
  }

  @Test func unknownLooks() throws {
    let program = try program()
    expectFailure(
      try program("render", "minimal-lfe", "in.jpg", "-o", "out.png"), 66,
      "minimal-lfe: there is no look of this name; did you mean 'minimal-life'?")
    expectFailure(
      try program("render", "qqqqqq", "in.jpg", "-o", "out.png"), 66,
      "qqqqqq: there is no look of this name; 'tintype list' names all.")
    expectFailure(try program("render", "none.tint", "in.jpg", "-o", "out.png"), 66, "none.tint: cannot be opened")
    try program.folder.write("tintype 1\n", to: "empty.tint")
    expectFailure(try program("render", "empty.tint", "in.jpg", "-o", "out.png"), 65, "empty.tint: holds no look")
    #expect(program.folder.names == ["empty.tint", "in.jpg"])
  }

  @Test(
    .slow,
    arguments: [
      [], ["-o", "out.png", "--quality", "0"], ["-o", "out.png", "--quality", "101"], ["-o", "out.png", "-j", "0"],
      ["-o", "out.png", "--subsampling", "411"], ["-o", "out.png", "--depth", "13"], ["-o", "out.png", "--frobnicate"],
      ["-o", "out.png", "--if-exists", "perhaps"],
    ] as [[String]])
  func commandLinesThatMeanNothing(_ arguments: [String]) throws {
    let program = try program()
    let result = try program.run(["render", "original", "in.jpg"] + arguments)
    #expect(result.status == 64)
    #expect(result.errors.hasPrefix("Error: "))
    #expect(result.errors.contains("Usage: tintype render"))
    #expect(program.folder.names == ["in.jpg"])
  }

  @Test func aNameThatIsNoUTF8() throws {
    let program = try program()
    let result = try program.shell(#"exec "$0" render original in.jpg -o "$(printf '\377.png')""#)
    expectFailure(result, 64, "\u{FFFD}.png: this name is not UTF-8")
    #expect(program.folder.names == ["in.jpg"])
  }

  @Test func namesCannotDriveTheTerminal() throws {
    let program = try program()
    expectFailure(
      try program("render", "original", "a\u{1B}[31m\nb.jpg", "-o", "out.png"), 66, "a\\u{1b}[31m\\u{a}b.jpg: cannot be"
    )
  }

  /// One of the shell's signals for a closed pipe and none of ours: no words about it.
  @Test func aClosedPipeIsQuiet() throws {
    let result = try program().shell("(\"$0\" list; echo $? > status) | true; cat status")
    #expect(result.errors.isEmpty)
    #expect(["0\n", "141\n"].contains(result.output))
  }

  #if os(Linux)
    @Test func aFullStandardOutput() throws {
      let result = try program().shell("exec \"$0\" list > /dev/full")
      expectFailure(result, 74, "standard output: cannot be written")
    }
  #endif

  /// So few open files that the system's queues would trap.
  @Test(arguments: [4, 5, 6, 8, 15, 16, 20]) func fewOpenFiles(_ count: Int) throws {
    let program = try Program()
    try TestPicture(24, 16).write(program.folder, "in.jpg")
    let result = try program.shell("ulimit -n \(count); exec \"$0\" render minimal-life in.jpg -o out.jpg -j 8")
    #expect(result.status == (count < 16 ? 75 : 0), "\(result.status) \(result.errors)")
    #expect(result.errorLines.count == (count < 16 ? 1 : 0))
  }

  /// A result replaces nothing that it is made from, whatever may be overwritten.
  @Test func inputsAreKept() throws {
    let program = try Program()
    for name in ["in.png", "other.png"] { try TestPicture(24, 16).write(program.folder, name) }
    expectQuiet(try program("export", "sepia", "--to", "hald", "-o", "hald.png"))
    try program.folder.write(
      "tintype 1\nlook \"f\" { working display }\nparam film: lut\noutput lookup(source, film)\n",
      to: "film.tint")
    expectQuiet(try program("render", "noir", "in.png", "-o", "made.png", "--manifest", "m.png"))
    #expect(try program.shell("\"$0\" meter in.png -o roll.json && mv roll.json roll.png").status == 0)
    try program.folder.write("set film = \"hald.png\"\n", to: "other.png.tint")
    let mean = "=source * 0 + mean(luma709(source))"
    let cases = [
      ("other.png", ["render", mean, "in.png", "--measure-from", "other.png"]),
      ("hald.png", ["render", "./film.tint", "in.png", "--set", "film=hald.png"]),
      ("hald.png", ["render", "./film.tint", "other.png"]),
      ("m.png", ["render", "noir", "in.png", "--manifest", "m.png"]),
      ("roll.png", ["render", "noir", "in.png", "--settings", "roll.png"]),
      ("hald.png", ["sheet", "./film.tint", "in.png", "--set", "film=hald.png"]),
      ("hald.png", ["diff", "./film.tint", "-", "in.png", "--set-first", "film=hald.png"]),
    ]
    for (file, arguments) in cases {
      let before = program.folder.bytes(of: file)
      // A link to it is no other file.
      #expect(try program.shell("ln -f \(file) linked.png").status == 0)
      for output in [file, "linked.png"] {
        let result = try program.run(arguments + ["-o", output, "--if-exists", "overwrite"])
        #expect(result.status == 73, "\(arguments): \(result.status) \(result.errors)")
        #expect(result.errors.contains("\(output): is "), "\(result.errors)")
        #expect(program.folder.bytes(of: file) == before && program.folder.bytes(of: output) == before)
      }
    }
  }

  /// A manifest that does not exist yet is not made of a result's name.
  @Test func aManifestIsNoResult() throws {
    let program = try Program()
    try TestPicture(24, 16).write(program.folder, "in.png")
    for name in ["m.png", "./m.png"] {
      expectFailure(
        try program("render", "noir", "in.png", "-o", "m.png", "--manifest", name), 73,
        "\(name): is the manifest, and the result of 'in.png', too; choose another name")
    }
    #expect(program.folder.names == ["in.png"])
  }

  /// An error in a picture of the look names the picture, and no output is left.
  @Test func picturesOfALook() throws {
    let program = try Program()
    for name in ["in.jpg", "plate.jpg", "whole.png"] { try TestPicture(48, 32).write(program.folder, name) }
    let plate = try #require(program.folder.bytes(of: "plate.jpg"))
    try program.folder.write(Array(plate.dropLast(plate.count / 8)), to: "cut.jpg")
    func render(_ picture: String, _ output: String, _ more: [String] = []) throws -> ProgramResult {
      try program.run(["render", "overlay", "in.jpg", "-o", output, "--picture", "plate=\(picture)"] + more)
    }
    expectFailure(
      try render("cut.jpg", "out.jpg"), 65,
      "in.jpg: the look's picture 'plate', 'cut.jpg': a part of the picture is missing")
    expectFailure(
      try render("none.png", "out.jpg"), 66, "in.jpg: the look's picture 'plate', 'none.png': cannot be opened")
    #expect(program.folder.bytes(of: "out.jpg") == nil)
    expectFailure(
      try render("plate.jpg", "plate.jpg", ["--if-exists", "overwrite"]), 73,
      "plate.jpg: is the look's picture 'plate'; choose another name")
    #expect(program.folder.bytes(of: "plate.jpg") == plate)
    let jobs = [#""pictures":{"plate":3}"#, #""pictures":["plate"]"#, #""locale":"xx""#, #""quality":500"#].map {
      #"{"look":"overlay","input":"in.jpg","output":"out.jpg",\#($0)}"#
    }
    try program.folder.write(jobs.joined(separator: "\n") + "\n", to: "jobs")
    let answers = try program.shell("\"$0\" worker < jobs").output.split(separator: "\n")
    try #require(answers.count == 4)
    #expect(answers.allSatisfy { $0.contains("\"status\":64") }, "\(answers)")
    #expect(answers[0].contains("it is an object such as") && answers[1].contains("it is an object such as"))
    #expect(answers[2].contains("it is one of ca, cs, da"))
    #expect(answers[3].contains("it is a whole number from 1 to 100"))
  }
}
