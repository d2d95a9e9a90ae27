import ArgumentParser
import Tintype
import TintypeIR

/// Capture metadata that override those of the photo.
struct ShotOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What the look reads in place of the photo's metadata, such as iso=800 or exposureTime=1/250; repeatable.",
      valueName: "field=value"),
    completion: Completions.shotFields, transform: Self.checked)
  var shot: [String] = []

  /// The values.
  var value: Shot { Shot(settings: shot) ?? Shot() }

  private static func checked(_ setting: String) throws -> String {
    guard Shot(settings: [setting]) == nil else { return setting }
    let name = String(setting.prefix { $0 != "=" })
    guard let field = ShotField(rawValue: name), ShotField.settable.contains(field) else {
      let fields = ShotField.settable.map(\.rawValue)
      let near = nearestName(to: name, among: fields).map { "; did you mean '\($0)'?" } ?? ""
      throw ValidationError("a photo has no '\(name)', but \(fields.joined(separator: ", "))\(near)")
    }
    throw ValidationError("'\(name)' is \(field.described)")
  }
}
