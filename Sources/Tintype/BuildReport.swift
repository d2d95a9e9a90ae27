import TintypeExecutor
import TintypeFonts
import TintypeImage
import TintypeRecipes

/// What is built into this program, for people and for reports of defects.
public enum BuildReport {
  /// A line for each subject: its name and its content.
  public static var lines: [(subject: String, content: String)] {
    [
      ("tintype", tintypeVersion),
      ("edition", "1"),
      ("processor", processor),
      ("formats", formats),
      ("libraries", BuiltInLibrary.all.map { "\($0.name) \($0.version)" }.joined(separator: ", ")),
      ("traits", traits),
      ("recipes", recipes),
    ]
  }

  /// What the pixel loops need, and what they use here.
  private static var processor: String {
    #if arch(x86_64)
      let needed = "x86-64-v3 (AVX2, FMA)"
    #elseif arch(arm64)
      let needed = "arm64 (NEON)"
    #else
      let needed = "any"
    #endif
    guard Execution.isSupportedHere else { return "needs \(needed), which this one lacks" }
    return "needs \(needed); vectors of \(Execution.vectorWidth) here"
  }

  private static var formats: String {
    PictureFileType.all.map { $0.title + ($0.isWritable ? "" : " (read only)") }.joined(separator: ", ")
  }

  /// The traits that are on, and those that a build could switch on.
  private static var traits: String {
    let on = freeTypeVersion.map { ["FreeType (\($0))"] } ?? []
    let off = freeTypeVersion == nil ? ["FreeType"] : []
    let built = (on + PictureFileType.all.compactMap(\.trait)).joined(separator: ", ")
    let others = (off + PictureFileType.notBuiltIn.compactMap(\.trait)).joined(separator: ",")
    return (built.isEmpty ? "none" : built)
      + (others.isEmpty ? "" : "; 'swift build --traits \(others)' adds the others")
  }

  private static var recipes: String {
    let looks = ShippedRecipes.groups.reduce(0) { $0 + $1.looks.count }
    return
      "\(looks) looks, \(ShippedRecipes.library.count) files of the library, \(ShippedTemplates.all.count) templates"
  }
}
