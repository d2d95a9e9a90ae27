import Foundation
import Testing
import Tintype
import TintypeTestSupport

/// `tintype pack`, `tintype unpack`, and packs as the LOOK of every command.
@Suite struct PackTests {
  private let program: Program

  /// A look with a picture, another recipe and its table in `look.tintfold`, and the pack of it, whose name is as long.
  init() throws {
    program = try Program()
    _ = try program.shell("mkdir -p look.tintfold/film")
    try TestPicture(48, 32).write(program.folder, "in.jpg")
    try TestPicture(20, 16, seed: 2).write(program.folder, "look.tintfold/film/paper.png")
    let rows = (0..<8).map { "\($0 & 1) \(Double($0 >> 1 & 1) * 0.9) \(Double($0 >> 2) * 0.8)\n" }.joined()
    try program.folder.write("LUT_3D_SIZE 2\n" + rows, to: "look.tintfold/film/tone.cube")
    try program.folder.write(Self.tone, to: "look.tintfold/film/tone.tint")
    try program.folder.write(Self.look, to: "look.tintfold/look.tint")
    try program.folder.write("not part of the look", to: "look.tintfold/film/other.cube")
  }

  private static let tone = """
    tintype 1

    look "tone" { working display }

    param strength: scalar = 1  in 0...1

    let table = lut "tone.cube"

    output mix(source, lookup(source, table), strength)

    expect monotone

    """

  private static let look = """
    tintype 1

    use "film/tone.tint" as tone
    use "noir" as noir

    look "packed" { working display }

    param opacity: scalar = 0.3  in 0...1

    let paper = picture "film/paper.png"

    output mix(source |> tone() |> noir(strength: 0.2), fill(paper), opacity)

    """

  /// The names of the files of the pack.
  private static let files = ["look.tint", "film/paper.png", "film/tone.cube", "film/tone.tint"]

  private func pack(_ name: String = "look", as pack: String = "look.tintpack") throws {
    let result = try program("pack", "look.tintfold/\(name).tint", "-o", pack)
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
  }

  // MARK: Packs

  @Test func aPackHoldsWhatTheLookReads() throws {
    let made = try program("pack", "look.tintfold/look.tint", "-o", "look.tintpack")
    #expect(made.output == "look.tintpack: \(Self.files.joined(separator: ", "))\n", "\(made.errors)")
    expectFailure(
      try program("pack", "look.tintfold/look.tint", "-o", "look.tintpack"), 73, "look.tintpack: exists already")
    let folder = try program("unpack", "look.tintpack", "-o", "new/folder")
    #expect(folder.output == "new/folder: \(Self.files.joined(separator: ", "))\n", "\(folder.errors)")
    for name in Self.files {
      #expect(program.folder.bytes(of: "new/folder/\(name)") == program.folder.bytes(of: "look.tintfold/\(name)"))
    }
    #expect(try program.shell("find new -type f | wc -l").output.contains("4"))
  }

  /// Whatever the folder is called, whenever its files were written; and a pack of a pack is that pack.
  @Test func equalFilesGiveEqualBytes() throws {
    try pack()
    _ = try program.shell(
      "cp -r look.tintfold other; touch -t 200001010000 other/film/*; \"$0\" pack other/look.tint -o b.tintpack")
    _ = try program.shell(
      "cd other; \"$0\" pack look.tint -o ../c.tintpack; cd ..; \"$0\" pack look.tintpack -o d.tintpack")
    for name in ["b", "c", "d"] {
      #expect(program.folder.bytes(of: "\(name).tintpack") == program.folder.bytes(of: "look.tintpack"), "\(name)")
    }
    #expect(try program("pack", "look.tintpack", "-o", "look.tintpack", "--if-exists", "overwrite").status == 73)
  }

