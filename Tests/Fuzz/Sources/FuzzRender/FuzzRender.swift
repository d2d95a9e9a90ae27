import CFuzzDriver
import FuzzFiles
import Glibc
import Tintype
import TintypeIR
import TintypeImage
import TintypeOptimizer
import TintypePlan

/// Whole recipes: what checks, renders a tiny photo through both engines, within limits. The bytes are the recipe's
/// text, or choose what a random recipe of every type is like.
@main enum FuzzRender {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    _ = LLVMFuzzerRunDriver(&count, &arguments) { data, size in
      let bytes = Array(UnsafeBufferPointer(start: data, count: size))
      // A recipe begins with a letter or a comment; a byte 0 stands before what draws one.
      var choices = Choices(bytes: bytes.dropFirst())
      let text =
        bytes.first == 0 ? EveryTypeRecipe.text(using: &choices) : String(decoding: bytes, as: UTF8.self)
      guard let look = try? ConfiguredLook(text: text) else { return 0 }
      FuzzRender.check(look)
      return 0
    }
  }

  private static func check(_ look: ConfiguredLook) {
    let program = look.look.program
    precondition(program.problems.isEmpty, "\(program.problems)")
    // With open parameters, as a fit has it: all but what is no number.
    let open = program.parameters.indices.filter {
      [.scalar, .vec2, .rgb, .rgba, .length, .angle, .ev, .kelvin].contains(program.parameters[$0].type)
    }
    let bound = bindParameters(program, to: program.parameters.map(\.defaultValue), leavingOpen: Set(open))
    let plan = Planner.plan(Pipeline.run(bound, parameters: nil, sourceIsOpaque: true, resultIsBytes: true))
    precondition(!plan.description.isEmpty, "a plan can be shown")
    let sizes = RenderOptions.Engine.allCases.map { engine -> [Int]? in
      var options = RenderOptions()
      (options.engine, options.ifExists, options.threads) = (engine, .overwrite, 1)
      (options.photoDate.missing, options.limits, options.maxCost) = (.skip, PictureLimits(maxPixels: 4096), 20_000)
      let result = scratchFolder.appending("result-\(engine).png".utf8)
      var start = timespec()
      clock_gettime(CLOCK_MONOTONIC, &start)
      let deadline = start.tv_sec + 3
      do throws(ImageError) {
        _ = try renderPhoto(look, from: photo, to: result, options: options, memory: 1 << 28) {
          var now = timespec()
          clock_gettime(CLOCK_MONOTONIC, &now)
          return now.tv_sec > deadline
        }
        let format = try openPicture(result).format
        return [format.width, format.height]
      } catch {
        let expected: [ImageError.Kind] = [.limit, .interrupted, .unsupported, .missing]
        precondition(!error.message.isEmpty && expected.contains(error.kind), "\(error)")
        return nil
      }
    }
    if let fast = sizes[0], let reference = sizes[1] { precondition(fast == reference, "both engines agree on sizes") }
  }

  /// A photo of few pixels, made of the one that Scripts/fuzz leaves.
  private static let photo: FilePath = {
    let path = scratchFolder.appending("tiny.png".utf8)
    var options = RenderOptions()
    options.ifExists = .overwrite
    do {
      let shrink = try ConfiguredLook(
        text: "tintype 1\nlook \"tiny\" { working display }\noutput resize(source, by: 15%)\n")
      _ = try renderPhoto(shrink, from: scratchFolder.appending("photo.png".utf8), to: path, options: options)
    } catch {
      preconditionFailure("\(error)")
    }
    return path
  }()
}

/// The bytes of an input as choices, and behind them numbers that differ: a choice among some may refuse a number.
private struct Choices: RandomNumberGenerator {
  var bytes: ArraySlice<UInt8>
  private var count: UInt64 = 0

  init(bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  mutating func next() -> UInt64 {
    count &+= 0x9E37_79B9_7F4A_7C15
    return bytes.popFirst().map { UInt64($0) << 56 | count >> 8 } ?? count
  }
}
