import Synchronization
import Testing
import TintypeDrawing
import TintypeImage
import TintypeTestSupport

@testable import Tintype

/// Photos, films and pictures give one answer to an output that exists.
@Suite struct IfExistsTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    _ = try Bitmap(width: 8, height: 8).write(to: path("in.png"), quality: 95, ifExists: .error)
    try folder.write("YUV4MPEG2 W2 H2 F25:1 Cmono\nFRAME\nabcd", to: "in.y4m")
    for name in ["out.png", "out.y4m"] { try folder.write("kept", to: name) }
  }

  private func path(_ name: String) -> FilePath { FilePath(folder.path + "/" + name) }

  /// Renders a photo, writes a picture, and renders a video to an output that is there.
  private func outcomes(_ ifExists: RenderOptions.IfExists) throws -> [Result<RenderOutcome, any Error>] {
    let look = try compiled("output source")
    var (options, film) = (RenderOptions(), VideoOptions())
    (options.ifExists, film.ifExists) = (ifExists, ifExists)
    return [
      Result { try renderPhoto(look, from: path("in.png"), to: path("out.png"), options: options) },
      Result { try Bitmap(width: 8, height: 8).write(to: path("out.png"), quality: 95, ifExists: ifExists) },
      Result {
        let reader = try Y4MReader(path("in.y4m")) { false }
        return try renderVideo(look, from: reader, to: path("out.y4m"), options: film)
      },
    ]
  }

  @Test func anErrorLeavesIt() throws {
    for outcome in try outcomes(.error) { #expect(throws: ImageError.outputExists) { try outcome.get() } }
    #expect(folder.bytes(of: "out.png") == Array("kept".utf8))
  }

  @Test func skippingLeavesIt() throws {
    for outcome in try outcomes(.skip) { #expect(try outcome.get() == .skipped) }
    #expect(folder.bytes(of: "out.y4m") == Array("kept".utf8))
  }

  @Test func overwritingReplacesIt() throws {
    let names = ["out.png", "out.png", "out.y4m"]
    for (outcome, name) in zip(try outcomes(.overwrite), names) {
      #expect(try outcome.get() == .rendered(to: path(name), notes: []))
      #expect(folder.bytes(of: name) != Array("kept".utf8))
    }
  }

  @Test func renamingTakesTheNextName() throws {
    let names = ["out-2.png", "out-3.png", "out-2.y4m"]
    for (outcome, name) in zip(try outcomes(.rename), names) {
      #expect(try outcome.get() == .rendered(to: path(name), notes: []))
    }
    #expect(folder.bytes(of: "out.png") == Array("kept".utf8))
  }

  /// Another process may write the output between the first check and the end.
  @Test func skippingLosesNoRace() throws {
    let outcome = try RenderOptions.IfExists.skip.write(path("late.png")) { (_) throws(ImageError) in
      do { try folder.write("theirs", to: "late.png") } catch { throw ImageError(.io, "\(error)") }
      return []
    }
    #expect(outcome == .skipped)
    #expect(folder.bytes(of: "late.png") == Array("theirs".utf8))
  }

  @Test func theInputIsReplacedOnlyWhenAsked() throws {
    let input = path("in.png")
    #expect(throws: ImageError.outputIsInput) { try RenderOptions.IfExists.overwrite.permits(input, from: [input]) }
    #expect(try RenderOptions.IfExists.overwrite.permits(input, from: [input], replacesInput: true))
  }

  /// As on a file system that ignores case, where two names of a plan are one file.
  @Test func resultsOfOneRunReplaceNoOther() throws {
    _ = try Bitmap(width: 9, height: 9).write(to: path("other.png"), quality: 95, ifExists: .error)
    var batch = Batch(try compiled("output source"))
    batch.options.ifExists = .overwrite
    let photos = ["in.png", "other.png"].map { PlannedPhoto(input: path($0), output: path("out.png")) }
    let outcomes = Mutex<[Batch.Outcome]>([])
    batch.run(photos) { _, outcome in outcomes.withLock { $0.append(outcome) } }
    let ended = outcomes.withLock { $0 }
    try #require(ended.count == 2)
    guard case .rendered = ended[0], case .failed(let failure) = ended[1] else {
      throw TestFailure("both are rendered")
    }
    #expect(failure.file == path("out.png") && failure.error.message.hasPrefix("is the result of another photo"))
    // Another run replaces it.
    batch.run([photos[1]]) { _, outcome in outcomes.withLock { $0.append(outcome) } }
    guard case .rendered = outcomes.withLock({ $0[2] }) else { throw TestFailure("an old result is kept") }
  }
}