  @Test(.whereInstalled("python3")) func otherProgramsReadAndWritePacks() throws {
    try pack()
    // As a ZIP program would: extracted, verified by the list, compressed again, with entries for folders.
    let result = try program.shell(
      """
      python3 -m zipfile -t look.tintpack && mkdir x && cd x && python3 -m zipfile -e ../look.tintpack . \
      && sha256sum --quiet --check tintype-pack.sha256 && python3 -m zipfile -c ../b.tintpack film look.tint *.sha256 \
      && cd .. && "$0" unpack b.tintpack -o y && "$0" pack y/look.tint -o c.tintpack && cmp look.tintpack c.tintpack
      """)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(program.folder.bytes(of: "b.tintpack") != program.folder.bytes(of: "look.tintpack"))
    _ = try program.shell("cd x && echo '// more' >> look.tint && python3 -m zipfile -c ../d.tintpack film *.*")
    expectFailure(
      try program("render", "d.tintpack", "in.jpg", "-o", "out.jpg"), 65,
      "d.tintpack: 'look.tint' was changed in the pack")
  }

  // MARK: Commands

  /// What a command makes of the folder's look and of the pack: output, messages and files are the same.
  private func same(_ line: String, _ name: String = "look") throws {
    var results: [(ProgramResult, [UInt8]?)] = []
    for look in ["look.tintfold/\(name).tint", "look.tintpack"] {
      _ = try program.shell("rm -f OUT*")
      let result = try program.shell("\"$0\" " + line.replacingOccurrences(of: "LOOK", with: look))
      let file = program.folder.names.first { $0.hasPrefix("OUT") }
      #expect(line.contains("OUT") == (file != nil), "\(line)")
      results.append((result, file.flatMap { program.folder.bytes(of: $0) }))
    }
    let (folder, pack) = (results[0], results[1])
    #expect(folder.0.status == 0 && pack.0.status == 0, "\(line): \(folder.0.errors)\(pack.0.errors)")
    #expect(pack.0.output == folder.0.output.replacingOccurrences(of: "tintfold", with: "tintpack"), "\(line)")
    #expect(pack.0.errors == folder.0.errors.replacingOccurrences(of: "tintfold", with: "tintpack"), "\(line)")
    #expect(pack.1 == folder.1, "\(line)")
  }

  @Test(.slow) func rendersAreTheSame() throws {
    try pack()
    try program.folder.write(
      "YUV4MPEG2 W4 H2 F25:1 Ip C444\nFRAME\n" + String(repeating: "abcdefgh", count: 3), to: "in.y4m")
    for line in [
      "render LOOK in.jpg -o OUT.jpg", "render LOOK in.jpg -o OUT.png --set opacity=0.5 --max-edge 20",
      "render LOOK - -o - < in.jpg > OUT.jpg", "render LOOK in.jpg -o OUT.png --engine reference",
      "video LOOK in.y4m -o OUT.y4m -q", "sheet LOOK in.jpg -o OUT.png",
      "sheet LOOK --vary opacity=0..1:0.5 in.jpg -o OUT.png",
      "diff LOOK noir in.jpg -o OUT.png", "diff noir LOOK in.jpg -o OUT.png", "explain LOOK",
      "probe LOOK '#806040'", "list LOOK", "list LOOK --json", "test LOOK",
      "export LOOK --to glsl -o OUT.json",
    ] { try same(line) }
  }

  @Test func exportsAreTheSame() throws {
    try program.folder.write(
      "tintype 1\nuse \"film/tone.tint\" as tone\nlook \"plain\" { working display }\noutput tone(source)\n",
      to: "look.tintfold/plain.tint")
    try pack("plain")
    for line in [
      "export LOOK --to cube -o OUT.cube", "export LOOK --to glsl -o OUT.json", "page LOOK noir -o OUT.html",
    ] { try same(line, "plain") }
  }

  @Test func jobsAreTheSame() throws {
    try pack()
    for root in ["", "--root . "] {
      let jobs = ["look.tintfold/look.tint", "look.tintpack", "look.tintpack/look.tint"].enumerated().map {
        #"{"look":"\#($1)","input":"in.jpg","output":"\#($0).jpg","ifExists":"overwrite"}"#
      }
      try program.folder.write(jobs.joined(separator: "\n") + "\n", to: "jobs")
      let result = try program.shell("\"$0\" worker \(root)< jobs")
      #expect(result.output.split(separator: "\n").count { $0.contains("\"status\":0") } == 3, "\(result.output)")
      let made = (0..<3).map { program.folder.bytes(of: "\($0).jpg") }
      #expect(made[0] != nil && made[1] == made[0] && made[2] == made[0], "\(root)")
    }
    let arguments = #"{"look":"look.tintpack"}"#
    let calls = ["check", "render"].map { tool in
      #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
    }
    try program.folder.write(calls.joined(separator: "\n") + "\n", to: "calls")
    let answers = try program.shell("\"$0\" mcp --root . < calls").output.split(separator: "\n")
    #expect(answers.count == 2 && answers.allSatisfy { !$0.contains("\"isError\":true") }, "\(answers)")
  }

