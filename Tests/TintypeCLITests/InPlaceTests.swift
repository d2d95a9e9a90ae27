import Foundation
import Synchronization
import Testing
import TintypeTestSupport

/// `--in-place`: each photo exactly once, whatever kills the run and however often it is repeated.
@Suite struct InPlaceTests {
  private static let names = ["a.jpg", "b.jpg", "c.png"]

  private let program: Program
  /// What the photos are before, and what each becomes.
  private var (originals, results): ([String: [UInt8]], [String: [UInt8]]) = ([:], [:])
  /// A look that changes whatever it is given, and says so by nothing but its pixels.
  private let look = "tintype 1\nlook \"d\" { working display }\nparam by: scalar = 0.5 in 0...1\noutput source * by\n"

  init() throws {
    program = try Program()
    try FileManager.default.createDirectory(atPath: program.folder.path + "/in", withIntermediateDirectories: false)
    try program.folder.write(look, to: "d.tint")
    for (seed, name) in Self.names.enumerated() {
      try TestPicture(60, 40, seed: UInt64(seed)).write(program.folder, "in/" + name)
      originals[name] = program.folder.bytes(of: "in/" + name)
    }
    expectQuiet(try program("render", "./d.tint", "-r", "in", "-o", "expected/", "-q", "--metadata", "none"))
    for name in Self.names { results[name] = program.folder.bytes(of: "expected/" + name) }
  }

  /// With nothing in the files that says where they come from, and a manifest.
  private let byManifest = [
    "render", "./d.tint", "-r", "in", "--in-place", "--manifest", "m", "--metadata", "none", "-q",
  ]

  private var photos: [String: [UInt8]] {
    Dictionary(uniqueKeysWithValues: Self.names.map { ($0, program.folder.bytes(of: "in/" + $0) ?? []) })
  }

  private func restore() throws {
    for (name, bytes) in originals { try program.folder.write(bytes, to: "in/" + name) }
    try? FileManager.default.removeItem(atPath: program.folder.path + "/m")
  }

  @Test func onceByAManifest() throws {
    for _ in 0..<3 {
      expectQuiet(try program.run(byManifest))
      #expect(photos == results)
    }
    // As a copy would look, elsewhere too.
    #expect(try program.shell("touch in/*").status == 0)
    expectQuiet(try program.run(byManifest))
    #expect(try program.shell("mv in/a.jpg in/z.jpg").status == 0)
    expectQuiet(try program.run(byManifest))
    #expect(program.folder.bytes(of: "in/z.jpg") == results["a.jpg"])
    // An original that was put back is rendered again.
    try program.folder.write(try #require(originals["b.jpg"]), to: "in/b.jpg")
    expectQuiet(try program.run(byManifest))
    #expect(program.folder.bytes(of: "in/b.jpg") == results["b.jpg"])
  }

  @Test func whatIsNoOriginalIsRefused() throws {
    expectQuiet(try program.run(byManifest))
    let other = byManifest + ["--set", "by=0.25"]
    let refused = try program.run(other)
    #expect(refused.status == 1)
    #expect(refused.errorLines.count == 3)
    #expect(
      refused.errors.contains(
        "tintype: in/a.jpg: is a result already, of another look, value or option; --if-exists skip"))
    #expect(photos == results)
    #expect(try program.run(other + ["--if-exists", "skip"]).status == 0)
    #expect(photos == results)
    try TestPicture(60, 40, seed: 9).write(program.folder, "in/a.jpg")
    let changed = try program.run(byManifest)
    #expect(changed.status == 1)
    #expect(changed.errors.contains("tintype: in/a.jpg: was rendered before, and was changed since"))
    expectQuiet(try program.run(other + ["--if-exists", "overwrite"]))
    #expect(Self.names.allSatisfy { photos[$0] != results[$0] })
  }

  /// Without a manifest a result says itself what made it.
  @Test func onceByWhatTheResultSays() throws {
    let render = ["render", "./d.tint", "in/a.jpg", "--in-place"]
    expectQuiet(try program.run(render))
    let once = program.folder.bytes(of: "in/a.jpg")
    expectFailure(
      try program.run(render), 73,
      "in/a.jpg: is the result of this look already; --if-exists skip passes over it, overwrite renders it once more")
    #expect(try program.run(render + ["--if-exists", "skip", "--quality", "50"]).status == 0)
    #expect(program.folder.bytes(of: "in/a.jpg") == once)
    expectQuiet(try program.run(render + ["--if-exists", "overwrite"]))
    #expect(program.folder.bytes(of: "in/a.jpg") != once)
    // Another look is laid over this one.
    expectQuiet(try program("render", "./d.tint", "in/a.jpg", "--in-place", "--set", "by=0.25"))
    expectQuiet(try program("render", "minimal-life", "in/a.jpg", "--in-place"))
  }

