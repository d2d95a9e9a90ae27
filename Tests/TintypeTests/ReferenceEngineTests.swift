import Testing
import TintypeDrawing
import TintypeImage
import TintypeRender
import TintypeTestSupport

@testable import Tintype

/// Renders of whole photos by the interpreter.
@Suite struct ReferenceEngineTests {
  private func render(
    _ name: String, _ folder: ScratchFolder, _ fill: (inout RenderOptions) -> Void
  ) throws -> (format: PictureFormat, codes: [UInt16]) {
    let source = try #require(shippedLooks.first { $0.name == name })
    var options = RenderOptions()
    (options.ifExists, options.photoDate.missing) = (.overwrite, .skip)
    fill(&options)
    let (input, output) = (FilePath(folder.path + "/in.png"), FilePath(folder.path + "/out.png"))
    _ = try renderPhoto(
      ConfiguredLook(try #require(compile(source).look), recipe: source), from: input, to: output, options: options)
    let reader = try openPicture(output)
    return (reader.format, try StoredPicture(decoding: reader).colorCodes)
  }

  /// The fast engine differs by what its stated errors add up to, and by one in the last place.
  @Test(.slow, arguments: ["original", "minimal-life", "soften", "tilt-shift", "date-stamp"])
  func bothEnginesAgree(_ name: String) throws {
    let folder = try ScratchFolder()
    // Small, because a debug build's interpreter is slow.
    _ = try TestScene(width: 64, height: 48).drawn().reduced(toFitWidth: 20, height: 15).write(
      to: FilePath(folder.path + "/in.png"), quality: 95, ifExists: .error)
    for (depth, within) in [(ResultDepth.eight, 1), (.sixteen, 40)] {
      let fast = try render(name, folder) { $0.depth = depth }
      let reference = try render(name, folder) { ($0.depth, $0.engine, $0.threads) = (depth, .reference, 2) }
      #expect(reference.format == fast.format)
      let farthest = zip(fast.codes, reference.codes).map { abs(Int($0) - Int($1)) }.max()
      #expect(try #require(farthest) <= within, "\(depth)")
    }
  }

  /// In 16 bits single precision rounds to the other side now and then, and never farther.
  @Test(arguments: [
    "m * source", "arriWideGamut3 * source", "source * 0.9", "neighbor(source, 1, -2)",
    "select(source, 1 - source, source > 0.5)", "if all(source > 0.3) { source * 0.9 } else { source }",
    "[#402010, #c08060][source.g * 2] * 0.5 + source * 0.3", "mix(m, arriWideGamut3, 0.3) * source",
  ])
  func bothEnginesRoundAlikeWithinOneCode(_ output: String) throws {
    let folder = try ScratchFolder()
    _ = try TestScene(width: 90, height: 60).drawn().write(
      to: FilePath(folder.path + "/in.png"), quality: 95, ifExists: .error)
    let text = "let m = matrix((0.9, 0.08, 0.02), (0.04, 0.93, 0.03), (0, 0.15, 0.85))\noutput "
    let look = try compiled(text + output)
    var codes: [[UInt16]] = []
    for engine in [RenderOptions.Engine.fast, .reference] {
      var options = RenderOptions()
      (options.depth, options.engine, options.ifExists) = (.sixteen, engine, .overwrite)
      let result = FilePath(folder.path + "/out.png")
      _ = try renderPhoto(look, from: FilePath(folder.path + "/in.png"), to: result, options: options)
      codes.append(try StoredPicture(decoding: openPicture(result)).colorCodes)
    }
    let distances = zip(codes[0], codes[1]).map { abs(Int($0) - Int($1)) }
    #expect(try #require(distances.max()) <= 1)
    #expect(distances.count { $0 > 0 } < distances.count / 20)
  }

  /// Of 30 pixels 5% is 1.5, 15% is 4.5, and 0.35 is 10.5.
  @Test(arguments: [
    ("pad(source, left: 15%, outside: .edge)", 35), ("crop(source, left: 5%)", 28), ("resize(source, by: 0.35)", 11),
    ("crop(source, from: vec2(0.35, 0), to: vec2(1, 1))", 19),
    ("normalBlend(fill(crop(source, left: 60%, right: 60%)), over: source)", 30),
  ])
  func bothEnginesRoundHalvesUp(_ output: String, _ width: Int) throws {
    let folder = try ScratchFolder()
    _ = try TestScene(width: 90, height: 90).drawn().reduced(toFitWidth: 30, height: 30).write(
      to: FilePath(folder.path + "/in.png"), quality: 95, ifExists: .error)
    var results: [StoredPicture] = []
    for engine in [RenderOptions.Engine.fast, .reference] {
      var options = RenderOptions()
      (options.depth, options.engine, options.ifExists) = (.eight, engine, .overwrite)
      let result = FilePath(folder.path + "/out.png")
      _ = try renderPhoto(
        compiled("output \(output)"), from: FilePath(folder.path + "/in.png"), to: result, options: options)
      results.append(try StoredPicture(decoding: openPicture(result)))
    }
    #expect(results[0].format.width == width && results[1].format == results[0].format)
    let distances = zip(results[0].colorCodes, results[1].colorCodes).map { abs(Int($0) - Int($1)) }
    #expect(try #require(distances.max()) <= 257)
  }

  @Test func refusesWhatWouldNotEnd() throws {
    let folder = try ScratchFolder()
    _ = try Bitmap(width: 1001, height: 1000).write(
      to: FilePath(folder.path + "/in.png"), quality: 95, ifExists: .error)
    let error = #expect(throws: ImageError.self) { try render("original", folder) { $0.engine = .reference } }
    #expect(error?.kind == .limit)
    #expect(folder.names == ["in.png"])
    #expect(throws: ImageError(.interrupted, "interrupted")) {
      var options = RenderOptions()
      (options.engine, options.size) = (.reference, .longEdge(40))
      _ = try renderPhoto(
        compiled("output source"), from: FilePath(folder.path + "/in.png"), to: FilePath(folder.path + "/out.png"),
        options: options, isInterrupted: { true })
    }
  }

  /// A result says which engine made it, so that it is made again by the same.
  @Test func theResultSaysSo() throws {
    let folder = try ScratchFolder()
    _ = try Bitmap(width: 8, height: 8).write(to: FilePath(folder.path + "/in.png"), quality: 95, ifExists: .error)
    _ = try render("original", folder) { $0.engine = .reference }
    let provenance = try #require(Provenance(try openPicture(FilePath(folder.path + "/out.png")).metadata))
    var options = RenderOptions()
    options.take(provenance)
    #expect(options.engine == .reference)
  }
}
