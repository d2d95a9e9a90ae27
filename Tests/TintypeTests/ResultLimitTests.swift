import Synchronization
import Testing
import TintypeDrawing
import TintypeExecutor
import TintypePlan
import TintypeRender
import TintypeTestSupport

@testable import Tintype

/// Results that are larger than their source: their size is checked before a pixel is touched, and they can be
/// interrupted.
@Suite struct ResultLimitTests {
  private static let twice = "output source |> resize(by: 16) |> resize(by: 16)"

  @Test func refusesAResultThatIsTooLarge() throws {
    #expect(
      try failure(Self.twice, maxPixels: 200_000)
        == ImageError(
          .limit, "the result is 8192 x 6144 pixels, and the limit is 200000 pixels", remedy: .morePixels))
  }

  @Test func refusesAStepThatIsTooLarge() throws {
    #expect(
      try failure("output source |> resize(by: 16) |> blur(1%) |> resize(by: 0.1)", maxPixels: 100_000)
        == ImageError(
          .limit, "a step of the look is 512 x 384 pixels, and the limit is 100000 pixels", remedy: .morePixels))
  }

  /// A gigapixel is the limit where none is given.
  @Test func refusesAResultWithoutEnd() throws {
    let error = try failure(Self.twice + " |> resize(by: 16)", maxPixels: PictureLimits.usualPixels)
    #expect(error?.kind == .limit && error?.remedy == .morePixels)
  }

  @Test func stopsWhileItMakesALargeResult() throws {
    let asked = Mutex(0)
    let error = try failure(Self.twice, maxPixels: PictureLimits.usualPixels) {
      asked.withLock { count in
        count += 1
        return count > 4
      }
    }
    #expect(error == ImageError(.interrupted, "interrupted"))
    // The source was read at once.
    #expect(asked.withLock { $0 } == 5)
  }

  @Test func fewerThanOneThreadIsOne() {
    var (options, film) = (RenderOptions(), VideoOptions())
    (options.threads, film.threads) = (0, -1)
    #expect(options.threads == 1 && film.threads == 1)
  }

  /// A median sorts in memory of each thread.
  @Test func countsTheMemoryOfEachThread() throws {
    let format = PictureFormat(width: 640, height: 480, channels: 3, depth: .eight)
    let plan = try compiled("output median(source, radius: 2px)").bound.plan(
      for: RenderTarget(source: .screen, result: .screen), shot: nil)
    let execution = plan.execution(width: 640, height: 480, source: format.pixels, result: format.pixels)
    let peak = StagedExecution.peakMemory(of: execution, workers: 3)
    #expect(peak.bytes(workers: 3) - peak.bytes(workers: 2) > 10_000)
  }

  /// A part far below the top needs few of the rows above it.
  @Test func aPartComputesLittleAboveIt() throws {
    let format = PictureFormat(width: 40, height: 3000, channels: 3, depth: .eight)
    let plan = try compiled("output source + 0.2 * blur(median(source, radius: 1px), radius: 3px)").bound.plan(
      for: RenderTarget(source: .screen, result: .screen), shot: nil)
    let whole = plan.execution(width: 40, height: 3000, source: format.pixels, result: format.pixels)
    let part = whole.cropped(to: PixelRectangle(columns: 0..<40, rows: 2900..<2920))
    let staged = StagedExecution(part, workers: 1)
    var computed = 0
    while !staged.isOver, let task = staged.next() {
      if let read = task.read { read.memory.initializeMemory(as: UInt8.self, repeating: 0) }
      if task.read == nil {
        staged.run(task)
        computed += task.rows.count
      }
      staged.finish(task)
      staged.release(before: staged.made.upperBound)
    }
    #expect(staged.isOver && computed > 20 && computed < 600, "\(computed) rows")
  }

  /// A short recipe whose calls become thousands of steps with thousands of registers counts for `--memory`.
  @Test func countsTheMemoryOfAnInlinedProgram() throws {
    var functions = ["function f0(x: scalar, y: scalar) -> scalar { return x * 1.01 + y * x }"]
    for level in 1...9 {
      let calls = "f\(level - 1)(x + \(level), y) * f\(level - 1)(y, x - \(level))"
      functions.append("function f\(level)(x: scalar, y: scalar) -> scalar { return \(calls) }")
    }
    functions += ["kernel k(c: rgb) -> rgb { return c * f9(c.r, c.g) }", "output k(source)"]
    let error = try failure(functions.joined(separator: "\n"), maxPixels: PictureLimits.usualPixels, memory: 800_000)
    #expect(error?.kind == .limit && error?.remedy == .moreMemory)
    #expect(try failure("output source * 0.5", maxPixels: PictureLimits.usualPixels, memory: 800_000) == nil)
  }

  /// No slider changes the size that the recipe sets.
  @Test(arguments: [
    "output turn(source * amount, by: 90deg)", "output turn(source, by: 90deg) * amount",
    "output mix(rgb(0.5), turn(source, by: 90deg), amount)", "output resize(source * amount, by: 1.5)",
    "output resize(blur(source, 2%), by: 1.5) * amount", "output turn(source * amount |> crop(ratio: 2), by: 90deg)",
  ]) func keepsTheSizeOfAPictureOfOneColor(_ output: String) throws {
    let look = try compiled("param amount: scalar = 1\n\(output)")
    let picture = Bitmap(width: 32, height: 24)
    let sizes = try [0.0, 1].map { amount in
      let result = try picture.rendered(through: look.replacing(["amount": [amount]]), threads: 2)
      return [result.width, result.height]
    }
    #expect(sizes[0] == sizes[1])
    #expect(sizes[0] != [32, 24])
  }

  private func failure(
    _ recipe: String, maxPixels: Int, memory: Int? = nil, isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws -> ImageError? {
    let folder = try ScratchFolder()
    let (input, output) = (FilePath(folder.path + "/in.png"), FilePath(folder.path + "/out.png"))
    _ = try Bitmap(width: 32, height: 24).write(to: input, quality: 90, ifExists: .error)
    var options = RenderOptions()
    options.limits.maxPixels = maxPixels
    let look = try compiled(recipe)
    do throws(ImageError) {
      _ = try renderPhoto(
        look, from: input, to: output, options: options, memory: memory, isInterrupted: isInterrupted)
      return nil
    } catch {
      #expect(folder.names == ["in.png"])
      return error
    }
  }
}
