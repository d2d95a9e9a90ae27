import Tintype
import TintypeDrawing
import TintypeExplanation
import TintypeIR
import TintypeImage
import TintypeIntrinsics
import TintypeJSON

/// Preview service of the page: renders photos with and without looks, at the size of the screen.
///
/// Previews have the same pixels as those of `tintype sheet` and `watch`.
struct PreviewService {
  private let threads: Int
  private let temporaryFolder: FilePath
  /// The last photos, decoded. Only the thread of this service reads their rows.
  private var decoded: [(photo: FilePath, status: FileStatus?, edge: Int, picture: DecodedPhoto)] = []
  /// The recipes of the page.
  private let recipes: RecipeStore
  /// The looks that were rendered last, with their plans.
  private var looks: [(text: RecipeText, base: OpenRecipe, look: ConfiguredLook)] = []

  /// The result that was last looked at closely.
  private var lastCloseUp:
    (photo: FilePath, status: FileStatus?, text: RecipeText, base: OpenRecipe, render: PartialRender)?

  /// The sizes of a picture's longer side that are drawn; 0 is the photo's own size.
  static let edges = 32...4096

  init(_ recipes: RecipeStore, threads: Int, temporaryFolder: FilePath) {
    (self.recipes, self.threads, self.temporaryFolder) = (recipes, threads, temporaryFolder)
  }

  /// A photo through a look.
  ///
  /// - Parameters:
  ///   - text: nil for the photo as it is.
  ///   - edge: how long the longer side of the photo is; 0 leaves it as it is.
  mutating func picture(
    of photo: FilePath, through text: RecipeText?, edge: Int
  ) throws(StudioFailure) -> Bitmap {
    let look = try look(text ?? PreviewService.original)
    var picture = try decoded(photo, edge: edge)
    // The photo itself is shown however bright its light is.
    picture.mapsLight = text == nil
    let threads = threads
    return try reporting(on: photo.shortName) { () throws(ImageError) in
      try picture.rendered(through: look, date: Self.date, threads: threads)
    }
  }

  /// The same, small, as a JPEG.
  mutating func thumbnail(
    of photo: FilePath, through text: RecipeText?, edge: Int
  ) throws(StudioFailure) -> [UInt8] {
    let picture = try picture(of: photo, through: text, edge: edge)
    let folder = temporaryFolder
    return try reporting(on: photo.shortName) { () throws(ImageError) in
      try picture.encoded(as: .jpeg, quality: 82, in: folder)
    }
  }

  /// A part of a result at its full size, as JPEG: what is seen at 1:1 and through a loupe. Only this part is rendered.
  /// The header `Tintype-Part` has its first column and row, and the size of the result.
  mutating func tile(
    of photo: FilePath, through text: RecipeText, at place: TilePlace
  ) throws(StudioFailure) -> StudioResponse {
    let result = try closeUp(of: photo, through: text), size = (width: result.width, height: result.height)
    let (columns, rows) = place.part(of: size)
    let (threads, folder) = (threads, temporaryFolder)
    let jpeg = try reporting(on: photo.shortName) { () throws(ImageError) in
      try result.part(columns: columns, rows: rows, threads: threads).encoded(as: .jpeg, quality: 95, in: folder)
    }
    let numbers = [columns.lowerBound, rows.lowerBound, size.width, size.height]
    return StudioResponse(
      "image/jpeg", jpeg, fields: ["Tintype-Part": numbers.map(String.init).joined(separator: " ")])
  }

  /// A result at its full size, prepared until another one is asked for.
  private mutating func closeUp(of photo: FilePath, through text: RecipeText) throws(StudioFailure) -> PartialRender {
    let (status, base) = (FileStatus(photo), try recipes.compiled(text).base)
    if let known = lastCloseUp, known.photo == photo, known.status == status, known.text == text, known.base === base {
      return known.render
    }
    let look = try look(text), picture = try decoded(photo, edge: 0)
    let render = try reporting(on: photo.shortName) { () throws(ImageError) in
      try picture.partial(through: look, date: Self.date)
    }
    lastCloseUp = (photo, status, text, base, render)
    return render
  }

  /// A color of a photo after each step of a look.
  ///
  /// - Parameters:
  ///   - color: as a recipe writes it, such as `#c08060`.
  ///   - place: in the photo.
  ///   - edge: the size at which the photo is shown, and therefore decoded already.
  mutating func probe(
    _ color: String, at place: ColorProbe.Place, of photo: FilePath, through text: RecipeText, edge: Int
  ) throws(StudioFailure) -> ColorProbe {
    var look = try look(text)
    let picture = try decoded(photo, edge: edge)
    look.shot = try reporting(on: photo.shortName) { () throws(ImageError) in
      try picture.shot(for: look, date: Self.date)
    }
    let (values, diagnostics) = probedColor(color, in: look.look)
    guard let values else { throw .wrong(diagnostics.first?.message ?? "this is no color") }
    return ColorProbe(values, through: look.bound, shot: look.shot, at: place)
  }

  /// The date for photos without one.
  private static let date: PhotoDate = {
    var date = PhotoDate()
    date.missing = .file
    return date
  }()

  /// The look of a text.
  mutating func look(_ text: RecipeText) throws(StudioFailure) -> ConfiguredLook {
    let recipe = try recipes.compiled(text)
    if let index = looks.firstIndex(where: { $0.text == text }) {
      let known = looks.remove(at: index)
      if known.base === recipe.base {
        looks.append(known)
        return known.look
      }
    }
    let look = recipes.configured(recipe)
    if looks.count >= 64 { looks.removeFirst() }
    looks.append((text, recipe.base, look))
    return look
  }

  private static let original = RecipeText(
    name: "original", text: String(decoding: shippedLook("original")?.text ?? [], as: UTF8.self))

  /// A photo at a size, which is decoded once for as long as the file stays the same.
  private mutating func decoded(_ photo: FilePath, edge: Int) throws(StudioFailure) -> DecodedPhoto {
    guard edge == 0 || PreviewService.edges.contains(edge) else {
      throw .wrong("edge is 0 or a number from \(PreviewService.edges)")
    }
    let status = FileStatus(photo)
    if let index = decoded.firstIndex(where: { $0.photo == photo && $0.edge == edge && $0.status == status }) {
      decoded.append(decoded.remove(at: index))
      return decoded[decoded.count - 1].picture
    }
    let picture = try reporting(on: photo.shortName) { () throws(ImageError) in
      try DecodedPhoto(photo, size: edge == 0 ? nil : .longEdge(edge))
    }
    // A photo at its own size is large.
    if decoded.count >= 4 { decoded.removeFirst() }
    decoded.append((photo, status, edge, picture))
    return picture
  }
}
