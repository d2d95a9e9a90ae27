import Tintype
import TintypeImage
import TintypeJSON
import TintypeRender

/// The user's choices for saving a result. The options of the save and of the displayed command both come from here.
struct SavingForm: Sendable {
  private let type: PictureFileType?
  private let quality: Int
  private let keywords: [String]

  /// - Throws: for a tag that no picture can have.
  init(_ message: JSONValue) throws(StudioFailure) {
    type = message["format"]?.text.flatMap { PictureFileType(named: $0) }
    quality = min(max(message["quality"]?.integer ?? 95, 1), 100)
    keywords = message["tags"]?.texts ?? []
    guard keywords.allSatisfy(PictureMarks.isKeyword) else { throw .wrong("a tag is a word or several") }
  }

  /// How a result of a look is stored.
  func options(for look: ConfiguredLook) -> RenderOptions {
    var options = RenderOptions()
    (options.quality, options.keywords) = (quality, keywords)
    // The page shows the day of the file where a photo says none.
    if look.bound.asksForDate { options.photoDate.missing = .file }
    return options
  }

  /// What the name of a result ends in.
  func nameEnding(for photo: FilePath?) -> [UInt8] {
    let own = photo.flatMap { PictureFileType(nameEnding: $0.fileExtension) }
    return Array((type ?? .output(following: own)).nameEnding)
  }
}
