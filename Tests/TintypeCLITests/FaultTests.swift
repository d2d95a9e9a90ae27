#if os(Linux)
  import Foundation
  import Testing
  import TintypeTestSupport

  /// Every call that touches a file fails once, in turn: the answer is the complete output or one line and a status of
  /// the table, the input and an old output stay, and nothing is left behind.
  ///
  /// Each call fails in three of the seven ways; in all ways with `Scripts/test --all`.
  @Suite struct FaultTests {
    /// How calls fail.
    struct Fault: CustomTestStringConvertible, Equatable {
      let number: Int32
      let isForEver: Bool
      /// As on file systems where every file has a name.
      var isNamed = false

      /// Whether the call fails this way.
      func isTried(at count: Int) -> Bool {
        let place = FaultTests.faults.firstIndex(of: self) ?? 0
        return runsAllTests || [0, 1, 3].contains((count + place) % FaultTests.faults.count)
      }

      var testDescription: String {
        (number == 0 ? "short" : String(cString: strerror(number))) + (isForEver ? ", for ever" : ", once")
          + (isNamed ? ", named" : "")
      }
    }

    static let faults = [
      Fault(number: EIO, isForEver: false), Fault(number: ENOSPC, isForEver: true),
      Fault(number: EACCES, isForEver: false), Fault(number: EINTR, isForEver: false),
      Fault(number: 0, isForEver: true), Fault(number: EIO, isForEver: false, isNamed: true),
      Fault(number: ENOSPC, isForEver: true, isNamed: true),
    ]

    private let program: Program
    private let input: [UInt8]

    init() throws {
      program = try Program()
      try TestPicture(40, 30).write(program.folder, "in.jpg", metadata: cameraData(orientation: 6))
      input = try #require(program.folder.bytes(of: "in.jpg"))
    }

    /// Runs with the `count`-th call failing; 0 for none.
    private func run(_ arguments: String, _ fault: Fault, at count: Int) throws -> ProgramResult {
      let library = try #require(FaultLibrary.path, "no C compiler")
      return try program.shell(
        "FAIL_AT=\(count) FAIL_ERRNO=\(fault.number) FAIL_ON=\(fault.isForEver ? "ever" : "once") "
          + (fault.isNamed ? "FAIL_NAMELESS=1 " : "")
          + "FAIL_COUNT=count LD_PRELOAD=\(library) exec \"$0\" \(arguments)")
    }

    private func callsSeen() throws -> Int {
      let text = String(decoding: try #require(program.folder.bytes(of: "count")), as: UTF8.self)
      try FileManager.default.removeItem(atPath: program.folder.path + "/count")
      return try #require(Int(text.trimmingCharacters(in: .newlines)))
    }

    @Test(.slow, arguments: faults) func everyCallOfARender(_ fault: Fault) throws {
      let render = "render original in.jpg -o out.jpg -j 1"
      #expect(try run(render, fault, at: 0).status == 0)
      let calls = try callsSeen()
      #expect(calls > 10)
      let whole = try #require(program.folder.bytes(of: "out.jpg"))
      for old in [nil, Array("old".utf8)] {
        for count in 1...calls where fault.isTried(at: count) {
          try? FileManager.default.removeItem(atPath: program.folder.path + "/out.jpg")
          if let old { try program.folder.write(old, to: "out.jpg") }
          let result = try run(render + (old == nil ? "" : " --if-exists overwrite"), fault, at: count)
          _ = try callsSeen()
          let output = program.folder.bytes(of: "out.jpg")
          let what: Comment = "call \(count), \(fault.testDescription): \(result.status) \(result.errors)"
          if result.status == 0 {
            #expect(output == whole, what)
            #expect(result.errors.isEmpty, what)
          } else {
            #expect([65, 66, 73, 74].contains(result.status), what)
            #expect(result.errorLines.count == 1, what)
            // A folder that cannot be flushed, or closed, comes after the name is given.
            #expect(output == old || output == whole, what)
          }
          if fault.number == EINTR || fault.number == 0 { #expect(result.status == 0, what) }
          #expect(program.folder.bytes(of: "in.jpg") == input, what)
          #expect(program.folder.names.filter { $0 != "out.jpg" } == ["in.jpg"], what)
        }
      }
    }

    @Test(.slow, arguments: faults) func everyCallOfFormatting(_ fault: Fault) throws {
      let text = "tintype 1\nlook \"l\" {working display}\noutput   source\n"
      try program.folder.write(text, to: "l.tint")
      #expect(try run("fmt l.tint", fault, at: 0).status == 0)
      let formatted = try #require(program.folder.bytes(of: "l.tint"))
      for count in 1...(try callsSeen()) where fault.isTried(at: count) {
        try program.folder.write(text, to: "l.tint")
        let result = try run("fmt l.tint", fault, at: count)
        _ = try callsSeen()
        let now = program.folder.bytes(of: "l.tint")
        #expect(now == (result.status == 0 ? formatted : Array(text.utf8)) || now == formatted)
        #expect([0, 66, 73, 74].contains(result.status), "\(result.errors)")
        #expect(program.folder.names == ["in.jpg", "l.tint"])
      }
    }
  }
#endif
