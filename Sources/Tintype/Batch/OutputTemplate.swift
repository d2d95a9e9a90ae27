/// Where the results of several photos go: a path with fields in braces, such as
/// `out/{date:%Y-%m}/{stem}-{look}.{ext}`.
///
/// A field may have a fallback for photos without it: `{camera|unknown}`. Doubled braces are literal braces.
public struct OutputTemplate: Sendable {
  enum Part: Sendable {
    case text([UInt8])
    case field(OutputField, fallback: [UInt8]?)
  }

  private var parts: [Part]

  /// Reads a template.
  ///
  /// - Throws: for a field that there is not, and braces that do not match.
  public init(_ text: FilePath) throws(UsageError) {
    parts = []
    var plain: [UInt8] = []
    var rest = text.bytes[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "{") where rest.first == byte, UInt8(ascii: "}") where rest.first == byte:
        plain.append(byte)
        rest = rest.dropFirst()
      case UInt8(ascii: "{"):
        guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else {
          throw UsageError("a '{' is not closed; '{{' stands for the brace itself")
        }
        if !plain.isEmpty { parts.append(.text(plain)) }
        plain = []
        parts.append(try OutputTemplate.field(rest[..<end]))
        rest = rest[(end + 1)...]
      case UInt8(ascii: "}"):
        throw UsageError("a '}' closes nothing; '}}' stands for the brace itself")
      default: plain.append(byte)
      }
    }
    if !plain.isEmpty { parts.append(.text(plain)) }
  }

  /// A folder that takes photos under their own names, below the folders in which they were found.
  public init(folder: FilePath) {
    parts = [
      .text(folder.appending([]).bytes), .field(.found, fallback: nil), .text(Array("/".utf8)),
      .field(.stem, fallback: nil), .text(Array(".".utf8)), .field(.ext, fallback: nil),
    ]
  }

  private static func field(_ text: ArraySlice<UInt8>) throws(UsageError) -> Part {
    let halves = text.split(separator: UInt8(ascii: "|"), maxSplits: 1, omittingEmptySubsequences: false)
    return .field(
      try OutputField(String(decoding: halves[0], as: UTF8.self)), fallback: halves.dropFirst().first.map(Array.init))
  }

  /// Whether it names one file, whatever the photo.
  public var isPlain: Bool {
    parts.allSatisfy { if case .text = $0 { true } else { false } }
  }

  /// The file that it names, whatever the photo; nil for one with fields.
  var plainPath: FilePath? {
    guard isPlain else { return nil }
    return FilePath(bytes: parts.flatMap { (part) -> [UInt8] in if case .text(let text) = part { text } else { [] } })
  }

  /// Whether a photo's place in a list is part of the name.
  public var usesNumber: Bool { fields.contains { $0.name == "n" } }

  /// The folder that all results lie in or below.
  public var fixedFolder: FilePath {
    guard case .text(let text) = parts.first else { return "." }
    return FilePath(bytes: text + (isPlain ? [] : [UInt8(ascii: "x")])).folder
  }

  /// Whether the photo has to be opened for its name.
  var readsMetadata: Bool { fields.contains { $0.source == .metadata } }

  /// Whether the photo has to be read as a whole for its name.
  var readsContent: Bool { fields.contains { $0.source == .content } }

  private var fields: [OutputField] {
    parts.compactMap { if case .field(let field, _) = $0 { field } else { nil } }
  }

  /// The name for one photo.
  ///
  /// - Throws: `.unsupported` for a photo that lacks what a field without a fallback asks for.
  func name(for photo: PhotoFacts) throws(ImageError) -> FilePath {
    var path: [UInt8] = []
    for part in parts {
      switch part {
      case .text(let text): path += text
      case .field(let field, let fallback):
        guard let value = field.value(photo) ?? fallback else {
          throw ImageError(
            .unsupported, "the photo has \(field.lack); '{\(field.name)|other}' would put 'other' there")
        }
        path += value
      }
    }
    // One file is written under the name that its user gave it.
    return isPlain ? FilePath(bytes: path) : FilePath(bytes: path).normalized
  }
}

extension FilePath {
  /// Without empty components and single dots: names that mean one file by their spelling are equal.
  var normalized: FilePath {
    let slash = UInt8(ascii: "/")
    let components = bytes.split(separator: slash).filter { !$0.elementsEqual(".".utf8) }
    let joined = Array(components.joined(separator: [slash]))
    if isAbsolute { return FilePath(bytes: [slash] + joined, below: root) }
    return FilePath(bytes: joined.isEmpty && !bytes.isEmpty ? Array(".".utf8) : joined, below: root)
  }
}
