import Tintype
import TintypeImage
import TintypeJSON
import TintypeRender

// The tools whose answers hold pictures.

extension Tool {
  static let render = Tool(
    name: "render",
    summary: """
      Render a photo through a look. Without 'output' the answer holds the picture, \(ToolSession.edge) pixels at its \
      longer side unless 'maxEdge' or 'resize' says otherwise; with 'output' a file is written at full size.
      """,
    arguments: ToolArgument.configuredLook + [
      .photo, ToolArgument("output", .text, "The file to write; without it the answer holds the picture."),
      ToolArgument("format", .words(pictureFormats), "Of a picture in the answer; jpeg by default."),
    ] + ToolArgument.renderOptions, writes: true
  ) { (arguments, session) throws(Refusal) in
    _ = try arguments.look()
    var job = arguments.object
    if arguments.text("output") == nil { job = job.asAnswer }
    if job["input"] == nil { job["input"] = "scene.png" }
    return try rendered(job, arguments.text("input") == nil ? try session.photo(nil) : nil, &session)
  }

  /// The formats that an answer may hold.
  private static let pictureFormats = ["jpeg", "png"]

  private static func rendered(
    _ members: JSONObject, _ photo: FilePath?, _ session: inout ToolSession
  ) throws(Refusal) -> ToolAnswer {
    let job: Job
    do throws(Job.Mistake) {
      job = try Job(members, options: session.options)
    } catch {
      throw error.refusal
    }
    let (outcome, data) = try session.jobs.run(job, photo: photo, isInterrupted: session.isInterrupted)
    if case .failed(let failure) = outcome {
      throw Refusal(photo == nil ? failure.file.description : "the drawn scene", failure.error)
    }
    var facts = JobResult(id: nil, outcome, nil).members
    (facts["ok"], facts["status"]) = (nil, nil)
    if job.isAnswered { facts["bytes"] = JSONValue(data?.count) }
    let notes = facts["notes"]?.texts ?? []
    let answer = ToolAnswer(
      ([facts["result"]?.text.map { job.isAnswered ? $0 : "\($0): \(job.output)" } ?? "rendered"]
        + notes.map { "note: \($0)" }).joined(separator: "\n"), facts)
    return data.map { answer.adding(picture: $0, job.format ?? .jpeg) } ?? answer
  }

  static let diff = Tool(
    name: "diff",
    summary: """
      Show two looks of a photo side by side, and a third frame with their difference, amplified. Answers with the \
      picture and with the difference in dE2000, of which 1 is barely visible. The look "original" changes nothing.
      """,
    arguments: sides.flatMap { side in
      ToolArgument.configuredLook.map { $0.named($0.name + side) }
    } + [
      .photo,
      ToolArgument("gain", .number(1...100), "The factor by which the difference is amplified; 2 by default."),
      ToolArgument("size", .number(64...2048), "The longer side of a frame; \(ToolSession.edge) by default."),
    ]
  ) { (arguments, session) throws(Refusal) in
    let path = try session.photo(arguments.text("input"))
    let name = arguments.text("input") ?? "the drawn scene"
    let photo = try refusing(on: name) { () throws(ImageError) in try DecodedPhoto(path) }
    var date = PhotoDate()
    date.missing = .skip
    var pictures: [LookComparison.Side] = []
    for side in sides {
      let request = try arguments.look(side)
      let look = try session.look(request)
      let threads = session.options.threads
      let picture = try refusing(on: name) { () throws(ImageError) in
        try photo.rendered(through: look, date: date, threads: threads)
      }
      if session.isInterrupted() { throw .interrupted }
      pictures.append((request.recipe == nil ? lookCaption(request.name) : look.look.name, picture))
    }
    let comparison: LookComparison
    do throws(UsageError) {
      comparison = try LookComparison(pictures, gain: arguments.number("gain", 2))
    } catch {
      throw Refusal(.data, error.message)
    }
    let sheet = comparison.sheet(edge: arguments.number("size", ToolSession.edge))
    let data = try refusing(on: "the comparison") { () throws(ImageError) in
      try sheet.encoded(as: .jpeg, quality: ToolSession.quality, in: StandardStreams.temporaryFolder)
    }
    let numbers = comparison.numbers
    return ToolAnswer(
      comparison.summary,
      ["mean": JSONValue(numbers[0]), "percentile95": JSONValue(numbers[1]), "largest": JSONValue(numbers[2])]
    ).adding(picture: data, .jpeg)
  }

  /// What the names of arguments end in that are about one of two looks.
  private static let sides = ["First", "Second"]
}

extension JSONObject {
  /// A job whose result is in the answer, as small as an assistant needs it, without the photo's metadata.
  fileprivate var asAnswer: JSONObject {
    var job = self
    job["output"] = "-"
    if job["format"] == nil { job["format"] = "jpeg" }
    if job["metadata"] == nil { job["metadata"] = "none" }
    if job["lossless"]?.truth == true { return job }
    if job["maxEdge"] == nil, job["resize"] == nil { job["maxEdge"] = JSONValue(ToolSession.edge) }
    if job["quality"] == nil { job["quality"] = JSONValue(ToolSession.quality) }
    return job
  }
}
