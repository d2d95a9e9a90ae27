import Testing
import TintypeExport
import TintypeImage
import TintypeTestSupport

@Suite struct ExportTests {
  @Test(.slow) func aTableGoesRoundThroughTheLanguage() throws {
    let program = try Program()
    try TestPicture(64, 48, depth: .sixteen).write(program.folder, "photo.png")
    expectQuiet(try program("export", "chrome", "--to", "cube", "--size", "65", "-o", "chrome.cube"))
    expectQuiet(try program("export", "chrome", "--to", "hald", "-o", "chrome.png"))
    expectQuiet(try program("render", "chrome", "photo.png", "-o", "look.png"))
    let look = try TestPicture(program.folder, "look.png")
    for table in ["chrome.cube", "chrome.png"] {
      try program.folder.write(
        "tintype 1\nlook \"t\" { working display }\nlet t = lut \"\(table)\"\noutput lookup(source, t)\n",
        to: "table.tint")
      expectQuiet(try program("render", "table.tint", "photo.png", "-o", "table.png", "--if-exists", "overwrite"))
      let made = try TestPicture(program.folder, "table.png")
      let worst = zip(look.samples, made.samples).map { abs(Int($0) - Int($1)) }.max() ?? .max
      #expect(worst < 257, "\(table) is \(worst) of 65535 off, more than a code of 8 bits")
    }
  }

