import TintypeColor
import TintypeDiagnostics
import TintypeIR

/// An option of rendering under its name. `render` has it as `--name`, a worker's job as `"name"` in camel case, and
/// the metadata of a result as `name=value`.
public struct RenderOption: Sendable {
  /// The name without dashes in front.
  public let name: String

  /// Whether it takes several values.
  public let isList: Bool

  /// Whether the bytes of a result depend on it, so that its metadata states it.
  public let isOfResult: Bool

  /// What a value is, so far as a list of words or a range says it.
  public enum Kind: Sendable, Hashable {
    /// `true` or `false`.
    case flag
    /// A whole number.
    case number(ClosedRange<Int>)
    /// One of some words.
    case words([String])
    /// A text with a form of its own, which these words describe.
    case form(String)
  }

  /// What a value is.
  public let kind: Kind

  /// What a value may be, for who gave another one.
  public var expected: String {
    switch kind {
    case .flag: "it is true or false"
    case .number(let range): "it is a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .words(let words): "it is one of " + words.joined(separator: ", ")
    case .form(let form): "it is " + form
    }
  }

  /// Sets the values that the texts mean; false, and no change, where they mean nothing.
  public let take: @Sendable (_ values: [String], _ options: inout RenderOptions) -> Bool

  /// Sets the default.
  let reset: @Sendable (inout RenderOptions) -> Void

  /// The values as ``take`` reads them; none for the default, unless the option is always stated.
  let values: @Sendable (RenderOptions) -> [String]

  /// The key in a worker's job.
  public var key: String { name.split(separator: "-").inCamelCase + (isList ? "s" : "") }

  /// All of them. A size has two: `max-edge` and `resize`.
  public static let all: [RenderOption] = [
    RenderOption("lossless", \.isLossless, .flag, read: { Bool($0) }) { "\($0)" },
    RenderOption("quality", \.quality, .number(1...100), isAlwaysStated: true, read: number(in: 1...100)) { "\($0)" },
    RenderOption("subsampling", \.subsampling, .words(subsamplings.keys.sorted()), read: { subsamplings[$0] }) {
      wanted in
      subsamplings.first { $0.value == wanted }?.key
    },
    RenderOption("depth", \.depth, .words(ResultDepth.allCases.map(\.rawValue)), read: { ResultDepth(rawValue: $0) }) {
      $0.rawValue
    },
    RenderOption("dither", \.dither),
    RenderOption("icc", \.icc),
    RenderOption("max-edge", \.size, .form("a number of pixels, such as 2048"), read: ResultSize.init(maxEdge:)) {
      $0.isEdge ? $0.spelled : nil
    },
    RenderOption(
      "resize", \.size, .form("a size or a percentage, such as 1920x1080 or 50%"), read: ResultSize.init(resize:)
    ) { $0.isEdge ? nil : $0.spelled },
    RenderOption("metadata", \.metadata, isAlwaysStated: true),
    RenderOption(
      list: "tag", \.keywords, .form("a keyword, such as album:summer"),
      read: { $0.allSatisfy(PictureMarks.isKeyword) ? $0 : nil }, spell: { $0 }),
    RenderOption("rating", \.rating, .number(0...5), read: number(in: 0...5)) { "\($0)" },
    RenderOption("if-exists", \.ifExists, isOfResult: false),
    RenderOption("on-corrupt", \.limits.onCorrupt),
    RenderOption("hdr", \.limits.onHighDynamicRange),
    RenderOption(
      "max-headroom", \.limits.maxHeadroom, .form("a multiple of white, such as 4"), read: PictureLimits.headroom
    ) {
      $0 == $0.rounded() ? "\(Int($0))" : "\($0)"
    },
    RenderOption(
      "input-space", \.limits.inputSpace, .words(InputSpace.allCases.map(\.rawValue)),
      read: { InputSpace(rawValue: $0) }
    ) { $0.rawValue },
    RenderOption(
      "white", \.limits.whiteBalance, .form("camera, auto or a temperature such as 5200K"), read: { WhiteBalance($0) }
    ) { $0.spelled },
    RenderOption(
      "correction", \.limits.correction, .form("values such as 'exposure=0.5 red=0.1 blue=-0.2'"),
      read: { LightCorrection($0) }
    ) { $0.spelled },
    RenderOption("create-folders", \.createsFolders, .flag, isOfResult: false, read: { Bool($0) }) { "\($0)" },
    RenderOption(
      "date", \.photoDate.given, .form("a date, such as 2024-08-31 or 2024-08-31T12:30"), read: { CivilDate($0) }
    ) { $0.text },
    RenderOption("date-shift", \.photoDate.shift, .form("a time, such as +1h or -2d"), read: PhotoDate.seconds) {
      "\($0)s"
    },
    RenderOption("date-missing", \.photoDate.missing),
    RenderOption(list: "shot", \.shot, .form("a field of the shot, such as iso=800"), read: Shot.init(settings:)) {
      $0.spelled
    },
    RenderOption("locale", \.photoDate.locale),
    RenderOption("engine", \.engine),
  ]

