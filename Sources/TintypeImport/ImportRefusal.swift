public import TintypeDiagnostics
public import TintypeTables

/// Why a file of another program cannot become a recipe.
public enum ImportRefusal: Error, Sendable {
  /// What is wrong with the file, or not understood of it, each with its place.
  case problems([Problem])
  /// What is wrong with a `.cube` file.
  case table(TableComplaint)
  /// No correction of the file has this name; those that it has.
  case unknownCorrection(String, known: [String])
  /// A file whose name does not say what is in it.
  case unknownKind(String)

  /// One thing that is wrong.
  public struct Problem: Sendable {
    /// Where it is in the file.
    public let place: SourceLocation
    /// What is wrong, in one sentence.
    public let message: String
  }

  /// In one sentence for each line.
  public var lines: [String] {
    switch self {
    case .problems(let problems):
      return problems.map { problem in
        let (line, column) = problem.place.position
        return "\(problem.place.file.name):\(line):\(column): \(problem.message)".escapedForDisplay
      }
    case .table(let complaint): return [complaint.diagnostic.rendered]
    case .unknownCorrection(let name, let known):
      let nearest = nearestName(to: name, among: known)
      let ids = known.prefix(20).joined(separator: ", ") + (known.count > 20 ? ", and more" : "")
      let hint = nearest.map { "did you mean '\($0)'?" } ?? "it has \(known.isEmpty ? "none with an id" : ids)"
      return ["--id '\(name)': the file has no such correction; \(hint)".escapedForDisplay]
    case .unknownKind(let name):
      let kinds = ImportedLook.Kind.allCases.map { ".\($0.rawValue)" }.joined(separator: ", ")
      return ["\(name): the name has to end in one of \(kinds)".escapedForDisplay]
    }
  }
}

extension SourceFile {
  /// One thing that is wrong at an offset.
  func problem(_ message: String, at offset: Int) -> ImportRefusal.Problem {
    let place = min(max(offset, 0), text.count)
    return ImportRefusal.Problem(place: SourceLocation(self, Span(place, place)), message: message)
  }

  /// The refusal of a file for one thing that is wrong with it.
  func refusal(_ message: String, at offset: Int) -> ImportRefusal { .problems([problem(message, at: offset)]) }
}
