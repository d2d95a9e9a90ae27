import Testing
import TintypeExecutor
import TintypeIntrinsics
import TintypePlan

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Pixels of bytes that become numbers and bytes again, by vectors of any width, at the edge of memory that may be
/// touched.
@Suite struct PixelLoopTests {
  /// Numbers that no code is near, and those on both sides of the places where codes change, from some code on.
  private static func numbers(from first: Int) -> [Float] {
    let special: [Float] = [
      .nan, -.nan, .infinity, -.infinity, -0.0, -1e-30, -0.001, -1, -300, 1.001, 1.5, 2, 300, 1e30, -1e30,
      .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1,
    ]
    let edges = (first..<first + 119).flatMap { code -> [Float] in
      let edge = (Float(code) + 0.5) / 255
      return [edge.nextDown, edge]
    }
    return special + edges
  }

  @Test(arguments: [false, true], [(3, 0), (3, 119), (4, 0), (4, 136)])
  func storesWhatTheFormulaSays(_ isNarrow: Bool, _ sample: (channels: Int, first: Int)) {
    let numbers = Self.numbers(from: sample.first)
    let steps = (0..<4).map { Plan.Step.lookup(channel: $0, table: 0, into: .init($0)) }
    for count in [1, 2, 7, 8, 15, 16, 17, 31, 63, 64, 65, 130, 511, 512, 513] {
      let (source, result) = run(steps, numbers, count: count, sample.channels, isNarrow)
      #expect(result == source.map { Self.code(numbers[Int($0)]) })
    }
  }

  @Test(arguments: [false, true], [3, 4]) func givesBytesBack(_ isNarrow: Bool, _ channels: Int) {
    let steps = (0..<4).map { Plan.Step.load(channel: $0, into: .init($0)) }
    for count in [1, 9, 16, 23, 64, 100, 513] {
      let (source, result) = run(steps, Self.numbers(from: 0), count: count, channels, isNarrow)
      #expect(result == source)
    }
  }

  @Test(arguments: [false, true]) func storesOneGrayThreeTimes(_ isNarrow: Bool) {
    let step = Plan.Step.lookup(channel: 1, table: 0, into: .init(0))
    let numbers = Self.numbers(from: 60)
    for count in [1, 16, 40] {
      let (source, result) = run([step], numbers, count: count, 3, isNarrow, color: [0, 0, 0, 0])
      let codes = (0..<count).map { Self.code(numbers[Int(source[$0 * 3 + 1])]) }
      #expect(result == codes.flatMap { [$0, $0, $0] })
    }
  }

  private static func code(_ x: Float) -> UInt8 {
    guard x > 0 else { return 0 }
    return UInt8(Float(0.5).addingProduct(min(x, 1), 255))
  }

  /// Runs steps over one row whose bytes, and those of the result, end where memory ends.
  private func run(
    _ steps: [Plan.Step], _ numbers: [Float], count: Int, _ channels: Int, _ isNarrow: Bool,
    color: [Int] = [0, 1, 2, 3]
  ) -> (source: [UInt8], result: [UInt8]) {
    let plan = Plan(
      explicit: steps, registerCount: 4, uniforms: [.constant(0), .constant(Float(count)), .constant(1)],
      tables: [numbers], color: color.map { .register(.init($0)) }, bounds: [0, 0, 1, 2].map { .init($0) })
    let format = PixelFormat(channels: channels, depth: .eight)
    var execution = Execution(plan, width: count, height: 1, source: format, result: format)
    if isNarrow { execution = execution.narrow }
    let bytes = (0..<count * channels).map { UInt8(truncatingIfNeeded: $0 &* 97 &+ $0 / 256 &+ 13) }
    return withMemoryAtItsEnd(bytes.count) { source in
      source.copyBytes(from: bytes)
      return withMemoryAtItsEnd(bytes.count) { result in
        execution.run(
          rows: 0..<1, from: UnsafeRawBufferPointer(source), sourceRowBytes: bytes.count, to: result,
          resultRowBytes: bytes.count)
        return (bytes, Array(result))
      }
    }
  }

  /// Memory behind which nothing may be read or written: who does ends the tests.
  private func withMemoryAtItsEnd<Result>(_ count: Int, _ body: (UnsafeMutableRawBufferPointer) -> Result) -> Result {
    let page = Int(getpagesize())
    let length = (count + page - 1) / page * page + page
    let memory = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)!
    defer { munmap(memory, length) }
    mprotect(memory + length - page, page, PROT_NONE)
    return body(UnsafeMutableRawBufferPointer(start: memory + length - page - count, count: count))
  }
}
