import Foundation
import Testing
import TintypeImage
import TintypeTestSupport

/// Signals in the middle of the work.
@Suite struct InterruptionTests {
  /// A program in a folder with photos in `in`, all alike.
  private func program(photos: Int, side: Int) throws -> Program {
    let program = try Program()
    try FileManager.default.createDirectory(atPath: program.folder.path + "/in", withIntermediateDirectories: false)
    try TestPicture(side, side).write(program.folder, "in/0.jpg")
    let bytes = try #require(program.folder.bytes(of: "in/0.jpg"))
    for number in 1..<photos { try program.folder.write(bytes, to: "in/\(number).jpg") }
    return program
  }

  private func names(_ program: Program, _ folder: String) -> [String] {
    TestFiles.names(in: program.folder.path + "/" + folder, endingIn: "")
  }

  /// Every result that is there is complete.
  private func expectWholeResults(_ program: Program, _ what: Comment) throws -> Int {
    let expected = try #require(program.folder.bytes(of: "expected.jpg"))
    let names = names(program, "out")
    for name in names {
      #expect(!name.hasPrefix("."), what)
      #expect(program.folder.bytes(of: "out/" + name) == expected, "\(name) after \(what)")
    }
    return names.count
  }

  @Test(.slow, arguments: [("INT", Int32(130)), ("TERM", 143), ("HUP", 129)])
  func signalsEndCleanly(_ signal: String, _ status: Int32) throws {
    let program = try program(photos: 60, side: 1000)
    expectQuiet(try program("render", "tumble-down", "in/0.jpg", "-o", "expected.jpg"))
    let result = try program.shell(
      """
      (while [ ! -e out/0.jpg ]; do sleep 0.01; done; kill -\(signal) $(cat pid)) &
      sh -c 'echo $$ > pid; exec "$0" render tumble-down -r in -o out/ --progress none' "$0"; echo $?
      """)
    #expect(result.output == "\(status)\n", "\(result.errors) \(result.output)")
    #expect(result.errorLines.contains { $0.hasPrefix("tintype: interrupted: ") && $0.contains(" left in ") })
    let count = try expectWholeResults(program, "\(signal)")
    #expect(count > 0 && count < 60)
  }

  @Test func aWorkerEndsWhileItWaits() throws {
    let program = try program(photos: 1, side: 20)
    let result = try program.shell(
      """
      mkfifo jobs; : > results; "$0" worker < jobs > results & child=$!
      exec 3> jobs; echo '{"look":"original","input":"in/0.jpg","output":"out.png"}' >&3
      while [ ! -s results ]; do sleep 0.01; done
      kill -TERM $child; wait $child; echo $?
      """)
    #expect(result.output == "143\n")
    #expect(program.folder.names.contains("out.png"))
  }

  @Test func aFilmEndsWhileItWaitsForItsWriter() throws {
    let program = try program(photos: 1, side: 20)
    let result = try program.shell(
      """
      mkfifo film; "$0" video original film -o out.y4m & child=$!
      (trap 'kill $!; exit' TERM; sleep 20 & wait; kill -KILL $child) & guard=$!
      sleep 1
      kill -TERM $child; wait $child; echo $?; kill $guard
      """)
    #expect(result.output == "143\n")
    #expect(!program.folder.names.contains("out.y4m"))
  }

  /// The pipe stays open, and no other frame comes: the first signal is enough, whichever thread gets it.
  @Test(arguments: ["1", "3"]) func aVideoEndsWhileItWaitsForAFrame(_ threads: String) throws {
    let program = try Program()
    let frame = Array("FRAME\n".utf8) + [UInt8](repeating: 120, count: 16 * 8 * 3)
    try program.folder.write(Array("YUV4MPEG2 W16 H8 F25:1 C444\n".utf8) + frame + frame + frame + frame, to: "frames")
    let result = try program.shell(
      """
      mkfifo film; exec 3<> film; cat frames >&3
      : > out.y4m
      (n=0
      while [ $(wc -c < out.y4m) -lt 800 ] && [ $((n += 1)) -lt 3000 ]; do sleep 0.01; done
      kill -INT $(cat pid)) &
      timeout --foreground -s KILL 60 \
        sh -c 'echo $$ > pid; exec "$0" video original - -o - -j \(threads) <&3 > out.y4m' "$0"
      echo $?
      """)
    #expect(result.output == "130\n", "\(result.errors)")
  }

  /// Killed at random moments, again and again, a run with a manifest leaves no partial file, and comes to its end.
  @Test(.slow) func killedAndResumed() throws {
    let rounds = ProcessInfo.processInfo.environment["TINTYPE_KILLS"].flatMap { Int($0) } ?? 12
    var numbers = SplitMix64(seed: 3)
    let program = try program(photos: 40, side: 300)
    expectQuiet(try program("render", "tumble-down", "in/0.jpg", "-o", "expected.jpg"))
    var killed = 0
    for _ in 0..<rounds {
      if names(program, "out").count == 40 {
        try FileManager.default.removeItem(atPath: program.folder.path + "/out")
        try FileManager.default.removeItem(atPath: program.folder.path + "/m")
      }
      let pause = Double(numbers.next() % 600) / 1000
      let result = try program.shell(
        """
        "$0" render tumble-down -r in -o out/ --manifest m --progress none -q & child=$!
        sleep \(pause); kill -9 $child 2> /dev/null; wait $child 2> /dev/null; echo $?
        """)
      killed += result.output == "137\n" ? 1 : 0
      _ = try expectWholeResults(program, "kill after \(pause) s")
    }
    #expect(killed > 0)
    #expect(try program("render", "tumble-down", "-r", "in", "-o", "out/", "--manifest", "m", "-q").status == 0)
    #expect(try expectWholeResults(program, "the last run") == 40)
  }
}
