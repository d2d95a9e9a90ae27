/// An error or warning about a text: data, not output. Only the command line prints it.
public struct Diagnostic: Sendable, Hashable {
  /// The severity of a diagnostic.
  public enum Severity: String, Sendable, Hashable {
    /// The text has no meaning as it stands.
    case error
    /// The text has a meaning that will probably surprise.
    case warning
  }

  /// Whether a safe fix repairs it, so that what follows has its meaning.
  public var isRepairable: Bool { fixIts.contains { $0.applicability == .safe } }

  /// A place with a short remark under its carets.
  public struct Label: Sendable, Hashable {
    /// Where the carets go.
    public let location: SourceLocation

    /// What stands after them; may be empty.
    public let text: String

    /// Makes a label.
    public init(_ location: SourceLocation, _ text: String = "") {
      self.location = location
      self.text = text
    }
  }

  /// A suggested change: a description and an edit.
  public struct FixIt: Sendable, Hashable {
    /// Whether a tool may apply it unasked.
    public enum Applicability: String, Sendable, Hashable, CaseIterable {
      /// It keeps the meaning of the text, or spells what the text plainly says.
      case safe
      /// It is a guess, or one of several solutions: the author decides.
      case unsafe
    }

    /// What the edit does, or what would be right.
    public let text: String

    /// The text to replace; an empty span inserts.
    public let location: SourceLocation

    /// What to put there.
    public let replacement: String

    /// Whether a tool may apply it unasked.
    public let applicability: Applicability

    /// Makes a fix-it.
    ///
    /// The replacement gets the line endings of the file, and separate tokens are not joined. An edit that drops a
    /// comment is never safe, unless the comment itself is what it replaces.
    public init(
      _ text: String, replace location: SourceLocation, with replacement: String,
      _ applicability: Applicability = .unsafe
    ) {
      self.text = text
      self.location = replacement.isEmpty ? location.withBlanks : location
      if replacement.isEmpty {
        self.replacement = self.location.separates ? " " : ""
      } else {
        let lines = replacement.split(separator: "\n", omittingEmptySubsequences: false)
        self.replacement = lines.count > 1 ? lines.joined(separator: location.file.text.lineEnd) : replacement
      }
      self.applicability = location.commentsInside > replacement.places(of: "//").count ? .unsafe : applicability
    }

    /// A fix-it that writes the name that was probably meant; none for nil.
    ///
    /// A guess is unsafe: the name may as well be right, and its declaration missing.
    public static func guess(_ meant: String?, at place: SourceLocation) -> [FixIt] {
      meant.map { [FixIt("write '\($0)'", replace: place, with: $0)] } ?? []
    }
  }

  /// A word code such as `unknown-name`: stable, greppable.
  public let code: String

  /// Whether it is an error.
  public let severity: Severity

  /// One sentence, lower case, no full stop.
  public let message: String

  /// The place the message is about.
  public let primary: Label

  /// Places that explain it, such as an earlier declaration.
  public let related: [Label]

  /// Remarks without a place.
  public let notes: [String]

  /// Suggested changes.
  public let fixIts: [FixIt]

  /// Makes a diagnostic.
  public init(
    code: String, severity: Severity = .error, message: String, primary: Label,
    related: [Label] = [], notes: [String] = [], fixIts: [FixIt] = []
  ) {
    self.code = code
    self.severity = severity
    self.message = message
    self.primary = primary
    self.related = related
    self.notes = notes
    self.fixIts = fixIts
  }
}

extension SourceLocation {
  /// Whether the texts on both sides would be one without what lies between.
  fileprivate var separates: Bool {
    let (before, behind) = (file.text[..<span.start].last, file.text[span.end...].first)
    guard let before, let behind, span.start < span.end else { return false }
    return before.isWord && behind.isWord || before == UInt8(ascii: "/") && behind == before
  }

  /// With the blanks that would stand twice, or at the end of a line, without the text.
  fileprivate var withBlanks: SourceLocation {
    guard span.start < span.end else { return self }
    let (before, behind) = (file.text[..<span.start], file.text[span.end...])
    let blank = UInt8(ascii: " ")
    if behind.first.map({ $0.endsLine || $0.closesBracket }) ?? true {
      return SourceLocation(file, Span(span.start - before.reversed().prefix { $0 == blank }.count, span.end))
    }
    let beginsHere = before.last.map { $0 == blank || $0.endsLine || $0.opensBracket } ?? true
    guard beginsHere else { return self }
    return SourceLocation(file, Span(span.start, span.end + behind.prefix { $0 == blank }.count))
  }

  /// How many comments may begin in the text, besides one that it begins with.
  fileprivate var commentsInside: Int {
    var text = file.text[span.start..<span.end].drop { $0 == UInt8(ascii: " ") }
    if text.starts(with: "//".utf8) { text = text.drop { !$0.endsLine } }
    return zip(text, text.dropFirst()).count { $0 == UInt8(ascii: "/") && $1 == UInt8(ascii: "/") }
  }
}

extension UInt8 {
  fileprivate var opensBracket: Bool { self == UInt8(ascii: "(") || self == UInt8(ascii: "[") }

  fileprivate var closesBracket: Bool { self == UInt8(ascii: ")") || self == UInt8(ascii: "]") }

  /// Whether the byte may belong to a name or a number.
  fileprivate var isWord: Bool {
    let scalar = Unicode.Scalar(self)
    return self >= 0x80 || self == UInt8(ascii: "_") || scalar.properties.isAlphabetic
      || scalar.properties.numericType != nil
  }
}
