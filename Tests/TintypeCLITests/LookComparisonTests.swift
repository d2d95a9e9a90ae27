import Testing
import TintypeImage
import TintypeTestSupport

/// `tintype test`, `tintype diff`, `tintype sheet --vary` and the options that say which day it is.
@Suite struct LookComparisonTests {
  private let head = "tintype 1\nlook \"e\" { working linear-srgb }\nparam light: scalar = 1 in 0...4\n"

  @Test func promisesThatHoldAreListed() throws {
    let program = try Program()
    let recipe = head + "output source * light\nexpect neutral\nexpect monotone\nexpect identity within 0.01\n"
    try program.folder.write(recipe, to: "e.tint")
    let result = try program("test", "e.tint")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasSuffix("all 3 expectations hold\n"), "\(result.output)")
    #expect(try program("test", "-q", "e.tint").output.isEmpty)
  }

  @Test func promisesThatAreBrokenHaveAPlaceAndANumber() throws {
    let program = try Program()
    let recipe =
      head
      + "output source * rgb(light, 1, 1)\nexpect neutral with light = 2\nexpect identity with light = 2\n"
      + "expect #808080 -> #808080 within 0.1\nexpect #808080 -> #ff0000\n"
    try program.folder.write(recipe, to: "e.tint")
    let result = try program("test", "e.tint")
    #expect(result.status == 1)
    #expect(result.output.contains("FAIL  expect neutral with light = 2"), "\(result.output)")
    #expect(result.output.contains("from gray\n        --> e.tint:5:1"), "\(result.output)")
    #expect(result.output.contains("ok    expect #808080 -> #808080 within 0.1  (0.0)"), "\(result.output)")
    #expect(result.output.contains("#808080 comes out as #808080"), "\(result.output)")
    #expect(result.output.hasSuffix("3 of 4 expectations do not hold\n"), "\(result.output)")
    let lines = try program("test", "--format", "json", "e.tint").output.split(separator: "\n")
    #expect(lines.count == 4 && lines.allSatisfy { $0.hasPrefix("{") && $0.contains("\"holds\":") })
  }

  @Test func whatIsLighterHasToStayLighter() throws {
    let program = try Program()
    try program.folder.write(head + "output source * (light - source)\nexpect monotone\n", to: "e.tint")
    let result = try program("test", "e.tint")
    #expect(result.status == 1 && result.output.contains("comes out darker than"), "\(result.output)")
  }

  @Test func measuresHaveWindows() throws {
    let program = try Program()
    let recipe =
      "tintype 1\nlook \"e\" { working display }\noutput source\n"
      + "expect hue of lightSkin in 50...52\nexpect hue of red in 380...392\n"
      + "expect density of #ffffff in -0.01...0.01\n"
      + "expect lightness of #767676 in 49.4...49.7\nexpect chroma of lightSkin in 30...40\n"
      + "expect distance from \"original\" in -1...0.01\nexpect distance from \"tumble-down\" in 0...1\n"
    try program.folder.write(recipe, to: "e.tint")
    let result = try program("test", "e.tint")
    #expect(result.status == 1)
    #expect(result.output.contains("ok    expect hue of lightSkin in 50...52  (51."), "\(result.output)")
    #expect(result.output.contains("ok    expect hue of red in 380...392  (38"), "\(result.output)")
    #expect(result.output.contains("#c29682 comes out as #c29682, whose chroma is 21."), "\(result.output)")
    #expect(result.output.contains("'tumble-down' is 10."), "\(result.output)")
    #expect(result.output.hasSuffix("2 of 7 expectations do not hold\n"), "\(result.output)")
    let lines = try program("test", "--format", "json", "e.tint").output.split(separator: "\n")
    #expect(lines.last?.contains("\"measured\":10.") == true, "\(lines)")
  }

  @Test(.slow) func shippedLooksKeepWhatTheyPromise() throws {
    let result = try Program()("test", "-q")
    #expect(result.status == 0, "\(result.output)")
  }

  @Test func differencesHaveASize() throws {
    let program = try Program()
    try TestPicture(48, 32).write(program.folder, "photo.png")
    let same = try program("diff", "tumble-down", "tumble-down", "photo.png", "-o", "same.png")
    #expect(same.output == "dE2000 mean 0.0, 95 % below 0.0, largest 0.0\n", "\(same.errors)")
    let other = try program("diff", "-", "minimal-life", "photo.png", "-o", "other.png")
    #expect(other.status == 0 && !other.output.contains("mean 0.0"), "\(other.errors)")
    let cropped = "tintype 1\nlook \"c\" { working display }\noutput crop(source, ratio: 1)\n"
    try program.folder.write(cropped, to: "c.tint")
    let different = try program("diff", "original", "./c.tint", "photo.png", "-o", "none.png")
    #expect(different.status == 65 && different.errors.contains("48 x 32 and 32 x 32"), "\(different.errors)")
  }

  @Test func stripsAndGridsHaveAPictureForEachValue() throws {
    let program = try Program()
    try TestPicture(90, 60).write(program.folder, "photo.png")
    try program.folder.write(
      "tintype 1\nlook \"e\" { working display }\nparam soft: length = 1% in 0%...9%\n"
        + "param film: choice = .a of a, b\noutput if film == .a { blur(source, radius: soft) } else { source }\n",
      to: "e.tint")
    for vary in [
      ["soft=0%..4%:1%"], ["soft=0%...4% by 1%"], ["soft=0..4%:2", "film=a,b"], ["film=a,b"], ["soft=0..4:2"],
      ["soft=0"],
    ] {
      let options = vary.flatMap { ["--vary", $0] }
      let result = try program.run(
        ["sheet", "e.tint", "photo.png", "-o", "\(vary.count)-\(vary[0].count).png"] + options)
      #expect(result.status == 0, "\(vary): \(result.errors)")
    }
    for vary in ["soft=4..0:1", "soft=0..1e9:1e-9", "nothing"] {
      let result = try program("sheet", "e.tint", "photo.png", "-o", "x.png", "--vary", vary)
      #expect(result.status == 64, "\(vary): \(result.errors)")
    }
    let wrong = try program("sheet", "e.tint", "photo.png", "-o", "x.png", "--vary", "soft=0px..4px:1")
    #expect(wrong.status == 64 && wrong.errors.contains("--> --vary:1:"), "\(wrong.errors)")
  }

  /// One of many that lacks its picture does not keep the others from being tested and shown.
  @Test func looksWithoutTheirPicturesAreLeftOut() throws {
    let program = try Program()
    try TestPicture(48, 32).write(program.folder, "photo.png")
    try program.folder.write(
      "tintype 1\nlook \"p\" { working display }\nparam plate: picture\noutput source * fill(plate)\n"
        + "expect monotone\n", to: "a.tint")
    try program.folder.write(
      "tintype 1\nlook \"q\" { working display }\noutput source\nexpect monotone\n", to: "b.tint")
    let tested = try program("test", "a.tint", "b.tint")
    #expect(tested.status == 66 && tested.output.contains("b.tint\n  ok    expect monotone"), "\(tested)")
    try program.folder.write("set contrast = 2\n", to: "photo.png.tint")
    let sheet = try program("sheet", "a.tint", "b.tint", "photo.png", "-o", "sheet.png")
    #expect(sheet.status == 0, "\(sheet.errors)")
    #expect(sheet.errors.contains("a.tint: note: is left out, as it needs a picture: --picture plate=FILE"))
    #expect(sheet.errors.contains("photo.png: note: its sidecar is ignored"))
    let photo = program.folder.bytes(of: "photo.png")
    try program.folder.write("tintype 1\nlook \"v\" { working display }\noutput source\n", to: "w.tint")
    let renamed = try program("watch", "w.tint", "photo.png", "-o", "photo.png", "--if-exists", "rename")
    #expect(renamed.status == 64 && renamed.errors.contains("--if-exists rename would give each preview another name"))
    #expect(program.folder.bytes(of: "photo.png") == photo)
    let watched = try program("watch", "noir", "photo.png", "-o", "x.png")
    #expect(watched.status == 64 && watched.errors.contains("'noir' is a shipped look"), "\(watched.errors)")
  }

  /// A setting reaches the looks of a sheet that have the parameter.
  @Test func settingsOfASheetAreForTheLooksThatHaveThem() throws {
    let program = try Program()
    try TestPicture(48, 32).write(program.folder, "photo.png")
    try program.folder.write("set contrast = 2\n", to: "photo.png.tint")
    func sheet(_ options: String...) throws -> ProgramResult {
      try program.run(
        ["sheet", "noir", "minimal-life", "photo.png", "-o", "s.png", "--if-exists", "overwrite"] + options)
    }
    #expect(try sheet().status == 0)
    let plain = program.folder.bytes(of: "s.png")
    #expect(try sheet("--set", "contrast=2").status == 0)
    #expect(program.folder.bytes(of: "s.png") != plain)
    let wrong = try sheet("--set", "contrasd=2")
    #expect(wrong.status == 64 && wrong.errors.contains("has no parameter 'contrasd'"), "\(wrong.errors)")
    let diff = try program("diff", "noir", "original", "photo.png", "-o", "d.png")
    #expect(diff.status == 0 && diff.errors.contains("photo.png: note: its sidecar is ignored"), "\(diff.errors)")
  }

  /// The preview of an earlier session gives way, and nothing else does.
  @Test func watchReplacesItsOwnPreview() throws {
    let program = try Program()
    try TestPicture(48, 32).write(program.folder, "photo.png")
    try TestPicture(48, 32).write(program.folder, "mine.png")
    try program.folder.write("tintype 1\nlook \"v\" { working display }\noutput source * 0.5\n", to: "v.tint")
    for preview in ["p.png", "p.png", "p.jpg", "p.jpg"] {
      let result = try program.shell(
        """
        : > log; "$0" watch v.tint photo.png -o \(preview) >> log & watch=$!
        until [ $(wc -l < log) -ge 1 ]; do kill -0 $watch || exit 1; sleep 0.1; done; kill -KILL $watch; cat log
        """)
      #expect(result.output.hasPrefix("\(preview): 48 x 32"), "\(result.errors)")
    }
    let other = try program("watch", "v.tint", "photo.png", "-o", "mine.png")
    #expect(other.status == 73 && other.errors.contains("exists already"), "\(other.errors)")
  }

  @Test func variantsWhereverALookIsNamed() throws {
    let program = try Program()
    try TestPicture(48, 32).write(program.folder, "photo.png")
    try program.folder.write(
      "tintype 1\nlook \"v\" { working display }\nparam amount: scalar = 1 in 0...2\n"
        + "variant \"none\" { amount = 0 }\noutput source * amount\nexpect #808080 -> #000000\n",
      to: "v.tint")
    let diff = try program(
      "diff", "v.tint", "v.tint", "photo.png", "-o", "d.png", "--variant-first", "none", "--set-second", "amount=0")
    #expect(diff.output.hasPrefix("dE2000 mean 0.0,"), "\(diff.errors)")
    #expect(try program("test", "v.tint").status == 1)
    #expect(try program("test", "v.tint", "--variant", "none").status == 0)
    #expect(try program("sheet", "v.tint", "photo.png", "-o", "s.png", "--variant", "none").status == 0)
    #expect(try program("sheet", "v.tint", "photo.png", "-o", "t.png", "--variant", "nine").status == 64)
  }

  /// Waits for the second preview, and ends. (Signals other than KILL are blocked in what a test starts.)
  private let twoPreviews =
    "until [ $(wc -l < log) -ge 2 ]; do kill -0 $watch || exit 1; sleep 0.1; done; kill -KILL $watch; cat log"

  /// The preview follows a recipe that is used, and takes a variant and settings.
  @Test func watchFollowsWhatIsUsed() throws {
    let program = try Program()
    try TestPicture(48, 32).write(program.folder, "photo.png")
    try program.folder.write(
      "tintype 1\nuse \"base.tint\" as base\nlook \"v\" { working display }\nparam amount: scalar = 1 in 0...2\n"
        + "variant \"none\" { amount = 0 }\noutput source * amount |> base()\n",
      to: "v.tint")
    let base = "tintype 1\nlook \"b\" { working display }\noutput source + "
    try program.folder.write(base + "0\n", to: "base.tint")
    try program.folder.write(base + "1\n", to: "next.tint")
    let result = try program.shell(
      """
      "$0" watch v.tint photo.png -o p.png --variant none > log & watch=$!
      until [ -s p.png ]; do sleep 0.1; done
      cp p.png first.png; cp next.tint base.tint
      \(twoPreviews)
      """)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.split(separator: "\n").count == 2)
    #expect(program.folder.bytes(of: "first.png") != program.folder.bytes(of: "p.png"))
  }

  /// A save in place may be seen between two writes, and one that renames while there is no file.
  @Test(arguments: [
    "head -c 40 next.tint > v.tint; sleep 0.1; tail -c +41 next.tint >> v.tint",
    "rm v.tint; sleep 0.1; mv next.tint v.tint", "mv next.tint v.tint",
  ]) func watchReadsWholeFiles(_ save: String) throws {
    let program = try Program()
    try TestPicture(48, 32).write(program.folder, "photo.png")
    try program.folder.write("tintype 1\nlook \"v\" { working display }\noutput source * 0.5\n", to: "v.tint")
    try program.folder.write("tintype 1\nlook \"v\" { working display }\noutput source * 0.25\n", to: "next.tint")
    let result = try program.shell(
      """
      "$0" watch ./v.tint photo.png -o p.png > log & watch=$!
      until [ -s p.png ]; do sleep 0.1; done
      cp p.png first.png; sleep 0.3; \(save)
      \(twoPreviews)
      """)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(result.output.split(separator: "\n").count == 2)
    #expect(program.folder.bytes(of: "first.png") != program.folder.bytes(of: "p.png"))
  }

  // MARK: Dates

  /// A negative time is no wish for help, whatever else is wrong.
  @Test func negativeTimesAreTimes() throws {
    let program = try Program()
    let result = try program("render", "original", "p.jpg", "-o", "o.jpg", "--date-shift", "-1h30m", "--depth", "9")
    #expect(result.status == 64 && result.output.isEmpty)
    #expect(result.errors.hasPrefix("Error: The value '9' is invalid for '--depth"), "\(result.errors)")
    #expect(try program("render", "original", "p.jpg", "-o", "o.jpg", "--date-shift", "-1h30m").status == 66)
  }

  private let dated =
    "tintype 1\nlook \"d\" { working display }\n"
    + "output source + text(source.date, format: \"yyyy-MM-dd HH:mm\", height: 30%)\n"

  @Test func theDayIsThatOfThePhotoUnlessItIsSaid() throws {
    let program = try Program()
    try TestPicture(400, 60).write(program.folder, "photo.jpg", metadata: datedCameraData())
    try program.folder.write(dated, to: "d.tint")
    func render(_ name: String, _ options: String...) throws -> [UInt8] {
      let result = try program.run(["render", "./d.tint", "photo.jpg", "-o", name, "--metadata", "none"] + options)
      #expect(result.status == 0, "\(options): \(result.errors)")
      return try #require(program.folder.bytes(of: name))
    }
    // The camera's data say 2024:05:06 07:08:09.
    let own = try render("own.jpg")
    #expect(try render("same.jpg", "--date", "2024-05-06T07:08") == own)
    #expect(try render("shifted.jpg", "--date-shift", "+1d2h") == render("day.jpg", "--date", "2024-05-07T09:08"))
    #expect(try render("later.jpg", "--date", "2024-05-06T07:09") != own)
  }

  @Test(.slow) func aPhotoWithoutADateSaysSo() throws {
    let program = try Program()
    try TestPicture(40, 30).write(program.folder, "photo.png")
    try program.folder.write(dated, to: "d.tint")
    let result = try program("render", "./d.tint", "photo.png", "-o", "out.png")
    #expect(result.status == 65 && result.errors.contains("--date-missing"), "\(result.errors)")
    for missing in ["skip", "file"] {
      let result = try program("render", "./d.tint", "photo.png", "-o", "\(missing).png", "--date-missing", missing)
      #expect(result.status == 0, "\(result.errors)")
    }
    for wrong in [
      ["--date", "31.8.2024"], ["--date-shift", "1x"], ["--date-missing", "never"],
      ["--date", "2024-08-31", "--date-shift", "1h"],
    ] {
      #expect(try program.run(["render", "./d.tint", "photo.png", "-o", "x.png"] + wrong).status == 64)
    }
  }

  /// A result is made again with the time that its photo's file had; a manifest notices another one.
  @Test func theTimeOfAFileIsRecorded() throws {
    let program = try Program()
    try TestPicture(40, 30).write(program.folder, "photo.png")
    try program.folder.write(dated, to: "d.tint")
    let render = ["render", "./d.tint", "photo.png", "--date-missing", "file", "-q", "-o"]
    #expect(try program.shell("touch -t 202405060708.09 photo.png").status == 0)
    expectQuiet(try program.run(render + ["made.png"]))
    #expect(try program("why", "made.png").output.contains("date=2024-05-06 07:08:09"))
    expectQuiet(try program.run(render + ["listed.png", "--manifest", "m"]))
    #expect(program.folder.bytes(of: "listed.png") == program.folder.bytes(of: "made.png"))
    #expect(try program.shell("touch -t 202405060709.09 photo.png").status == 0)
    expectQuiet(try program("render", "--again", "made.png", "photo.png", "--recipe", "d.tint", "-o", "again.png"))
    #expect(program.folder.bytes(of: "again.png") == program.folder.bytes(of: "made.png"))
    expectQuiet(try program.run(render + ["listed.png", "--manifest", "m"]))
    #expect(program.folder.bytes(of: "listed.png") != program.folder.bytes(of: "made.png"))
  }

  @Test func datesAreInTheLanguageThatIsAskedFor() throws {
    let program = try Program()
    try TestPicture(400, 60).write(program.folder, "photo.png")
    func render(_ name: String, _ text: String, _ options: String...) throws -> [UInt8]? {
      try program.folder.write(
        "tintype 1\nlook \"d\" { working display }\noutput source + text(\(text), face: .plain, height: 20%)\n",
        to: "d.tint")
      let line = ["render", "d.tint", "photo.png", "-o", "\(name).png", "--metadata", "none"]
      expectQuiet(try program.run(line + options))
      return program.folder.bytes(of: "\(name).png")
    }
    let given = "source.date, format: \"EEEE d MMMM\""
    let czech = try render("cs", "\"sobota 31 srpna\"")
    #expect(try render("given", given, "--date", "2024-08-31", "--locale", "cs") == czech)
    #expect(try render("english", given, "--date", "2024-08-31") == render("en", "\"Saturday 31 August\""))
    let wrong = try program("render", "d.tint", "photo.png", "-o", "x.png", "--locale", "tlh")
    let tags = "ca cs da de en es et fi fr ga hr hu id is it lt lv mt nb nl pl pt ro sk sl sv tr vi"
    #expect(wrong.status == 64)
    for tag in tags.split(separator: " ") { #expect(wrong.errors.contains("  - \(tag)\n"), "\(wrong.errors)") }
  }

  @Test func textsAreSetWithAndWithoutQuotes() throws {
    let program = try Program()
    try TestPicture(200, 60).write(program.folder, "photo.png")
    try program.folder.write(
      "tintype 1\nlook \"t\" { working display }\nparam caption: text = \"Lisbon\"\nparam how: text = \"yyyy\"\n"
        + "param day: date = \"2024-01-02\"\n"
        + "output source + text(caption, height: 30%) + text(day, format: how, at: .topLeft)\n", to: "t.tint")
    func render(_ settings: String...) throws -> (Int32, [UInt8]?, String) {
      let options = settings.flatMap { ["--set", $0] } + ["--metadata", "none", "--if-exists", "overwrite"]
      let result = try program.run(["render", "./t.tint", "photo.png", "-o", "out.png"] + options)
      return (result.status, program.folder.bytes(of: "out.png"), result.errors)
    }
    let plain = try render("caption=Porto; by night = 2", "day=2024-08-31")
    let quoted = try render("caption=\"Porto; by night = 2\"", "day=\"2024-08-31\"")
    #expect(plain.0 == 0 && plain.1 == quoted.1, "\(plain.2) \(quoted.2)")
    #expect(try render().1 != plain.1)
    for wrong in ["how=YYYY", "day=tomorrow", "caption=" + String(repeating: "x", count: 201)] {
      #expect(try render(wrong).0 == 64, "\(wrong)")
    }
  }

  @Test func aResultIsMadeAgainWithItsDayAndText() throws {
    let program = try Program()
    try TestPicture(80, 60).write(program.folder, "photo.jpg", metadata: datedCameraData())
    try program.folder.write(
      "tintype 1\nlook \"t\" { working display }\nparam caption: text = \"a\"\nparam day: date = source.date\n"
        + "output source + text(caption) + text(day, at: .topLeft, format: \"MMMM\")\n", to: "t.tint")
    let first = try program(
      "render", "./t.tint", "photo.jpg", "-o", "a.jpg", "--set", "caption=one; two \"three\"", "--date-shift", "-3d",
      "--locale", "hu")
    #expect(first.status == 0, "\(first.errors)")
    let again = try program("render", "--again", "a.jpg", "photo.jpg", "-o", "b.jpg", "--recipe", "t.tint")
    #expect(again.status == 0, "\(again.errors)")
    #expect(program.folder.bytes(of: "a.jpg") == program.folder.bytes(of: "b.jpg"))
  }
}
