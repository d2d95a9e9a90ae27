import TintypeIR
public import TintypeImage
import TintypeIntrinsics
import TintypeRender
import TintypeSyntax

/// The record of how a picture was made, from its XMP: sufficient to make it again from the original.
public struct Provenance: Hashable, Sendable {
  /// The engine's version.
  public var version: String

  /// The name under which the look was rendered.
  public var look: String

  /// The text of a recipe that lies in no file, as it was written.
  public var expression: String?

  /// The hash of the recipe's text.
  public var recipeHash: String

  /// The other files that it was made from.
  public var uses: [UsedFile]

  /// The pictures besides the photo.
  public var pictures: [UsedPicture]

  /// Every parameter, as `--set` would have it.
  public var parameters: [String]

  /// What was asked of the output, as the command line would have it, without dashes.
  public var options: [String: [String]]

  /// The marks that the photo had by the file beside it; nil for the photo's own.
  public var marks: PictureMarks?

  /// Where the properties live.
  static let namespace = "urn:tintype:provenance:1/"

  /// What this engine makes.
  init(
    _ look: Look, recipe: SourceFile, parameters: [[Double]], pictures: [UsedPicture], options: RenderOptions
  ) {
    self.pictures = pictures
    version = tintypeVersion
    self.look = recipe.lookName
    expression = recipe.isInline ? recipe.writtenText : nil
    recipeHash = ContentHash.digits(of: recipe.text)
    uses = look.usedFiles(besides: recipe)
    self.parameters = look.spelled(parameters)
    self.options = options.spelled
  }

  /// What a photo is rendered with; nil for a look whose recipe is not known.
  init?(
    of look: ConfiguredLook, for photo: FilePath, _ shot: Shot, _ options: RenderOptions,
    _ isInterrupted: @escaping @Sendable () -> Bool
  ) throws(ImageError) {
    guard let recipe = look.recipe else { return nil }
    var options = options
    // The time of the photo's file may change.
    if options.photoDate.missing == .file, let date = shot[.date].flatMap(CivilDate.init(lanes:)) {
      (options.photoDate.given, options.photoDate.shift, options.photoDate.missing) = (date, 0, .error)
    }
    self.init(
      look.look, recipe: recipe, parameters: look.bound.values(for: shot),
      pictures: try look.usedPictures(for: photo, isInterrupted: isInterrupted), options: options)
  }

  /// Reads it from a picture; nil for one that was not rendered here.
  public init?(_ metadata: PictureMetadata) {
    func property(_ name: String) -> String? { metadata.xmpProperty(name, in: Provenance.namespace) }
    guard let version = property("Version"), let look = property("Look"), let hash = property("RecipeSHA256") else {
      return nil
    }
    (self.version, self.look, recipeHash) = (version, look, hash)
    expression = property("Expression")
    parameters = Self.settings(in: property("Parameters") ?? "")
    uses = (property("Uses") ?? "").split(separator: " ").compactMap { (word) -> UsedFile? in
      let halves = word.split(separator: "=")
      guard halves.count == 2 else { return nil }
      return UsedFile(name: percentDecoded(halves[0]), digest: String(halves[1]))
    }
    pictures = (property("Pictures") ?? "").split(separator: " ").compactMap { (word) -> UsedPicture? in
      let parts = word.split(separator: "=", omittingEmptySubsequences: false)
      guard parts.count == 3 else { return nil }
      let file = parts[2].isEmpty ? nil : percentDecoded(parts[2])
      return UsedPicture(name: percentDecoded(parts[0]), file: file, digest: String(parts[1]))
    }
    options = Self.values(in: property("Options") ?? "")
    marks = property("Marks").map(Self.values).map { marks in
      PictureMarks(rating: marks["rating"]?.first.flatMap { Int($0) }, keywords: marks["tag"] ?? [])
    }
  }

  /// The values of words such as `tag=a%20b`, by their names.
  private static func values(in words: String) -> [String: [String]] {
    var values: [String: [String]] = [:]
    for word in words.split(separator: " ") {
      let halves = word.split(separator: "=", maxSplits: 1)
      guard halves.count == 2 else { continue }
      values[String(halves[0]), default: []].append(percentDecoded(halves[1]))
    }
    return values
  }

  /// The same as text, in the order of the names.
  private static func words(_ values: [String: [String]]) -> String {
    values.sorted { $0.key < $1.key }.flatMap { name, values in
      values.map { "\(name)=\(percentEncoded($0))" }
    }.joined(separator: " ")
  }

  /// The settings of a list; a semicolon between quotes separates nothing.
  private static func settings(in list: String) -> [String] {
    var settings = [""]
    var (isQuoted, isEscaped) = (false, false)
    for scalar in list.unicodeScalars {
      if scalar == ";", !isQuoted {
        settings.append("")
        continue
      }
      if scalar == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = scalar == "\\" && isQuoted && !isEscaped
      settings[settings.count - 1].unicodeScalars.append(scalar)
    }
    return settings.map { percentDecoded($0.drop { $0 == " " }) }.filter { !$0.isEmpty }
  }

  /// As properties of XMP.
  var properties: [(name: String, value: String)] {
    let pictures = pictures.map { picture in
      "\(percentEncoded(picture.name))=\(picture.digest)=\(picture.file.map(percentEncoded) ?? "")"
    }
    let uses = uses.map { "\(percentEncoded($0.name))=\($0.digest)" }.joined(separator: " ")
    var properties: [(name: String, value: String)] = [
      ("Version", version), ("Look", look), ("RecipeSHA256", recipeHash),
    ]
    if let expression { properties.append(("Expression", expression)) }
    if !uses.isEmpty { properties.append(("Uses", uses)) }
    if !pictures.isEmpty { properties.append(("Pictures", pictures.joined(separator: " "))) }
    properties.append(("Parameters", parameters.map(listed).joined(separator: "; ")))
    properties.append(("Options", Self.words(options)))
    if let marks { properties.append(("Marks", Self.words(marks.spelled))) }
    return properties
  }
}

/// A setting in the list of parameters: as it is, or escaped where XML or the decoding would change it.
private func listed(_ setting: String) -> String {
  let isPlain =
    percentDecoded(setting[...]) == setting && !setting.unicodeScalars.contains { $0.isTreacherous }
  return isPlain ? setting : percentEncoded(setting)
}

extension PictureMarks {
  /// As `--rating` and `--tag` would have them, without dashes.
  public var spelled: [String: [String]] { ["rating": rating.map { ["\($0)"] } ?? [], "tag": keywords] }
}

private func percentEncoded(_ text: String) -> String {
  var out = ""
  for byte in text.utf8 {
    if byte > 0x20, byte < 0x7F, !"%=;\"".utf8.contains(byte) {
      out.unicodeScalars.append(Unicode.Scalar(byte))
    } else {
      out += "%" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }
  }
  return out
}

private func percentDecoded(_ text: Substring) -> String {
  var bytes: [UInt8] = []
  var rest = Array(text.utf8)[...]
  while let byte = rest.popFirst() {
    let digits = String(decoding: rest.prefix(2), as: UTF8.self)
    if byte == UInt8(ascii: "%"), digits.count == 2, let value = UInt8(digits, radix: 16) {
      bytes.append(value)
      rest = rest.dropFirst(2)
    } else {
      bytes.append(byte)
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}
