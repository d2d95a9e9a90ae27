import ArgumentParser
import Tintype
import TintypeImage

/// `tintype tag`
struct Tag: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tag", abstract: "Set rating and tags of photos and results.",
    discussion: """
      A JPEG or PNG that Tintype made is marked in its own XMP: pixels and all other metadata keep their bytes. Any \
      other picture stays as it is; its marks go to 'photo.jpg.xmp' beside it, which other programs read, too. Where \
      there is such a file, it counts.
      """)

  @Argument(help: "Pictures; folders with -r.", completion: Completions.photos)
  var files: [String] = []

  @OptionGroup var photos: PhotoOptions

  @OptionGroup var selection: SelectionOptions

  @Option(help: "The rating, 0 to 5; 0 removes it.")
  var rating: Int?

  @Flag(help: "Make it a favorite: rating 5.")
  var favorite = false

  @Option(help: ArgumentHelp("Add a tag, such as album:summer; may be repeated.", valueName: "tag"))
  var add: [String] = []

  @Option(help: ArgumentHelp("Remove a tag; may be repeated.", valueName: "tag"))
  var remove: [String] = []

  func validate() throws {
    if files.isEmpty, photos.filesFrom == nil { throw ValidationError("Name the pictures.") }
    if let rating, !(0...5).contains(rating) { throw ValidationError("--rating is a number from 0 to 5.") }
    if rating != nil, favorite { throw ValidationError("--favorite is --rating 5; give one.") }
    let tags = add + remove
    guard rating != nil || favorite || !tags.isEmpty else {
      throw ValidationError("Say what to change: --rating, --favorite, --add or --remove.")
    }
    if !tags.allSatisfy(PictureMarks.isKeyword) {
      throw ValidationError("A tag is a word or several, without control characters.")
    }
    if let tag = add.first(where: remove.contains) {
      throw ValidationError("'\(tag.escapedForDisplay)' cannot be added and removed; give one.")
    }
  }

  func run() throws {
    let change = MarkChange(rating: favorite ? PictureMarks.favorite : rating, added: add, removed: remove)
    try forEachPhoto(in: files, photos, selection) { record in
      try reporting(on: record.path.description) { () throws(ImageError) in
        var record = record
        try record.edit(change)
      }
    }
  }
}