  @Test func whatStandsInTheWayIsNamed() throws {
    let program = try Program()
    let result = try program("export", "tumble-down", "--to", "cube", "-o", "t.cube")
    #expect(result.status == 65)
    #expect(
      result.errorLines == [
        "tintype: tumble-down: a table cannot hold 'grain' at tumble-down:40:24: it depends on noise",
        "tintype: tumble-down: --without grain leaves that out",
      ])
    #expect(program.folder.bytes(of: "t.cube") == nil)
    let made = try program("export", "tumble-down", "--to", "cube", "--without", "grain", "-o", "t.cube")
    #expect(made.status == 0 && made.output == "" && made.errors.hasPrefix("note: the table is off by up to "))
    #expect(program.folder.bytes(of: "t.cube") != nil)
    expectQuiet(try program("export", "sepia", "--to", "cube", "-o", "s.cube"))
  }

  /// Shaders take what a host hands them, which is not what such a look is for.
  @Test func codesOfACameraAreForTables() throws {
    let program = try Program()
    try program.folder.write(
      "tintype 1\nlook \"l\" { working linear-srgb input s-log3 }\noutput source\n", to: "l.tint")
    for (target, name) in [("glsl", "l.frag"), ("dctl", "l.dctl"), ("metal", "l.metal"), ("wgsl", "l.json")] {
      expectFailure(
        try program("export", "./l.tint", "--to", target, "-o", name), 65,
        "./l.tint: the look's photos are s-log3, and shaders take the codes of sRGB; a table takes either")
      #expect(program.folder.bytes(of: name) == nil)
    }
    #expect(try program("export", "./l.tint", "--to", "cube", "-o", "l.cube").status == 0)
  }

  /// A result does not replace what the look is made of.
  @Test func ownFilesAreKept() throws {
    let program = try Program()
    let table = "LUT_3D_SIZE 2\n" + String(repeating: "0 0 0\n", count: 8)
    try program.folder.write(table, to: "own.cube")
    try program.folder.write(
      "tintype 1\nlook \"l\" { working display }\noutput lookup(source, lut \"own.cube\")\n", to: "l.tint")
    expectFailure(
      try program("export", "./l.tint", "--to", "cube", "-o", "own.cube", "--if-exists", "overwrite"), 73,
      "own.cube: is the look's file")
    #expect(program.folder.bytes(of: "own.cube") == Array(table.utf8))
  }

  @Test(.slow) func outputsAreKept() throws {
    let program = try Program()
    try program.folder.write("kept", to: "t.clf")
    expectFailure(try program("export", "noir", "--to", "clf", "-o", "t.clf"), 73, "t.clf: exists already")
    #expect(program.folder.bytes(of: "t.clf") == Array("kept".utf8))
    let skipped = try program("export", "noir", "--to", "clf", "-o", "t.clf", "--if-exists", "skip")
    #expect(skipped.status == 0 && skipped.errors.contains("exists, skipped"))
    expectQuiet(try program("export", "noir", "--to", "clf", "-o", "t.clf", "--if-exists", "overwrite"))
    let stream = try program("export", "noir", "--to", "clf", "-o", "-")
    #expect(Array(stream.output.utf8) == program.folder.bytes(of: "t.clf"))
    expectFailure(try program("export", "noir", "--to", "clf", "-o", "none/t.clf"), 73, "none/t.clf")
  }

  @Test(.slow) func statuses() throws {
    let program = try Program()
    func status(_ words: String) throws -> Int32 {
      try program.run(["export"] + words.split(separator: " ").map(String.init)).status
    }
    #expect(try status("noir") == 64)
    #expect(try status("noir --to cube") == 64)
    #expect(try status("noir --to cube --size 1 -o a.cube") == 64)
    #expect(try status("noir --to cube --size 9 --max-error 1 -o a.cube") == 64)
    #expect(try status("noir --to clf --for ffmpeg -o a.clf") == 64)
    #expect(try status("noir --to cube --without nothing -o a.cube") == 64)
    #expect(try status("noir --to cube --set strength=9 -o a.cube") == 64)
    #expect(try status("chrome --to cube --max-error 0.0001 -o a.cube") == 75)
    #expect(try status("nior --to cube -o a.cube") == 66)
    #expect(try status("noir --to metal --size 9 -o a.cube") == 64)
    #expect(try status("noir --to cube --freeze strength -o a.cube") == 64)
    #expect(try status("noir --to metal --freeze nothing -o a.cube") == 64)
    #expect(try status("bloom --to glsl -o a.frag") == 65)
    #expect(try status("noir --to cube -o a.png") == 64)
    #expect(try status("noir --to hald -o a.cube") == 64)
    #expect(program.folder.bytes(of: "a.cube") == nil)
  }

  @Test func aShaderIsOneFile() throws {
    let program = try Program()
    expectQuiet(try program("export", "tumble-down", "--to", "metal", "--freeze", "contrast,gamma", "-o", "t.metal"))
    let text = String(decoding: try #require(program.folder.bytes(of: "t.metal")), as: UTF8.self)
    #expect(text.contains("float param_exposure,") && !text.contains("float param_contrast"))
    #expect(text.contains("* 1.17f"))
    #expect(text.contains("// written as numbers: contrast=1.17; gamma=1.5; grainScale=1"))
  }

  /// DCTL has grain and vignettes; what reads neighbors is named with its place, and no file is written.
  @Test func aFileForResolve() throws {
    let program = try Program()
    expectQuiet(try program("export", "tumble-down", "--to", "dctl", "--set", "contrast=1.4", "-o", "t.dctl"))
    let text = String(decoding: try #require(program.folder.bytes(of: "t.dctl")), as: UTF8.self)
    #expect(text.contains("DEFINE_UI_PARAMS(param_contrast, Contrast, DCTLUI_SLIDER_FLOAT, 1.4f, 0.0f, 4.0f, 0.01f)"))
    let refused = try program("export", "warm-negative", "--to", "dctl", "-o", "w.dctl")
    #expect(refused.status == 65 && program.folder.bytes(of: "w.dctl") == nil)
    #expect(refused.errors.contains("DCTL cannot hold 'haloed' at warm-negative:104:13: it depends on other pixels"))
    #expect(try program("export", "tumble-down", "--to", "dctl", "-o", "t.json").status == 64)
  }

  /// A hook is one file; --parameters opens parameters, which are numbers otherwise.
  @Test func aHookForPlayers() throws {
    let program = try Program()
    expectQuiet(try program("export", "tumble-down", "--to", "placebo", "--set", "contrast=1.4", "-o", "t.hook"))
    let text = String(decoding: try #require(program.folder.bytes(of: "t.hook")), as: UTF8.self)
    #expect(text.contains("//!HOOK MAIN") && text.contains("contrast=1.4") && !text.contains("//!PARAM"))
    expectQuiet(try program("export", "tumble-down", "--to", "placebo", "--parameters", "-o", "p.hook"))
    let open = String(decoding: try #require(program.folder.bytes(of: "p.hook")), as: UTF8.self)
    #expect(open.contains("//!PARAM param_contrast\n"))
    let refused = try program("export", "frame", "--set", "ratio=.square", "--to", "placebo", "-o", "f.hook")
    #expect(refused.status == 65 && program.folder.bytes(of: "f.hook") == nil)
    #expect(refused.errors.contains("a hook of libplacebo cannot hold "))
    #expect(try program("export", "tumble-down", "--to", "placebo", "-o", "t.json").status == 64)
    #expect(try program("export", "tumble-down", "--to", "dctl", "--parameters", "-o", "t.dctl").status == 64)
    #expect(try program("export", "tumble-down", "--to", "cube", "--parameters", "-o", "t.cube").status == 64)
    #expect(try program("export", "tumble-down", "--to", "glsl", "--runtime", "-o", "t.frag").status == 64)
  }

  @Test func listSaysWhatEachTargetHolds() throws {
    let list = try Program()("export", "--list")
    #expect(
      list.output.split(separator: "\n").map { $0.prefix { $0 != " " } }
        == ["cube", "hald", "clf", "metal", "glsl", "wgsl", "hlsl", "dctl", "placebo"])
    #expect(list.output.contains("; --runtime writes tintype.js beside; run by Chromium\n"))
    #expect(list.output.contains("OUT.dctl"))
  }

  /// Help, messages and the manual list the targets of one table.
  @Test func oneTableOfTargets() throws {
    let program = try Program()
    let names = ExportTarget.allCases.map(\.rawValue)
    let help = try program("export", "--help").output.split { $0.isWhitespace }.joined(separator: " ")
    #expect(help.contains("The kind of file. (values: \(names.joined(separator: ", ")))"), "\(help)")
    let refused = try program("export", "noir", "--to", "clf", "--for", "ffmpeg", "-o", "a.clf")
    #expect(refused.status == 64 && refused.errors.contains("--for is about --to cube"))
    let runtime = try program("export", "noir", "--to", "hlsl", "--runtime", "-o", "a.json")
    #expect(runtime.status == 64 && runtime.errors.contains("--runtime is about --to metal, glsl, wgsl"))
    let page = TestFiles.bytes(of: TestFiles.packageRoot + "/Documentation/Exports.md") ?? []
    for name in names { #expect(String(decoding: page, as: UTF8.self).contains("\n| `\(name)` |"), "\(name)") }
  }
}
