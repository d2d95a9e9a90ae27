import TintypeDiagnostics

/// An error in the syntax. The lexer and the parser report it at a span.
struct SyntaxError {
  let code: String
  let message: String
  private let label: String
  private var notes: [String]
  private let related: (place: Span, label: String)?
  private let edit: Edit?

  init(
    code: String, _ message: String, label: String = "", notes: [String] = [], related: (Span, String)? = nil,
    _ edit: Edit? = nil
  ) {
    (self.code, self.message, self.label) = (code, message, label)
    (self.notes, self.related, self.edit) = (notes, related, edit)
  }

  /// A fix-it. It replaces the text of the error, unless it has another place.
  struct Edit {
    private let text: String
    private let replacement: String
    private let applicability: Diagnostic.FixIt.Applicability
    private let place: Span?

    init(
      _ text: String, _ replacement: String, _ applicability: Diagnostic.FixIt.Applicability = .unsafe,
      at place: Span? = nil
    ) {
      (self.text, self.replacement, self.applicability, self.place) = (text, replacement, applicability, place)
    }

    static func write(
      _ text: String, _ applicability: Diagnostic.FixIt.Applicability = .unsafe, at place: Span? = nil
    ) -> Edit {
      Edit("write '\(text)'", text, applicability, at: place)
    }

    static func insert(_ text: String, _ applicability: Diagnostic.FixIt.Applicability = .unsafe) -> Edit {
      Edit("insert '\(text)'", text, applicability)
    }

    static func delete(_ applicability: Diagnostic.FixIt.Applicability = .unsafe) -> Edit {
      Edit("delete it", "", applicability)
    }

    static func quote(_ text: String) -> Edit { Edit("put it in quotes", "\"\(text)\"", .safe) }

    fileprivate func fixIt(in source: SourceFile, at error: Span) -> Diagnostic.FixIt {
      Diagnostic.FixIt(
        text, replace: SourceLocation(source, place ?? error), with: replacement, applicability)
    }
  }

  /// The error, with a note that counts the same errors further below.
  func andMore(_ count: Int) -> SyntaxError {
    var error = self
    if count > 0 { error.notes.append("\(count) more in this file") }
    return error
  }

  func diagnostic(in source: SourceFile, at place: Span) -> Diagnostic {
    Diagnostic(
      code: code, message: message, primary: .init(SourceLocation(source, place), label),
      related: related.map { [.init(SourceLocation(source, $0.place), $0.label)] } ?? [], notes: notes,
      fixIts: edit.map { [$0.fixIt(in: source, at: place)] } ?? [])
  }
}
