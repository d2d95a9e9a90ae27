import Tintype
import TintypeJSON

/// The look that a job or a tool names, with its settings.
struct LookRequest {
  /// A shipped look, the path of a recipe, or an expression after `=`.
  var name = ""
  /// The text of a recipe, in place of a name.
  var recipe: String?
  var settings: [String] = []
  var variant: String?
  /// As `--picture` has them: `plate=paper.png`.
  var pictures: [String] = []

  /// The keys that it has in JSON.
  static let keys = ["look", "recipe", "set", "variant", "pictures"]

  /// What a value of a key may be.
  static func expected(for key: String) -> String {
    switch key {
    case "pictures": "it is an object such as {\"plate\": \"paper.png\"}"
    case "set": "it is an object such as {\"contrast\": 1.3}"
    default: "it is a text"
    }
  }

  /// Takes a value.
  ///
  /// - Returns: false for a value that means nothing, nil for a key that it does not have.
  mutating func take(_ value: JSONValue, for key: String) -> Bool? {
    switch key {
    case "set": return Self.take(value, into: &settings)
    case "pictures":
      // A file has a name, and no number is one.
      if case .object(let files) = value, files.members.contains(where: { $0.value.text == nil }) { return false }
      return Self.take(value, into: &pictures)
        && pictures.map(PictureOption.init).allSatisfy { !$0.name.isEmpty && !$0.file.bytes.isEmpty }
    case "recipe": recipe = value.text
    case "look": name = value.text ?? ""
    case "variant": variant = value.text
    default: return nil
    }
    return value.text != nil
  }

  /// `{"contrast": 1.3}` or `["contrast=1.3"]`.
  private static func take(_ value: JSONValue, into settings: inout [String]) -> Bool {
    guard case .object(let values) = value else {
      settings = value.texts ?? []
      return value.texts != nil
    }
    for (name, value) in values.sorted {
      guard let value = value.spelled else { return false }
      settings.append("\(name)=\(value)")
    }
    return true
  }
}