  /// The options of decoding and encoding, which a result of moved blocks has none of.
  private static let ofEncoding: Set = [
    "quality", "subsampling", "depth", "dither", "icc", "max-edge", "resize", "on-corrupt", "hdr", "max-headroom",
    "input-space", "white", "correction", "engine",
  ]

  /// Whether it says how a picture is decoded or encoded.
  var isOfEncoding: Bool { Self.ofEncoding.contains(name) }

  /// Whether it says what a look reads of the shot.
  var isOfShot: Bool { ["date", "date-shift", "date-missing", "shot", "locale"].contains(name) }

  /// The subsamplings that are written when asked for.
  public static let subsamplings: [String: ChromaSubsampling] = [
    "444": .full444, "422": .half422, "420": .quarter420,
  ]

  private typealias Path<Value> = WritableKeyPath<RenderOptions, Value> & Sendable

  private static func number(in range: ClosedRange<Int>) -> @Sendable (String) -> Int? {
    { text in Int(text).flatMap { range.contains($0) ? $0 : nil } }
  }

  /// An option with one value.
  private init<Value: Equatable & Sendable>(
    _ name: String, _ path: any Path<Value>, _ kind: Kind, isOfResult: Bool = true, isAlwaysStated: Bool = false,
    read: @escaping @Sendable (String) -> Value?, spell: @escaping @Sendable (Value) -> String?
  ) {
    (self.name, self.kind, isList, self.isOfResult) = (name, kind, false, isOfResult)
    take = { values, options in
      guard values.count == 1, let value = read(values[0]) else { return false }
      options[keyPath: path] = value
      return true
    }
    reset = { $0[keyPath: path] = RenderOptions()[keyPath: path] }
    values = { options in
      let isStated = isAlwaysStated || options[keyPath: path] != RenderOptions()[keyPath: path]
      return isStated ? spell(options[keyPath: path]).map { [$0] } ?? [] : []
    }
  }

  /// An option that may have no value.
  private init<Value: Equatable & Sendable>(
    _ name: String, _ path: any Path<Value?>, _ kind: Kind, read: @escaping @Sendable (String) -> Value?,
    spell: @escaping @Sendable (Value) -> String?
  ) {
    self.init(name, path, kind, isOfResult: true, read: { read($0).map(Optional.some) }) { $0.flatMap(spell) }
  }

  /// An option whose value is one of some words.
  private init<Value: RawRepresentable<String> & CaseIterable & Equatable & Sendable>(
    _ name: String, _ path: any Path<Value>, isOfResult: Bool = true, isAlwaysStated: Bool = false
  ) {
    self.init(
      name, path, .words(Value.allCases.map(\.rawValue)), isOfResult: isOfResult, isAlwaysStated: isAlwaysStated,
      read: { Value(rawValue: $0) }
    ) { $0.rawValue }
  }

  /// An option with several values.
  private init<Value: Sendable>(
    list name: String, _ path: any Path<Value>, _ kind: Kind, read: @escaping @Sendable ([String]) -> Value?,
    spell: @escaping @Sendable (Value) -> [String]
  ) {
    (self.name, self.kind, isList, isOfResult) = (name, kind, true, true)
    take = { values, options in
      guard let value = read(values) else { return false }
      options[keyPath: path] = value
      return true
    }
    reset = { $0[keyPath: path] = RenderOptions()[keyPath: path] }
    values = { spell($0[keyPath: path]) }
  }
}

extension RenderOptions {
  /// What the bytes of an output depend on, as the command line would have it, without dashes.
  var spelled: [String: [String]] {
    let options = RenderOption.all.filter { $0.isOfResult && !(isLossless && $0.isOfEncoding) }
    let stated = options.map { ($0.name, $0.values(self)) }
    return Dictionary(uniqueKeysWithValues: stated.filter { !$0.1.isEmpty })
  }

  /// What the bytes of an output depend on, as the command line has it; nothing for defaults.
  package var words: [(name: String, value: String)] {
    return RenderOption.all.filter { $0.isOfResult && isChanged($0) }.flatMap { option in
      option.values(self).map { ("--" + option.name, $0) }
    }
  }

  /// The first option of decoding or encoding that is not at its default; nil for none.
  public var encodingOption: RenderOption? { RenderOption.all.first { $0.isOfEncoding && isChanged($0) } }

  /// The first option that is not at its default although a result states it; nil for none. What a caller says of the
  /// shot and of dates goes before what the result states.
  public var statedOption: RenderOption? {
    RenderOption.all.first { $0.isOfResult && !$0.isOfShot && isChanged($0) }
  }

  private func isChanged(_ option: RenderOption) -> Bool { option.values(self) != option.values(RenderOptions()) }

  /// Takes what a picture was made with; what cannot be understood gets its default.
  public mutating func take(_ provenance: Provenance) {
    let options = RenderOption.all.filter(\.isOfResult)
    for option in options { option.reset(&self) }
    for option in options { _ = option.take(provenance.options[option.name] ?? [], &self) }
    marksBeside = .recorded(provenance.marks)
  }
}