  /// The record in a result is that of the folder's look, so either makes the result again.
  @Test func resultsAreMadeAgain() throws {
    try pack()
    expectQuiet(try program("render", "look.tintpack", "in.jpg", "-o", "out.jpg"))
    let why = try program("why", "out.jpg")
    #expect(
      why.output.contains("film/tone.cube, ") && why.output.contains("look  ") && !why.output.contains("tintpack"))
    for recipe in ["look.tintpack", "look.tintfold/look.tint"] {
      let again = ["render", "--again", "out.jpg", "in.jpg", "-o", "again.jpg", "--if-exists", "overwrite"]
      expectQuiet(try program.run(again + ["--recipe", recipe]))
      #expect(program.folder.bytes(of: "again.jpg") == program.folder.bytes(of: "out.jpg"), "\(recipe)")
    }
  }

  /// Diagnostics name the file in the pack; nothing changes it there.
  @Test func recipesInPacksAreChecked() throws {
    let untidy = "// allow: pow-of-negative (kept)\nlook  \"packed\""
    try program.folder.write(
      Self.look.replacingOccurrences(of: "look \"packed\"", with: untidy), to: "look.tintfold/look.tint")
    try pack()
    let checked = try program("check", "look.tintpack")
    #expect(checked.status == 0 && checked.output == "look.tintpack: ok, 1 warning\n", "\(checked.output)")
    #expect(checked.errors.contains("--> look.tintpack/look.tint:6:"), "\(checked.errors)")
    let before = program.folder.bytes(of: "look.tintpack")
    expectFailure(try program("fmt", "look.tintpack"), 73, "look.tintpack/look.tint: lies in a pack")
    #expect(try program("fmt", "--check", "look.tintpack").status == 1)
    expectFailure(try program("check", "--fix", "look.tintpack"), 73, "look.tintpack/look.tint: lies in a pack")
    #expect(program.folder.bytes(of: "look.tintpack") == before)
    expectFailure(
      try program("fit", "look.tintpack", "--before", "in.jpg", "--after", "in.jpg", "-o", "fitted.tint"), 64,
      "look.tintpack: is a pack, which no recipe extends")
  }

  /// A pack that is replaced is watched as a recipe that is saved.
  @Test func packsAreWatched() throws {
    try pack()
    try program.folder.write(Self.look.replacingOccurrences(of: "0.3", with: "0.9"), to: "look.tintfold/look.tint")
    try pack(as: "b.tintpack")
    let result = try program.shell(
      """
      : > log; "$0" watch look.tintpack in.jpg -o preview.png >> log & watch=$!
      until [ $(wc -l < log) -ge 1 ]; do kill -0 $watch || exit 1; sleep 0.1; done; cp preview.png first.png
      mv b.tintpack look.tintpack
      until [ $(wc -l < log) -ge 2 ]; do kill -0 $watch || exit 1; sleep 0.1; done; kill -KILL $watch
      """)
    #expect(result.errors.isEmpty, "\(result.errors)")
    #expect(program.folder.bytes(of: "preview.png") != program.folder.bytes(of: "first.png"))
  }

  // MARK: Refusals

  @Test func badPacksAreRefused() throws {
    try pack()
    expectFailure(try program("render", "b.tintpack", "in.jpg", "-o", "out.jpg"), 66, "b.tintpack: cannot be opened")
    expectFailure(try program("unpack", "b.tintpack", "-o", "x"), 66, "b.tintpack: cannot be opened")
    _ = try program.shell("head -c 900 look.tintpack > b.tintpack; cp look.tintfold/look.tint c.tintpack")
    for name in ["b", "c"] {
      let start = "\(name).tintpack: the pack is damaged: it does not end as a ZIP archive does"
      expectFailure(try program("render", "\(name).tintpack", "in.jpg", "-o", "out.jpg"), 65, start)
      expectFailure(try program("unpack", "\(name).tintpack", "-o", "x"), 65, start)
      expectFailure(try program("pack", "\(name).tintpack", "-o", "d.tintpack"), 65, start)
    }
    // One byte of the picture.
    var bytes = try #require(program.folder.bytes(of: "look.tintpack"))
    bytes[Self.look.utf8.count + 300] ^= 1
    try program.folder.write(bytes, to: "b.tintpack")
    let damaged = try program("render", "b.tintpack", "in.jpg", "-o", "out.jpg")
    #expect(damaged.status == 65 && damaged.errors.contains("--> b.tintpack/look.tint:10:21"), "\(damaged.errors)")
    #expect(damaged.errors.contains("content of 'film/paper.png' does not match its checksum"), "\(damaged.errors)")
    expectFailure(try program("unpack", "b.tintpack", "-o", "x"), 65, "b.tintpack: the pack is damaged: the content of")
    #expect(Set(program.folder.names).isDisjoint(with: ["x", "out.jpg", "d.tintpack"]))
    expectFailure(
      try program("render", "look.tintpack/none.tint", "in.jpg", "-o", "out.jpg"), 66,
      "look.tintpack/none.tint: is not in the pack")
  }

  @Test func whatCannotBePackedIsRefused() throws {
    for arguments in [
      ["noir", "-o", "look.tintpack"], ["look.tintfold/look.tint", "-o", "a.zip"], ["=source", "-o", "look.tintpack"],
    ] {
      let result = try program.run(["pack"] + arguments)
      #expect(result.status == 64 && result.errors.hasPrefix("Error: "), "\(result.errors)")
    }
    expectFailure(try program("pack", "./none.tint", "-o", "look.tintpack"), 66, "./none.tint: cannot be opened")
    try program.folder.write("tintype 1\nlook \"w\" { working display }\noutput sorce\n", to: "wrong.tint")
    let wrong = try program("pack", "wrong.tint", "-o", "look.tintpack")
    #expect(wrong.status == 65 && wrong.errors.contains("there is nothing called 'sorce' here"), "\(wrong.errors)")
    try program.folder.write("tintype 1\nlook \"w\" { working display }\noutput source\n", to: "a:b.tint")
    expectFailure(try program("pack", "a:b.tint", "-o", "look.tintpack"), 65, "a:b.tint: 'a:b.tint' is no plain name")
    // What lies behind a picture costs nothing, but its place.
    _ = try program.shell("truncate -s 300M look.tintfold/film/paper.png")
    expectFailure(
      try program("pack", "look.tintfold/look.tint", "-o", "look.tintpack"), 75,
      "look.tintfold/look.tint: 'film/paper.png': the file has")
    #expect(program.folder.bytes(of: "look.tintpack") == nil)
  }

  @Test func unpackingReplacesNothing() throws {
    try pack()
    _ = try program.shell("mkdir x; echo mine > x/look.tint")
    expectFailure(try program("unpack", "look.tintpack", "-o", "x"), 73, "x/look.tint: exists already")
    #expect(try program.shell("ls x").output == "look.tint\n")
    let skipped = try program("unpack", "look.tintpack", "-o", "x", "--if-exists", "skip")
    #expect(skipped.status == 0 && skipped.errors == "tintype: x/look.tint: exists, skipped\n", "\(skipped.errors)")
    #expect(program.folder.bytes(of: "x/look.tint") == Array("mine\n".utf8))
    #expect(program.folder.bytes(of: "x/film/tone.tint") == Array(Self.tone.utf8))
    #expect(try program("unpack", "look.tintpack", "-o", "x", "--if-exists", "overwrite").status == 0)
    #expect(program.folder.bytes(of: "x/look.tint") == Array(Self.look.utf8))
    #expect(try program("unpack", "look.tintpack", "-o", "x", "--if-exists", "rename").status == 64)
    // No link in the folder leads out of it.
    _ = try program.shell("mkdir y outside; ln -s ../outside y/film")
    let led = try program("unpack", "look.tintpack", "-o", "y")
    #expect(led.status != 0 && led.errors.contains("symbolic link"), "\(led.errors)")
    #expect(try program.shell("ls outside; ls y").output == "film\n")
  }
}
