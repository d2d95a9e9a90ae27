import Foundation
import Testing
import TintypeColor
import TintypeImage
import TintypeTestSupport

#if os(Linux)
  /// Photos that are decoded in a process of their own: what users see of it, and what they see where it is missing,
  /// ends, or speaks nonsense.
  @Suite struct ConfinementTests {
    private static let isTIFFBuiltIn = PictureFileType(named: "tiff") != nil
    private static let missingProgram =
      "the program tintype-decode is missing, which stands beside tintype or its library"
    private let program: Program

    init() throws {
      program = try Program()
      try TestPicture(304, 200).write(program.folder, "in.jpg", metadata: cameraData(orientation: 6))
    }

    /// A copy of the command in a folder of its own, with another program in place of its decoder.
    private func copy(decoder: String? = nil) throws {
      try program.folder.install(Program.path, as: "bin/tintype")
      if let decoder { try program.folder.install(script: decoder, as: "bin/tintype-decode") }
    }

    private func copied(_ arguments: String) throws -> ProgramResult {
      try program.shell("./bin/tintype \(arguments)")
    }

    @Test func theBytesAreTheSame() throws {
      try TestPicture(64, 40, depth: .sixteen).write(program.folder, "in.png")
      for name in ["in.jpg", "in.png"] {
        expectQuiet(try program("render", "tumble-down", name, "-o", "here.png", "-q", "--if-exists", "overwrite"))
        let confined = try program(
          "render", "tumble-down", name, "-o", "there.png", "-q", "--confine", "--require-confinement",
          "--if-exists", "overwrite")
        guard Confinement.missing == nil else { return expectFailure(confined, 69, "a decoder cannot be confined") }
        expectQuiet(confined)
        #expect(program.folder.bytes(of: "here.png") == program.folder.bytes(of: "there.png"), "\(name)")
      }
    }

    /// Colors are converted there: what is said of them, and what comes of them, is what it is here.
    @Test func colorsAreTheSame() throws {
      var metadata = PictureMetadata()
      metadata.iccProfile = Array(RGBSpace.adobeRGB.profile.prefix(300))
      try TestPicture(64, 40).write(program.folder, "broken.png", metadata: metadata)
      metadata.iccProfile = RGBSpace.proPhoto.profile
      try TestPicture(64, 40).write(program.folder, "pro.jpg", metadata: metadata)
      try TestPicture(64, 40).write(program.folder, "in.png")
      var file = try #require(program.folder.bytes(of: "in.png"))
      file.insert(contentsOf: [0, 0, 0, 4] + Array("cICP".utf8) + [9, 16, 0, 1, 0x4D, 0x23, 0x23, 0xFE], at: 33)
      try TestFiles.write(file, to: program.folder.path + "/pq.png")
      for arguments in ["broken.png", "pro.jpg", "pq.png", "pq.png --hdr tonemap", "pro.jpg --icc p3"] {
        let results = try ["", " --confine"].map { option in
          try (
            program.shell("rm -f out.png; \"$0\" render tumble-down \(arguments) -o out.png\(option)"),
            program.folder.bytes(of: "out.png")
          )
        }
        #expect(results[0].0.errors == results[1].0.errors && results[0].0.status == results[1].0.status)
        #expect(results[0].1 == results[1].1, "\(arguments)")
        #expect((results[0].1 == nil) == (arguments == "pq.png"), "\(results[0].0.errors)")
      }
    }

    /// With a Little CMS that ends who calls it, which decoders do not inherit.
    @Test(.enabled(if: programOnSearchPath("clang") != nil, "needs a C compiler")) func noProfileIsReadHere() throws {
      var metadata = PictureMetadata()
      metadata.iccProfile = RGBSpace.proPhoto.profile
      try TestPicture(64, 40).write(program.folder, "pro.jpg", metadata: metadata)
      try program.folder.write("void cmsOpenProfileFromMemTHR(void) { __builtin_trap(); }\n", to: "trap.c")
      #expect(try program.shell("clang -shared -fPIC trap.c -o trap.so").status == 0)
      let line = "SWIFT_BACKTRACE=enable=no LD_PRELOAD=./trap.so \"$0\" render tumble-down pro.jpg -o out.jpg -q"
      let here = try program.shell(line + " --confine")
      #expect(here.status == 0 && here.errors.isEmpty, "\(here.errors)")
      #expect(program.folder.bytes(of: "out.jpg") != nil)
      #expect(try program.shell(line + " --if-exists overwrite").status != 0, "the trap is one")
    }

    @Test func aMissingProgramIsNamed() throws {
      try copy()
      expectFailure(
        try copied("render noir in.jpg -o out.jpg --confine"), 69,
        "nothing can be decoded in confinement: \(Self.missingProgram); --no-confine")
      expectFailure(try copied("worker < in.jpg"), 69, "nothing can be decoded in confinement: \(Self.missingProgram)")
      #expect(try copied("worker --no-confine < /dev/null").status == 0)
      expectQuiet(try copied("render noir in.jpg -o out.jpg -q"))
    }

    @Test(.enabled(if: isTIFFBuiltIn, "needs the trait TIFF")) func aTIFFNeedsTheProgram() throws {
      try copy()
      expectQuiet(try copied("render noir in.jpg -o a.tif -q"))
      expectFailure(
        try copied("render noir a.tif -o b.jpg"), 69, "a.tif: TIFF is decoded in confinement: \(Self.missingProgram)")
      #expect(program.folder.bytes(of: "b.jpg") == nil)
    }

    @Test(
      .slow,
      arguments: [
        ("kill -SEGV $$", 65, "the picture is too large or damaged: its decoder ended by signal 11"),
        ("kill -KILL $$", 75, "decoding takes too much memory: the picture is too large or damaged"),
        ("kill -XCPU $$", 75, "decoding takes too long: the picture is too large or damaged"),
        ("exit 3", 65, "the picture is too large or damaged: its decoder gave up"),
        ("head -c 5 /dev/zero >&1", 65, "the picture is too large or damaged: its decoder gave up"),
        ("head -c 100000 /dev/zero >&1", 65, "the picture is too large or damaged: its decoder gave up"),
        ("head -c 100000 /dev/urandom >&1", 65, "the picture is too large or damaged: its decoder gave up"),
      ])
    func whatBecomesOfItIsSaidOfThePhoto(_ decoder: String, _ status: Int32, _ message: String) throws {
      try copy(decoder: decoder)
      expectFailure(try copied("render noir in.jpg -o out.jpg --confine"), status, "in.jpg: \(message)")
      #expect(program.folder.bytes(of: "out.jpg") == nil)
    }

    /// The head of a long message, then a byte at a time.
    private static let slowly =
      #"printf '\0\0\0\0\0\0\0\0\377\377\0\0\0\0\0\0'; while sleep 0.03; do printf x || exit; done"#

    @Test func aSignalDoesNotWaitForASlowDecoder() throws {
      try copy(decoder: Self.slowly)
      let result = try program.shell(
        """
        (until [ -s pid ]; do sleep 0.1; done; sleep 0.3; kill -INT $(cat pid)) &
        sh -c 'echo $$ > pid; exec bin/tintype render noir in.jpg -o out.jpg --confine --progress none'; echo $?
        """)
      #expect(result.output == "130\n", "\(result.errors)")
      #expect(program.folder.bytes(of: "out.jpg") == nil)
    }

    @Test func aTimeLimitDoesNotWaitForASlowDecoder() throws {
      try copy(decoder: Self.slowly)
      let job = #"{"look":"noir","input":"in.jpg","output":"out.jpg"}"#
      let result = try program.shell("echo '\(job)' | bin/tintype worker --time-limit 0.3")
      #expect(result.output.contains(#""status":75"#) && result.output.contains("took longer"), "\(result.output)")
    }

    /// The real decoder, under the first limit on its memory that it meets: how much it takes depends on the formats
    /// that are built in.
    @Test(arguments: ["render", "worker"]) func itsDeathIsThePhotosAlone(_ command: String) throws {
      let line =
        command == "render"
        ? "render noir in.jpg -o out.jpg --confine"
        : #"worker <<'END'"# + "\n{\"look\":\"noir\",\"input\":\"in.jpg\",\"output\":\"out.jpg\"}\nEND\n"
      let folder = URL(fileURLWithPath: Program.path).deletingLastPathComponent().path
      try copy(decoder: "ulimit -v $(cat limit); exec '\(folder)/tintype-decode' \"$@\"")
      var found: ProgramResult?
      for kilobytes in stride(from: 40_000, through: 4_000, by: -2_000) {
        try program.folder.write("\(kilobytes)", to: "limit")
        #expect(try program.shell("rm -f out.jpg").status == 0)
        found = try copied(line)
        if program.folder.bytes(of: "out.jpg") == nil { break }
      }
      let result = try #require(found)
      let message = "the picture is too large or damaged"
      if command == "render" {
        #expect([65, 75].contains(result.status) && result.errors.contains("in.jpg: "), "\(result.errors)")
        #expect(result.errors.contains(message) || result.errors.contains("out of memory"), "\(result.errors)")
      } else {
        #expect(result.status == 0 && result.output.contains(#""ok":false"#), "\(result.output)")
      }
      #expect(program.folder.bytes(of: "out.jpg") == nil)
    }

    /// A kernel without a system call, for what `sh` starts.
    private func without(_ calls: String, _ line: String) throws -> ProgramResult {
      let filter = """
        import ctypes, os, struct, sys
        step = lambda code, yes, no, value: struct.pack("HBBI", code, yes, no, value)
        calls = [(444, 38), (445, 38), (446, 38)] if sys.argv[1] == "landlock" else []
        program = step(0x20, 0, 0, 0)
        for call, error in calls: program += step(0x15, 0, 1, call) + step(6, 0, 0, 0x50000 | error)
        if sys.argv[1] == "seccomp":
          # prctl(PR_SET_SECCOMP) of who is started is unknown.
          program += step(0x15, 0, 3, 157) + step(0x20, 0, 0, 16) + step(0x15, 0, 1, 22) + step(6, 0, 0, 0x50016)
        program += step(6, 0, 0, 0x7fff0000)
        libc = ctypes.CDLL(None, use_errno=True)
        buffer = ctypes.create_string_buffer(program)
        filter = struct.pack("HxxxxxxQ", len(program) // 8, ctypes.addressof(buffer))
        assert libc.prctl(38, 1, 0, 0, 0) == 0 and libc.prctl(22, 2, ctypes.c_char_p(filter), 0, 0) == 0
        os.execv("/bin/sh", ["sh", "-c", sys.argv[3], sys.argv[2]])
        """
      try program.folder.write(filter, to: "filter.py")
      let python = try #require(programOnSearchPath("python3"))
      return try runProgram(python, ["filter.py", calls, Program.path, line], in: program.folder.path)
    }

    #if arch(x86_64)
      @Test(
        .whereInstalled("python3"),
        .enabled(if: Confinement.missing == nil, "this kernel lacks Landlock or seccomp filters"),
        arguments: [("landlock", "Landlock (Linux 5.13, switched on)"), ("seccomp", "seccomp filters")])
      func anOlderKernelIsNamed(_ call: String, _ name: String) throws {
        let note = "tintype: decoders are not confined in full: this system lacks \(name)\n"
        let result = try without(call, "\"$0\" render noir in.jpg -o out.jpg --confine -q")
        #expect(result.status == 0 && result.errors == note, "\(result.errors)")
        let refused = try without(call, "\"$0\" render noir in.jpg -o b.jpg --confine --require-confinement")
        expectFailure(
          refused, 69,
          "a decoder cannot be confined here: this system lacks \(name); drop --require-confinement to accept partial "
            + "confinement")
      }

      @Test(
        .whereInstalled("python3"), .enabled(if: isTIFFBuiltIn, "needs the trait TIFF"),
        .enabled(if: Confinement.missing == nil, "this kernel lacks Landlock or seccomp filters"),
        arguments: ["landlock", "seccomp"])
      func anOlderKernelDecodesATIFF(_ call: String) throws {
        expectQuiet(try program("render", "noir", "in.jpg", "-o", "a.tif", "-q"))
        let tiff = try without(call, "\"$0\" render noir a.tif -o c.jpg")
        #expect(tiff.status == 0 && tiff.errors.contains("its decoder is not confined in full"), "\(tiff.errors)")
      }
    #endif

    @Test func blocksDoNotLeaveIt() throws {
      try program.folder.write(
        "tintype 1\nlook \"t\" { working display }\noutput turn(source, by: 90deg)\n", to: "t.tint")
      let result = try program("render", "t.tint", "in.jpg", "-o", "out.jpg", "--lossless", "--confine")
      expectFailure(result, 69, "in.jpg: the blocks of a JPEG do not leave a confined decoder; --no-confine")
      expectQuiet(try program("render", "t.tint", "in.jpg", "-o", "out.jpg", "--lossless", "-q"))
    }

    /// The time from the start of a decoder to the end of a small photo, above that without one.
    @Test func itIsAlone() throws {
      let result = try runProgram(
        URL(fileURLWithPath: Program.path).deletingLastPathComponent().path + "/tintype-decode", [])
      #expect(result.status == 64 && result.output.hasPrefix("tintype-decode is started by tintype"))
    }
  }

  /// Files that somebody has broken with care, in all formats whose decoders are confined.
  @Suite(.enabled(if: PictureFileType(named: "tiff") != nil, "needs the traits")) struct MutantTests {
    /// Repeatable random numbers (a linear congruential generator, Knuth's MMIX).
    private struct Numbers: RandomNumberGenerator {
      var state: UInt64

      mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
      }
    }

    /// Where the fields of a file are that say how it is to be read: the entries of a TIFF's directories, the heads and
    /// contents of the boxes before a coded picture.
    private func fields(_ file: [UInt8]) -> [Int] {
      func number(_ place: Int) -> Int { file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
      if file.starts(with: Array("II".utf8)) {
        let first = file[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
        let count = Int(file[first]) | Int(file[first + 1]) << 8
        return [4] + (0..<count).flatMap { entry in [0, 2, 4, 8].map { first + 2 + 12 * entry + $0 } }
      }
      var end = 0
      while end + 8 <= file.count, !file[(end + 4)..<(end + 8)].elementsEqual("mdat".utf8), number(end) >= 8 {
        end += number(end)
      }
      return Array(0..<min(end + 8, file.count - 4))
    }

    private func mutant(of file: [UInt8], _ numbers: inout Numbers) -> [UInt8] {
      var (mutant, places) = (file, fields(file))
      let values: [UInt32] = [0, 1, 2, 4, 8, 255, 256, 65_535, 1 << 16, 1 << 24, 1 << 31, .max, .max - 7]
      for _ in 0...Int.random(in: 0..<3, using: &numbers) {
        guard let place = places.randomElement(using: &numbers), place + 4 <= mutant.count else { continue }
        switch Int.random(in: 0..<5, using: &numbers) {
        case 0:
          var value = values.randomElement(using: &numbers) ?? 0
          if Bool.random(using: &numbers) { value = value.byteSwapped }
          withUnsafeBytes(of: value) { mutant.replaceSubrange(place..<place + 4, with: $0) }
        case 1: mutant[place] = UInt8.random(in: 0...255, using: &numbers)
        case 2: mutant[place] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
        case 3:
          guard let other = places.randomElement(using: &numbers), other + 4 <= mutant.count else { continue }
          mutant.replaceSubrange(place..<place + 4, with: Array(mutant[other..<other + 4]))
        default:
          mutant.removeLast(Int.random(in: 0..<min(64, mutant.count - 8), using: &numbers))
          places.removeAll { $0 + 4 > mutant.count }
        }
      }
      return mutant
    }

    @Test(.slow) func ofTIFF() throws {
      let program = try Program()
      try TestPicture(24, 16).write(program.folder, "in.png")
      expectQuiet(try program("render", "original", "in.png", "-o", "a.tif", "-q"))
      try check([try #require(program.folder.bytes(of: "a.tif"))], "tif")
    }

    @Test(.slow, .enabled(if: PictureFileType(named: "heif") != nil, "needs the trait HEIF")) func ofHEIC() throws {
      let fixtures = TestFiles.packageRoot + "/Tests/TintypeImageTests/Fixtures/"
      let names = ["orientation-6", "alpha", "ten-bits"]
      try check(try names.map { try #require(TestFiles.bytes(of: fixtures + $0 + ".heic")) }, "heic")
    }

    @Test(
      .slow, .enabled(if: PictureFileType(named: "avif") != nil, "needs the trait AVIF"), .whereInstalled("avifenc"))
    func ofAVIF() throws {
      let program = try Program()
      try TestPicture(24, 16).write(program.folder, "in.png")
      #expect(try program.shell("avifenc in.png a.avif").status == 0)
      try check([try #require(program.folder.bytes(of: "a.avif"))], "avif")
    }

    /// A worker answers each of a hundred mutants, and of 334 with `Scripts/test --all`.
    private func check(_ originals: [[UInt8]], _ ending: String) throws {
      let count = runsAllTests ? 334 : 100
      let program = try Program()
      var numbers = Numbers(state: 18)
      var jobs = ""
      for index in 0..<count {
        let original = try #require(originals.randomElement(using: &numbers))
        try program.folder.write(mutant(of: original, &numbers), to: "m\(index).\(ending)")
        jobs +=
          #"{"look":"noir","input":"m\#(index).\#(ending)","output":"o/\#(index).jpg","createFolders":true}"# + "\n"
      }
      try program.folder.write(jobs, to: "jobs")
      let result = try program.shell("\"$0\" worker --max-pixels 1M --memory 500M < jobs")
      let answers = result.output.split(separator: "\n")
      #expect(result.status == 0 && result.errors.isEmpty && answers.count == count, "\(result.errors)")
      for answer in answers where !answer.contains(#""ok":true"#) {
        #expect(["65", "69", "75"].contains { answer.contains(#""status":\#($0)"#) }, "\(answer)")
      }
      #expect(answers.contains { $0.contains(#""ok":false"#) } && answers.contains { $0.contains(#""ok":true"#) })
    }
  }
#endif
