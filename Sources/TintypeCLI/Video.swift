import ArgumentParser
import Tintype
import TintypeColor
import TintypeIR
import TintypeImage

/// `tintype video`
struct Video: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "video", abstract: "Render a video, frame by frame as it comes through a pipe.",
    discussion: """
      Reads and writes Y4M, uncompressed frames, as ffmpeg speaks it:

        ffmpeg -v error -i in.mp4 -f yuv4mpegpipe -strict -1 - | tintype video LOOK - -o - | ffmpeg -i - out.mp4

      Samples of 8 to 16 bits, 4:2:0, 4:2:2, 4:4:4 and gray come out as they came in. Noise changes from frame to frame.
      """)

  @OptionGroup var look: LookOptions

  @Argument(help: "A .y4m file, or '-' for standard input.", completion: .file(extensions: ["y4m"]))
  var input = "-"

  @Option(name: .shortAndLong, help: "A .y4m file, or '-' for standard output.", completion: .file(extensions: ["y4m"]))
  var output: String

  @Option(
    help: ArgumentHelp(
      "The day that the look writes, such as 2024-08-31; videos do not state theirs.", valueName: "date"))
  var date: CivilDate?

  @OptionGroup var shots: ShotOptions

  @Option(
    help: ArgumentHelp(
      "What a look that measures takes for the photo: first (frame), each (frame), or the file of a photo.",
      valueName: "first|each|FILE"))
  var measure = Self.firstFrame

  private static let firstFrame = "first"

  @Option(help: DateLocale.help)
  var locale = DateLocale.en

  @Option(
    help: ArgumentHelp(
      "The matrix of the input: bt601, bt709 or bt2020 (default: by the frame size), or its colors, such as s-log3 "
        + "(default: the look's, else sRGB); twice for both.", valueName: "space"))
  var inputSpace: [VideoColors] = []

  @Option(help: "The code range of the input: limited or full (default: the stream's tag, else limited).")
  var inputRange: Range?

  @Option(help: "Skip this many frames at the start; the others keep their numbers, and so their grain.")
  var skipFrames = 0

  @OptionGroup var effort: EffortOptions

  @Option(help: "What to do when the output exists: error, skip, overwrite, or rename to NAME-2.")
  var ifExists = RenderOptions.IfExists.error

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  enum Range: String, ExpressibleByArgument, CaseIterable {
    case limited, full
  }

  func validate() throws {
    if skipFrames < 0 { throw ValidationError("--skip-frames is a number of frames.") }
    guard inputSpace.compactMap(\.matrix).count < 2, inputSpace.compactMap(\.encoding).count < 2 else {
      throw ValidationError("--input-space is one matrix and one encoding at most.")
    }
    if output != "-", !output.lowercased().hasSuffix(".y4m") {
      throw ValidationError(
        "A video is written as '-' or to a file that ends in .y4m; convert it with ffmpeg for other formats.")
    }
  }

  func run() throws {
    let look = try look.configured(memory: ByteCount(effort.memory.count))
    if measure != Self.firstFrame, !look.measures { throw MeasuringOptions.nothing(look, "--measure") }
    Interruption.watch()
    let isInterrupted: @Sendable () -> Bool = { Interruption.isRequested }
    let report = BatchReport(total: 1, style: .none, isQuiet: quiet)
    let stream = StreamRendering(input: input, output: output, report: report)
    try stream.run("videos") {
      Batch.Outcome(of: stream.inputName, to: stream.outputName) { () throws(ImageError) in
        let (options, limits) = (options, options.limits)
        let reader =
          input == "-"
          ? try Y4MReader(reading: 0, limits: limits, isInterrupted: isInterrupted)
          : try Y4MReader(FilePath(input), limits: limits, isInterrupted: isInterrupted)
        if output == "-" {
          let notes = try renderVideo(look, from: reader, toStream: 1, options: options, isInterrupted: isInterrupted)
          return .rendered(to: stream.outputName, notes: notes)
        }
        if input != "-", isSameFile(FilePath(input), FilePath(output)) {
          throw ImageError(.exists, "is the video that is read; give the result another name")
        }
        return try renderVideo(look, from: reader, to: FilePath(output), options: options, isInterrupted: isInterrupted)
      }
    }
  }

  private var options: VideoOptions {
    var options = VideoOptions()
    options.inputSpace = inputSpace.compactMap(\.matrix).first
    options.encoding = inputSpace.compactMap(\.encoding).first
    (options.date, options.locale, options.shot) = (date, locale, shots.value)
    options.measuredPhoto = [Self.firstFrame: .first, "each": .each][measure] ?? .file(FilePath(measure))
    options.isFullRange = inputRange.map { $0 == .full }
    options.skippedFrames = skipFrames
    options.ifExists = ifExists
    options.limits.maxPixels = effort.maxPixels.count
    options.threads = effort.threads
    options.memory = effort.memory.count
    return options
  }
}

/// A matrix, or an encoding of colors.
struct VideoColors: ExpressibleByArgument {
  let matrix: VideoOptions.InputSpace?
  let encoding: InputSpace?

  init?(argument: String) {
    (matrix, encoding) = (VideoOptions.InputSpace(rawValue: argument), InputSpace(rawValue: argument))
    if matrix == nil, encoding == nil { return nil }
  }

  static var allValueStrings: [String] {
    VideoOptions.InputSpace.allCases.map(\.rawValue) + InputSpace.allCases.map(\.rawValue)
  }
}
