import Testing
import Tintype
import TintypeExecutor
import TintypeIntrinsics
import TintypeOptimizer
import TintypePlan
import TintypeTestSupport

/// What recipes say of whole pictures, on pictures so small that one can say which pixel goes where.
@Suite struct PictureStepTests {
  // 1 2 3
  // 4 5 6
  private let six = [[1, 2, 3], [4, 5, 6]]

  @Test func turnsClockwise() throws {
    #expect(try rendered("turn(source, by: 90deg)", six) == [[4, 1], [5, 2], [6, 3]])
    #expect(try rendered("turn(source, by: 180deg)", six) == [[6, 5, 4], [3, 2, 1]])
    #expect(try rendered("turn(source, by: -90deg)", six) == [[3, 6], [2, 5], [1, 4]])
    #expect(try rendered("turn(source, by: 360deg)", six) == six)
  }

  @Test func flips() throws {
    #expect(try rendered("flip(source, .horizontal)", six) == [[3, 2, 1], [6, 5, 4]])
    #expect(try rendered("flip(source, .vertical)", six) == [[4, 5, 6], [1, 2, 3]])
    #expect(try rendered("source |> flip(.vertical) |> turn(by: 90deg) |> flip(.horizontal)", six).count == 3)
  }

  @Test func crops() throws {
    #expect(try rendered("crop(source, left: 1px)", six) == [[2, 3], [5, 6]])
    #expect(try rendered("crop(source, right: 1px, top: 1px)", six) == [[4, 5]])
    #expect(try rendered("crop(source, ratio: 1, anchor: .left)", six) == [[1, 2], [4, 5]])
    #expect(try rendered("crop(source, ratio: 1, anchor: .right)", six) == [[2, 3], [5, 6]])
    #expect(try rendered("crop(source, ratio: 3, anchor: .bottom)", six) == [[4, 5, 6]])
    #expect(try rendered("crop(source, from: vec2(0.3, 0.5))", six) == [[5, 6]])
    #expect(try rendered("crop(source, to: vec2(0.7, 1))", six) == [[1, 2], [4, 5]])
    // A crop of a crop is relative to the first crop.
    #expect(try rendered("source |> crop(left: 1px) |> crop(ratio: 0.5, anchor: .right)", six) == [[3], [6]])
  }

  @Test func keepsItsShapeWhereNothingIsToDo() throws {
    let picture = (0..<20).map { row in (0..<30).map { ($0 * 7 + row * 13) % 256 } }
    #expect(try rendered("straighten(source, by: 0deg)", picture) == picture)
    #expect(try rendered("zoom(source, by: 1)", picture) == picture)
    #expect(try rendered("resize(source, by: 1)", picture) == picture)
    #expect(try rendered("blur(source, radius: 0px)", picture) == picture)
    #expect(try rendered("source |> sample(at: same(), filter: .bicubic)", picture) == picture)
  }

  @Test func takesSizes() throws {
    let flat = Array(repeating: Array(repeating: 90, count: 40), count: 30)
    func size(_ recipe: String) throws -> [Int] {
      let rows = try rendered(recipe, flat)
      #expect(rows.joined().allSatisfy { $0 == 90 }, "\(recipe) changes what is flat")
      return [rows.first?.count ?? 0, rows.count]
    }
    #expect(try size("resize(source, by: 0.5)") == [20, 15])
    #expect(try size("resize(source, longEdge: 10px)") == [10, 8])
    #expect(try size("resize(source, by: 2)") == [80, 60])
    #expect(try size("zoom(source, by: 2.5, at: vec2(0, 1))") == [40, 30])
    #expect(try size("source |> turn(by: 90deg) |> crop(ratio: 1)") == [30, 30])
    #expect(try size("source |> blur(radius: 10%) |> resize(by: 0.3) |> straighten(by: 10deg)")[0] < 12)
    // 40 x 30 turned by 45 degrees: the largest 4 : 3 within has 1 / (cos + 4/3 sin) of the sides.
    #expect(try size("straighten(source, by: 45deg)") == [24, 18])
  }

  /// A place between others, by a kernel.
  @Test func samplesElsewhere() throws {
    #expect(try rendered("sample(source, at: next())", six) == [[2, 3, 3], [5, 6, 6]])
    #expect(try rendered("sample(source, at: vec2(1.5, 0.5), filter: .nearest)", six) == [[2, 2, 2], [2, 2, 2]])
    #expect(try rendered("sample(source.g, at: next()) |> gray()", six) == [[2, 3, 3], [5, 6, 6]])
  }

  private func rendered(_ output: String, _ rows: [[Int]]) throws -> [[Int]] {
    let text = """
      tintype 1
      look "steps" { working display }
      kernel next(at: position) -> vec2 { return at.pixels + vec2(1, 0) }
      kernel same(at: position) -> vec2 { return at.pixels }
      kernel gray(m: scalar) -> rgb { return rgb(m) }
      output \(output)
      """
    let (look, diagnostics) = compile(SourceFile(name: "steps.tint", text: text))
    let errors = diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.rendered) == [])
    let program = try #require(look).program
    let plan = Planner.plan(Pipeline.run(program, parameters: [], sourceIsOpaque: true, sourceIsBytes: true))
    let format = PixelFormat(channels: 3, depth: .eight)
    let (width, height) = (rows[0].count, rows.count)
    let execution = Execution(plan, width: width, height: height, source: format, result: format)
    let bytes = rows.joined().flatMap { [UInt8($0), UInt8($0), UInt8($0)] }
    let columns = execution.bounds.columns.count
    let codes = TintypeExecutorTests.rendered(
      execution, [bytes], sourceRowBytes: [width * 3], rowBytes: columns * 3, workers: 2)
    return stride(from: 0, to: codes.count, by: columns * 3).map { row in
      stride(from: row, to: row + columns * 3, by: 3).map { Int(codes[$0]) }
    }
  }
}
