import ArgumentParser
import Tintype
import TintypeColor
import TintypeImage

/// `tintype meter`
struct Meter: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "meter", abstract: "Measure the light of photos, so that a roll comes out alike.",
    discussion: """
      Finds for each photo what brings its median luminance to the gray card and its edges, in their mean, to gray, in \
      stops; and for the roll the medians of that. tintype render LOOK PHOTOS -o out/ --settings roll.json applies it \
      before the look. --negative finds instead the light of the film without a picture, which the look 'negative' \
      takes as its clear film; then a crop does not change it.
      """)

  @Argument(help: "Photos; folders with -r.", completion: Completions.photos)
  var files: [String] = []

  @OptionGroup var photos: PhotoOptions

  @OptionGroup var selection: SelectionOptions

  @Flag(help: "Give all photos the white balance of the roll: they were taken in one light.")
  var oneWhite = false

  @Flag(help: "Give each photo the contrast of an average one.")
  var contrast = false

  @Flag(help: "The photos are scans or photographs of a negative: find the light of clear film.")
  var negative = false

  @Option(
    help: ArgumentHelp("What the colors of photos are, as for 'tintype render'.", valueName: "space"))
  var inputSpace: InputSpace?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Where settings go, in JSON; '-' for standard output.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var output: String?

  @Option(help: "What to do when the output exists: error, skip or overwrite.")
  var ifExists = IfNameExists.error

  func validate() throws {
    if files.isEmpty, photos.filesFrom == nil { throw ValidationError("Name the photos.") }
    if negative, oneWhite || contrast {
      throw ValidationError("--negative leaves light as it is; omit --one-white and --contrast.")
    }
  }

  func run() throws {
    let file = output.map { FilePath($0) }
    if let file, output != "-", try !ifExists.policy.wants(file) { return }
    var limits = PictureLimits()
    limits.inputSpace = inputSpace
    var found: [(photo: FilePath, meter: LightMeter)] = []
    var failed: ExitCode?
    do {
      try forEachPhoto(in: files, photos, selection) { record in
        let meter = try reporting(on: record.path.description) { () throws(ImageError) in
          guard String(validating: record.path.bytes, as: UTF8.self) != nil else {
            throw ImageError(.unsupported, "its name is not UTF-8, so settings cannot name it; rename it")
          }
          return try LightMeter(record.path, limits: limits)
        }
        found.append((record.path, meter))
      }
    } catch let code as ExitCode {
      failed = code
    }
    if !found.isEmpty {
      let settings = settings(of: found)
      if output != "-" { report(found, settings) }
      if output == "-" {
        print(settings.text(in: FilePath("./-")), terminator: "")
      } else if let file, try ifExists.policy.wants(file, from: found.map(\.photo)) {
        try ifExists.policy.writeAloud(file, Array(settings.text(in: file).utf8))
      }
    }
    if let failed { throw failed }
  }

  private func settings(of found: [(photo: FilePath, meter: LightMeter)]) -> RollSettings {
    if negative {
      // The clearest film is that without a picture on it.
      let clear = (0..<3).map { lane in found.map { $0.meter.clear[lane] }.max() ?? 1 }
      return RollSettings(found.map { ($0.photo, LightCorrection()) }, clear: clear)
    }
    // Of the photos that show what is white; the others get it.
    let shown = found.filter { $0.meter.findsWhite }
    let white = RollSettings(shown.map { ($0.photo, $0.meter.correction()) }).roll
    return RollSettings(
      found.map { photo, meter in
        var correction = meter.correction(balancedAs: oneWhite || !meter.findsWhite ? white : nil)
        if contrast { correction.contrast = meter.contrast }
        return (photo, correction)
      })
  }

  private func report(_ found: [(photo: FilePath, meter: LightMeter)], _ settings: RollSettings) {
    if negative {
      for (photo, meter) in found { print("\(photo)  clear film \(spelled(meter.clear))") }
      print("roll  clear film \(spelled(settings.clear ?? []))")
      return
    }
    for (photo, meter) in found {
      let correction = settings[photo] ?? settings.roll
      let note = meter.findsWhite || oneWhite ? "" : "  (shows no white: that of the roll)"
      print("\(photo)  \(correction.spelled)\(note)")
    }
    print("roll  \(settings.roll.spelled)")
  }

  private func spelled(_ lanes: [Double]) -> String { lanes.map { "\($0)" }.joined(separator: " ") }
}