  @Test func onceThroughLinks() throws {
    #expect(try program.shell("ln -s a.jpg in/link.jpg").status == 0)
    expectQuiet(try program("render", "./d.tint", "-r", "in", "--in-place", "--metadata", "none", "-q"))
    #expect(photos == results)
  }

  /// Killed at calls that touch a file, then run again: at every third one, and at all with `Scripts/test --all`.
  @Test(.slow, .enabled(if: FaultLibrary.path != nil, "there is no C compiler")) func killedAtCalls() throws {
    let library = try #require(FaultLibrary.path)
    for name in ["b.jpg", "c.png"] { try FileManager.default.removeItem(atPath: program.folder.path + "/in/" + name) }
    let line = byManifest.joined(separator: " ") + " -j 1"
    func restore() throws {
      try program.folder.write(try #require(originals["a.jpg"]), to: "in/a.jpg")
      try? FileManager.default.removeItem(atPath: program.folder.path + "/m")
    }
    func run(killedAt count: Int) throws -> ProgramResult {
      try program.shell(
        "FAIL_AT=\(count) FAIL_ON=kill FAIL_COUNT=count LD_PRELOAD=\(library) exec \"$0\" \(line)")
    }
    #expect(try run(killedAt: 0).status == 0)
    let text = String(decoding: try #require(program.folder.bytes(of: "count")), as: UTF8.self)
    let calls = try #require(Int(text.trimmingCharacters(in: .newlines)))
    #expect(calls > 20)
    for count in stride(from: 1, through: calls, by: runsAllTests ? 1 : 3) {
      try restore()
      #expect(try run(killedAt: count).status == 128 + 9)
      let left = program.folder.bytes(of: "in/a.jpg")
      #expect(left == originals["a.jpg"] || left == results["a.jpg"], "call \(count)")
      let again = try program.run(byManifest)
      #expect(again.status == 0, "call \(count): \(again.errors)")
      #expect(program.folder.bytes(of: "in/a.jpg") == results["a.jpg"], "call \(count)")
      #expect(try program.shell("ls -A in").output == "a.jpg\n", "call \(count)")
    }
  }

  /// Killed after some time, again and again.
  @Test(.slow) func killedAtAnyTime() throws {
    let line = byManifest.joined(separator: " ")
    for round in 0..<6 {
      try restore()
      for attempt in 1...3 {
        let pause = Double(round * 3 + attempt) * 0.011
        _ = try program.shell("timeout -s KILL \(pause) \"$0\" \(line)")
      }
      expectQuiet(try program.run(byManifest))
      #expect(photos == results, "round \(round)")
    }
  }

  @Test func bySeveralProcessesAtOnce() throws {
    for way in [byManifest, ["render", "./d.tint", "-r", "in", "--in-place", "-q", "--if-exists", "skip"]] {
      try restore()
      for result in try atOnce(4, way) { #expect(result.status == 0, "\(result.errors)") }
      for name in Self.names {
        let (now, once) = (program.folder, try TestPicture(program.folder, "expected/" + name).samples)
        #expect(try TestPicture(now, "in/" + name).samples == once)
      }
    }
  }

  /// Of two processes the loser says that the output is there.
  @Test(.slow) func theLoserSkips() throws {
    for _ in 0..<5 {
      try? FileManager.default.removeItem(atPath: program.folder.path + "/out.jpg")
      for result in try atOnce(6, ["render", "./d.tint", "in/a.jpg", "-o", "out.jpg", "--if-exists", "skip"]) {
        #expect(result.status == 0, "\(result.errors)")
      }
    }
  }

  private func atOnce(_ count: Int, _ arguments: [String]) throws -> [ProgramResult] {
    let results = Mutex<[Result<ProgramResult, any Error>]>([])
    DispatchQueue.concurrentPerform(iterations: count) { _ in
      let result = Result { try program.run(arguments) }
      results.withLock { $0.append(result) }
    }
    return try results.withLock { try $0.map { try $0.get() } }
  }
}
