/// A page of the documentation that is embedded in the program. The files in `Pages` are links to `Documentation`.
public struct ManualPage: Sendable {
  /// The name of its file without `.md`, in lower case.
  public let name: String

  /// Its heading.
  public let title: String

  /// What it is about, in a sentence.
  public let summary: String

  /// The page, in Markdown.
  public let text: String

  /// The pages for whoever writes recipes.
  public static let all = [
    ManualPage(
      "language", "The language", "All of the language, by example: types, units, kernels, steps, parameters.",
      PackageResources.Language_md),
    ManualPage(
      "cookbook", "The cookbook", "Short recipes for common wishes, each with a picture.",
      PackageResources.Cookbook_md),
  ]

  private init(_ name: String, _ title: String, _ summary: String, _ text: [UInt8]) {
    (self.name, self.title, self.summary) = (name, title, summary)
    self.text = String(decoding: text, as: UTF8.self)
  }
}
