#if os(Linux)
  import Dispatch
  import Foundation
  import Synchronization
  import Testing
  import TintypeImage
  import TintypeTestSupport

  /// Any file ends as the picture that it is or as one line and a status of the table, in time and in bounded memory.
  ///
  /// `Scripts/corpora` runs the same over some 2,000 odd files and 20,000 mutants of them.
  @Suite struct HostileInputTests {
    private static let environment = ProcessInfo.processInfo.environment

    /// A folder with files to try, and their paths.
    private static let corpora = environment["TINTYPE_CORPORA"].map { folder in
      let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
      let pictures = names.filter { name in
        PictureFileType.all.contains { type in
          type.fileExtensions.contains { name.lowercased().hasSuffix("." + $0) }
        }
      }
      return pictures.sorted().map { folder + "/" + $0 }.filter { FileStatus(FilePath($0))?.kind == .file }
    }

    private let program: Program

    init() throws { program = try Program() }

    /// Renders a file, in a second and the time that its pixels take, within `megabytes` that may be written to.
    private func render(
      _ path: String, to output: String, megabytes: Int = 2_200, seconds: Int = 10, _ options: String = ""
    ) throws -> ProgramResult {
      // What may be written to is bounded, not what has an address: threads reserve more than they use.
      try runProgram(
        "/bin/sh",
        [
          "-c",
          "ulimit -d \(megabytes * 1024); "
            + "exec timeout -s KILL \(seconds) \"$0\" render original \"$1\" -o \"$2\" \(options)",
          Program.path, path, program.folder.path + "/" + output,
        ])
    }

    /// What is wrong with how a render ended; nil when nothing is.
    private func complaint(_ result: ProgramResult, _ output: String) -> String? {
      let isThere = FileManager.default.fileExists(atPath: program.folder.path + "/" + output)
      guard result.output.isEmpty else { return "words on standard output" }
      if result.status == 0 {
        guard isThere else { return "no output" }
        let others = result.errorLines.filter { !$0.hasPrefix("tintype: ") || !$0.contains(": note: ") }
        return others.isEmpty ? nil : "\(others)"
      }
      guard [65, 66, 69, 75].contains(result.status) else { return "status \(result.status), \(result.errorLines)" }
      guard result.errorLines.count == 1, result.errors.hasPrefix("tintype: ") else { return "\(result.errorLines)" }
      return isThere ? "an output in spite of '\(result.errors)'" : nil
    }

    /// Runs over numbers on all processors, and collects complaints.
    private func complaints(_ count: Int, _ body: @Sendable @escaping (Int) throws -> String?) -> [String] {
      let found = Mutex<[String]>([])
      DispatchQueue.concurrentPerform(iterations: count) { number in
        // A machine that is short of processes gets a second chance.
        let complaint = Result { try body(number) }.flatMapError { _ in Result { try body(number) } }
        switch complaint {
        case .success(nil): break
        case .success(let text?): found.withLock { $0.append("\(number): \(text)") }
        case .failure(let error): found.withLock { $0.append("\(number): could not be run: \(error)") }
        }
      }
      return found.withLock { $0 }
    }

    /// With `TINTYPE_MUTANTS` it says how many ended in which way.
    @Test(.slow) func mutants() throws {
      let count = Self.environment["TINTYPE_MUTANTS"].flatMap { Int($0) } ?? 200
      let small = (Self.corpora ?? []).filter { (40..<60_000).contains(FileStatus(FilePath($0))?.size ?? 0) }
      let originals = small.isEmpty ? try HostileFiles.originals() : small.compactMap { TestFiles.bytes(of: $0) }
      let ways = Mutex<[String: Int]>([:])
      let found = complaints(count) { number in
        var numbers = SplitMix64(seed: UInt64(number))
        let original = originals[Int(numbers.next() % UInt64(originals.count))]
        let (name, output) = ("\(number).bin", "\(number).png")
        try program.folder.write(HostileFiles.mutant(of: original, &numbers), to: name)
        let options = "--max-pixels 50M" + (number % 4 == 0 ? " --on-corrupt salvage" : "")
        let result = try render(program.folder.path + "/" + name, to: output, options)
        let complaint = complaint(result, output)
        let isDeath = result.errors.contains("decoder ended") || result.errors.contains("decoding takes too")
        let way = result.status == 0 ? "rendered" : isDeath ? "died confined" : "refused"
        ways.withLock { $0["\(way), \(result.status)", default: 0] += 1 }
        for file in [output] + (complaint == nil ? [name] : []) {
          try? FileManager.default.removeItem(atPath: program.folder.path + "/" + file)
        }
        return complaint
      }
      #expect(found.isEmpty)
      if Self.environment["TINTYPE_MUTANTS"] != nil { print(ways.withLock { $0.sorted { $0.key < $1.key } }) }
    }

    @Test(.slow) func bombs() throws {
      for (index, (name, bytes)) in HostileFiles.bombs.enumerated() {
        try program.folder.write(bytes, to: "bomb")
        let result = try render(program.folder.path + "/bomb", to: "\(index).png", megabytes: 64)
        #expect(complaint(result, "\(index).png") == nil, "\(name)")
        #expect([65, 75].contains(result.status), "\(name): \(result.errors)")
      }
    }

    /// Metadata that inflate to much, or that lead to each other, again and again.
    @Test(.slow) func bombsInMetadata() throws {
      func text(_ keyword: String, _ count: Int) -> [UInt8] {
        HostileFiles.chunk("zTXt", Array((keyword + "\0\0").utf8) + deflatedZeros(count))
      }
      let header = HostileFiles.chunk("IHDR", HostileFiles.number(1) + HostileFiles.number(1) + [8, 0, 0, 0, 0])
      let pixels = HostileFiles.chunk("IDAT", [0x78, 0x01, 1, 2, 0, 0xFD, 0xFF, 0, 0, 0, 2, 0, 1])
      let end = HostileFiles.chunk("IEND", [])
      // A directory of positions that is the main directory, each entry of which leads to the rest of the block.
      let count = 2_000
      let entry: [UInt8] = [0x88, 0x25, 0, 1] + HostileFiles.number(60_000) + HostileFiles.number(10 + 12 * count)
      let positions =
        Array("MM\0*".utf8) + HostileFiles.number(8) + [UInt8(count >> 8), UInt8(count & 0xFF)]
        + [0x88, 0x25, 0, 4] + HostileFiles.number(1) + HostileFiles.number(8)
        + (1..<count).flatMap { _ in entry } + [UInt8](repeating: 7, count: 60_000)
      let (profile, note) = (text("Raw profile type exif", 8 << 20), text("Note", 8 << 20))
      let nothing = HostileFiles.chunk("juNk", [])
      let metadata = [
        (0..<600).flatMap { _ in profile }, (0..<600).flatMap { _ in note },
        text("XML:com.adobe.xmp", 8 << 20),
        HostileFiles.chunk("eXIf", positions), HostileFiles.chunk("iCCP", [0x70, 0, 0] + deflatedZeros(16 << 20)),
        (0..<100_000).flatMap { _ in nothing },
      ]
      for (index, chunks) in metadata.enumerated() {
        try program.folder.write(HostileFiles.pngStart + header + chunks + pixels + end, to: "m.png")
        let output = "\(index).png"
        let result = try render(program.folder.path + "/m.png", to: output, megabytes: 200, "--metadata no-gps")
        #expect(complaint(result, output) == nil, "\(index)")
        #expect(result.status == 0, "\(index): \(result.errors)")
      }
    }

    /// A zlib stream of zeros: stored blocks would be as long as what they hold, so one is made as zlib makes it.
    private func deflatedZeros(_ count: Int) -> [UInt8] {
      // RFC 1951: a fixed block; a zero, then copies of 258 bytes at distance 1, 8 + 5 bits each, then the rest as
      // zeros.
      var bits: [UInt8] = [1, 1, 0]
      func code(_ value: Int, _ length: Int) {
        for bit in (0..<length).reversed() { bits.append(UInt8(value >> bit & 1)) }
      }
      code(0x30, 8)
      for _ in 0..<((count - 1) / 258) {
        code(0xC5, 8)
        code(0, 5)
      }
      for _ in 0..<((count - 1) % 258) { code(0x30, 8) }
      code(0, 7)
      while bits.count % 8 != 0 { bits.append(0) }
      let bytes = stride(from: 0, to: bits.count, by: 8).map { start in
        (0..<8).reduce(UInt8(0)) { $0 | bits[start + $1] << $1 }
      }
      // RFC 1950: the sum of zeros is 1, and the count of bytes above it.
      return [0x78, 0x9C] + bytes + HostileFiles.number(count % 65_521 << 16 | 1)
    }

    /// Memory does not grow with the height, however many rows an honest giant has.
    @Test(.slow, arguments: ["original", "tumble-down"]) func giants(_ look: String) throws {
      let format = PictureFormat(width: 4_000, height: 30_000, channels: 3, depth: .eight)
      let file = try OutputFile(FilePath(program.folder.path + "/giant.png"))
      let writer = try PictureFileType.png.writer(to: file.descriptor, format: format)
      let rows = (0..<(100 * format.rowBytes)).map { UInt8(truncatingIfNeeded: $0 / 100) }
      for _ in 0..<300 { try rows.withUnsafeBytes { try writer.writeRows(100, from: $0, rowBytes: format.rowBytes) } }
      try writer.finish()
      try file.commit()
      let result = try program.shell(
        "ulimit -d 98304; exec \"$0\" render \(look) giant.png -o out.png -j 2 --memory 90M")
      expectQuiet(result)
      expectFailure(
        try program("render", look, "giant.png", "-o", "x.png", "--max-pixels", "100M"), 75, "giant.png: 4000 x 30000")
    }

    /// Every file, and every pixel of those that other decoders read: djpeg where it is installed, and a plain reader
    /// of PNGs.
    @Test(.enabled(if: corpora != nil, "Scripts/corpora has not run")) func oddFiles() throws {
      let files = Self.corpora ?? []
      let djpeg = programOnSearchPath("djpeg")
      let counts = Mutex<[OtherDecoder.Verdict: Int]>([:])
      let found = complaints(files.count) { number in
        let (path, output) = (files[number], "\(number).png")
        defer { try? FileManager.default.removeItem(atPath: program.folder.path + "/" + output) }
        // Every MB of a file may be many of pixels.
        let size = (FileStatus(FilePath(path))?.size ?? 0) >> 20
        let result = try render(path, to: output, seconds: 120 + 10 * size)
        if let complaint = complaint(result, output) { return "\(path): \(complaint)" }
        // PngSuite: the names of its corrupt files begin with an x.
        if path.contains("/libspng/tests/images/") {
          let isCorrupt = path.split(separator: "/").last?.hasPrefix("x") == true
          if isCorrupt != (result.status == 65) { return "\(path): status \(result.status)" }
        }
        guard result.status == 0 else { return nil }
        let verdict = try OtherDecoder(djpeg: djpeg).verdict(on: program.folder.path + "/" + output, of: path)
        counts.withLock { $0[verdict, default: 0] += 1 }
        if case .differs(let pixels) = verdict { return "\(path): \(pixels) pixels are others" }
        return nil
      }
      #expect(found.isEmpty)
      print("\(files.count) files; of those that render", counts.withLock { $0 })
    }

    /// The reader that judges over corpora is right about what the tests' own files hold.
    @Test(.slow) func pixelsOfEveryKind() throws {
      let djpeg = programOnSearchPath("djpeg")
      for (index, original) in try HostileFiles.originals().enumerated() {
        try program.folder.write(original, to: "in")
        let output = program.folder.path + "/\(index).png"
        #expect(complaint(try render(program.folder.path + "/in", to: "\(index).png"), "\(index).png") == nil)
        let verdict = try OtherDecoder(djpeg: djpeg).verdict(on: output, of: program.folder.path + "/in")
        #expect([.equal, .converted, .noDecoder].contains(verdict), "\(index): \(verdict)")
        if original.starts(with: HostileFiles.pngStart) { #expect(verdict == .equal) }
      }
    }
  }
#endif
