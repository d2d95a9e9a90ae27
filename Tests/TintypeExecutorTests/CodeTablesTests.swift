import Testing
import TintypeIntrinsics
import TintypePlan
import TintypeTestSupport

@testable import TintypeExecutor

/// Look-ups by 16-bit samples against the steps that they replace: a photo of few pixels has none.
@Suite struct CodeTablesTests {
  /// Two powers of each channel, with the exponent in a slot; a mask by a channel; and a sum of two channels.
  private func plan(frameIsExponent: Bool = false) -> Plan {
    let registers = (0..<6).map { Plan.Operand.register(.init($0)) }
    let uniform = { Plan.Operand.uniform(.init($0)) }
    return Plan(
      explicit: [
        .load(channel: 0, into: .init(0)), .load(channel: 1, into: .init(1)), .load(channel: 2, into: .init(2)),
        .lane(.power, into: .init(0), [registers[0], uniform(0)]),
        .lane(.power, into: .init(0), [registers[0], uniform(1)]),
        .lane(.power, into: .init(3), [registers[1], uniform(0)]),
        .lane(.power, into: .init(3), [registers[3], uniform(1)]),
        .lane(.squareRoot, into: .init(4), [registers[2]]),
        .lane(.power, into: .init(4), [registers[4], registers[4]]),
        .lane(.power, into: .init(4), [registers[4], uniform(1)]),
        // In place: the register held what the table is of.
        .lane(.lessOrEqual, into: .init(2), [registers[4], uniform(1)]),
        .lane(.select, into: .init(2), [registers[2], registers[0], registers[3]]),
        .lane(.add, into: .init(0), [registers[0], registers[1]]),
      ], registerCount: 6,
      uniforms: [
        frameIsExponent ? .frame : .constant(2.4), .constant(0.8), .constant(0), .constant(0), .constant(512),
        .constant(20),
      ], tables: [], color: [registers[0], registers[3], registers[2], registers[2]],
      bounds: (2..<6).map { .init($0) })
  }

  private func rendered(_ execution: Execution, _ pixels: [UInt16], rows: Int) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: 512 * rows * 6)
    pixels.withUnsafeBytes { source in
      result.withUnsafeMutableBytes { result in
        execution.run(
          rows: 0..<rows, from: source, sourceRowBytes: 512 * 6, to: result, resultRowBytes: 512 * 6)
      }
    }
    return result
  }

  @Test(arguments: [SampleDepth.sixteen, .half]) func changeNoByte(_ depth: SampleDepth) {
    var random = SplitMix64(seed: 5)
    // Every pattern: infinities and what is no number are among those of halves.
    let pixels = (0..<512 * 20 * 3).map { _ in UInt16.random(in: 0...UInt16.max, using: &random) }
    let format = PixelFormat(channels: 3, depth: depth)
    let result = PixelFormat(channels: 3, depth: .sixteen)
    for frame: UInt32 in [0, 3] {
      let plan = plan(frameIsExponent: true)
      func execution(_ height: Int) -> Execution {
        Execution(plan, width: 512, height: height, source: format, result: result).at(frame: frame)
      }
      let (large, small) = (execution(520), execution(20))
      #expect(large.codes != nil && small.codes == nil)
      #expect(rendered(large, pixels, rows: 20) == rendered(small, pixels, rows: 20), "frame \(frame)")
      #expect(rendered(large.narrow, pixels, rows: 20) == rendered(small, pixels, rows: 20), "frame \(frame)")
    }
  }

  /// Channels with the same steps share a table, and cheap steps have none.
  @Test func sharesTables() throws {
    let format = PixelFormat(channels: 3, depth: .sixteen)
    let codes = try #require(
      Execution(plan(), width: 512, height: 520, source: format, result: format).codes)
    let tables = codes.plan.steps.compactMap { if case .lookup(_, _, let table, _) = $0 { table } else { nil } }
    #expect(tables == [0, 0, 1] || tables == [1, 1, 0], "\(codes.plan)")
    // The sum reads green as it is.
    #expect(codes.plan.steps.count { if case .load = $0 { true } else { false } } == 1)
    #expect(codes.bytes == ByteCount(2 << 18))
    let bytes = PixelFormat(channels: 3, depth: .eight)
    #expect(Execution(plan(), width: 512, height: 520, source: bytes, result: bytes).codes == nil)
  }
}
