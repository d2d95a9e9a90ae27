import Testing
import Tintype
import TintypeColor
import TintypeExecutor
import TintypeIntrinsics
import TintypeOptimizer
import TintypePlan
import TintypeTestSupport

/// Every code of 8 bits through a look and back, as a photo's rows take it.
@Suite struct ColorConversionTests {
  /// 16.7 million colors, converted from the space into the working one, touched by a step that changes nothing and
  /// that no pass sees through, and back: each has to come out as it went in.
  @Test(.slow, arguments: [RGBSpace.displayP3, .adobeRGB, .proPhoto, .rec2020], ["display", "linear-srgb"])
  func everyCodeComesBack(_ space: RGBSpace, _ working: String) throws {
    let edge = EveryColor.edge
    let execution = try execution(space, working, depth: .eight, rows: edge, columns: edge)
    var result = [UInt8](repeating: 0, count: edge * 3)
    var wrongRows: [Int] = []
    for y in 0..<edge {
      let row = EveryColor.row(y)
      run(execution, y, row, into: &result)
      if result != row { wrongRows.append(y) }
    }
    #expect(wrongRows == [])
  }

  /// Of 16 bits most come back exactly. Where a bright channel's light is 10,000 times a dark one's, single precision
  /// has no more digits for the dark one, and a curve without a straight piece near no light magnifies that.
  @Test(.slow, arguments: [RGBSpace.displayP3, .proPhoto, .rec2020], ["display", "linear-srgb"])
  func codesOfSixteenBitsComeBack(_ space: RGBSpace, _ working: String) throws {
    let execution = try execution(space, working, depth: .sixteen, rows: 512, columns: 512)
    var random = SplitMix64(seed: 16)
    var row = [UInt16](repeating: 0, count: 512 * 3)
    var result = row
    for y in 0..<512 {
      for index in row.indices { row[index] = UInt16.random(in: 0...65535, using: &random) }
      run(execution, y, row, into: &result)
      for (before, after) in zip(row, result) {
        #expect((Int(before) - Int(after)).magnitude <= 1)
      }
    }
  }

  private func execution(
    _ space: RGBSpace, _ working: String, depth: SampleDepth, rows: Int, columns: Int
  ) throws -> Execution {
    let text = """
      tintype 1
      look "same" { working \(working) }
      kernel same(c: rgb, nothing: scalar) -> rgb { return rgb(c.r + nothing, c.g + nothing, c.b + nothing) }
      kernel none(at: position) -> scalar { return min(at.pixels.x, 0) }
      output same(source, none())
      """
    let look = try #require(compile(SourceFile(name: "same.tint", text: text)).look)
    let isBytes = depth == .eight
    let program = convertColors(look.program, from: space, to: space, sourceIsBytes: isBytes)
    let plan = Planner.plan(
      Pipeline.run(
        program, parameters: [], sourceIsOpaque: true, sourceIsBytes: isBytes, resultIsBytes: isBytes))
    let format = PixelFormat(channels: 3, depth: depth)
    return Execution(plan, width: columns, height: rows, source: format, result: format)
  }

  private func run<Sample>(_ execution: Execution, _ y: Int, _ row: [Sample], into result: inout [Sample]) {
    row.withUnsafeBytes { source in
      result.withUnsafeMutableBytes { result in
        execution.run(
          rows: y..<(y + 1), from: source, sourceRowBytes: source.count, to: result, resultRowBytes: result.count)
      }
    }
  }
}
