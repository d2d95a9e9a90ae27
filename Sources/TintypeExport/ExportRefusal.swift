import Tintype
public import TintypeColor
import TintypeDiagnostics
public import TintypeImage

/// Why a look cannot be exported as asked.
public enum ExportRefusal: Error, Sendable {
  /// The target, which has this name in sentences, cannot hold some steps.
  case unsupported([UnsupportedFeature], for: String)
  /// No step has this name.
  case unknownName(String, meant: String?)
  /// The look has no parameter of this name to freeze.
  case unknownParameter(String, meant: String?)
  /// The step of this name contains nothing unsupported.
  case nothingToLeaveOut(String)
  /// The look declares other codes than sRGB's for its photos, which only a table decodes.
  case declaresInput(InputSpace)
  /// A size that the target cannot have, and those that it can.
  case badSize(Int, possible: String)
  /// Even the largest size has a larger error than allowed, in units of 1/255.
  case errorRemains(Double, size: Int, wanted: Double)
  /// The system.
  case file(ImageError)

  /// One sentence per line; the first states the error.
  public var lines: [String] {
    switch self {
    case .unsupported(let features, let target):
      features.map { feature in
        let place = feature.place.map { " at \($0.shown)" } ?? ""
        let what = "\(target) cannot hold '\(feature.name.escapedForDisplay)'\(place)"
        return "\(what): it depends on \(phrases(feature.kinds))" + (feature.excess.map { " (\($0))" } ?? "")
      } + ["--without \(names(of: features)) leaves that out"]
    case .unknownName(let name, let meant):
      [
        "--without '\(name.escapedForDisplay)': no step of the look has this name"
          + (meant.map { "; did you mean '\($0.escapedForDisplay)'?" } ?? "")
      ]
    case .unknownParameter(let name, let meant):
      [
        "--freeze '\(name.escapedForDisplay)': the look has no parameter of this name"
          + (meant.map { "; did you mean '\($0.escapedForDisplay)'?" } ?? "")
      ]
    case .nothingToLeaveOut(let name):
      ["--without '\(name.escapedForDisplay)': there is nothing in this step to leave out"]
    case .declaresInput(let space):
      [
        "the look's photos are \(space.rawValue), and shaders take the codes of sRGB; a table takes either: "
          + "--to cube, hald or clf"
      ]
    case .badSize(let size, let possible): ["--size \(size): the size is \(possible)"]
    case .errorRemains(let error, let size, let wanted):
      [
        "with the largest size, \(size), the error is still \(error.fixed(2)) of 255, above the wanted "
          + "\(wanted.fixed(2)); raise --max-error"
      ]
    case .file(let error): [error.message]
    }
  }

  private func phrases(_ kinds: [UnsupportedFeature.Kind]) -> String {
    let phrases = kinds.map(\.phrase)
    return phrases.dropLast().joined(separator: ", ") + (phrases.count > 1 ? " and " : "") + (phrases.last ?? "")
  }

  private func names(of features: [UnsupportedFeature]) -> String {
    var names: [String] = []
    for feature in features where !names.contains(feature.name) { names.append(feature.name) }
    return names.joined(separator: ",").escapedForDisplay
  }
}

extension SourceLocation {
  /// The file, line and column as diagnostics have them.
  fileprivate var shown: String {
    let (line, column) = position
    return "\(file.name.escapedForDisplay):\(line):\(column)"
  }
}
