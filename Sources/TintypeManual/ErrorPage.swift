/// The explanation of a diagnostic code, for photographers.
///
/// Every reported code has a page; a test checks this. The pages are in `Errors`, grouped into files by subject, and
/// are embedded in the program.
public struct ErrorPage: Sendable, Hashable {
  /// The code, such as `unknown-name`.
  public let code: String

  /// What it means, in one line.
  public let summary: String

  /// The reason and the solution; may be empty.
  public let explanation: String

  /// The examples, wrong and right.
  public let examples: [Example]

  /// A piece of a recipe.
  public struct Example: Sendable, Hashable {
    /// `wrong`, `right`, or `file NAME` for a file that both need.
    public let title: String

    /// Its lines.
    public let text: String
  }

  /// The page as a person reads it.
  public var text: String {
    let parts = examples.map { example in
      let lines = example.text.split(separator: "\n", omittingEmptySubsequences: false).map { "  " + $0 }
      return "\(example.title):\n\(lines.joined(separator: "\n"))"
    }
    let sections = ["\(code): \(summary)"] + (explanation.isEmpty ? [] : [explanation]) + parts
    return sections.joined(separator: "\n\n") + "\n"
  }

  /// All pages, in alphabetical order of their codes.
  public static let all: [ErrorPage] = files.flatMap { pages(in: String(decoding: $0, as: UTF8.self)) }
    .sorted { $0.code < $1.code }

  /// The page of a code.
  public static func page(of code: String) -> ErrorPage? { all.first { $0.code == code } }

  private static let files = [
    PackageResources.characters_md, PackageResources.foreign_syntax_md, PackageResources.header_md,
    PackageResources.images_md, PackageResources.kernels_md, PackageResources.limits_md, PackageResources.lints_md,
    PackageResources.missing_md, PackageResources.names_md, PackageResources.parameters_md, PackageResources.reuse_md,
    PackageResources.spatial_md, PackageResources.tables_md, PackageResources.values_md,
  ]

  /// The sections of a file: `## code`, a line, perhaps more lines, and examples between `~~~ title` and `~~~`.
  private static func pages(in text: String) -> [ErrorPage] {
    var pages: [ErrorPage] = []
    var lines: [Substring]?
    func finish() {
      if let lines { pages.append(ErrorPage(lines)) }
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("## ") {
        finish()
        lines = [line.dropFirst(3)]
      } else {
        lines?.append(line)
      }
    }
    finish()
    return pages
  }

  private init(_ lines: [Substring]) {
    var words: [Substring] = []
    var examples: [Example] = []
    var example: (title: Substring, lines: [Substring])?
    for line in lines.dropFirst() {
      switch example {
      case let open? where line == "~~~":
        examples.append(Example(title: String(open.title), text: open.lines.joined(separator: "\n")))
        example = nil
      case let open?: example = (open.title, open.lines + [line])
      case nil where line.hasPrefix("~~~ "): example = (line.dropFirst(4), [])
      case nil: words.append(line)
      }
    }
    let paragraphs = words.drop { $0.isEmpty }
    code = String(lines.first ?? "")
    summary = String(paragraphs.first ?? "")
    let rest = paragraphs.dropFirst().drop { $0.isEmpty }
    explanation = rest.reversed().drop { $0.isEmpty }.reversed().joined(separator: "\n")
    self.examples = examples
  }
}
