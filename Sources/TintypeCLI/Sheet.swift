import ArgumentParser
import Tintype
import TintypeDrawing
import TintypeIR
import TintypeImage

/// `tintype sheet`
struct Sheet: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lay out photos through looks on one contact sheet.",
    discussion: """
      Names of shipped looks and files ending in .tint are looks, everything else is a photo. Without a look, all shipped \
      ones are shown, but for the tools of the photo editor. Every look is rendered at the photo's full size and then \
      reduced, so a frame shows what the render will look like on a screen.
      """)

  @Argument(help: "Looks and photos.")
  var looksAndPhotos: [String]

  @OptionGroup var result: OutputOptions

  @OptionGroup var dates: DateOptions

  @Option(help: "The longer side of a frame, in pixels.")
  var size = 720

  func validate() throws {
    guard (64...4096).contains(size) else { throw ValidationError("--size is a number from 64 to 4096.") }
    if looksAndPhotos.allSatisfy(isLook) { throw ValidationError("A contact sheet needs at least one photo.") }
  }

  func run() throws {
    let named = looksAndPhotos.filter(isLook)
    let forPictures = shippedGroups.filter(\.isForPictures).flatMap(\.looks)
    let sources = named.isEmpty ? forPictures : try named.map(RecipeLoading.source(named:))
    let looks = try sources.map { ($0.name, try RecipeLoading.look($0)) }
    let photos = looksAndPhotos.filter { !isLook($0) }
    // A bare word that is no file was meant as a look.
    for word in photos where !word.contains(where: { $0 == "." || $0 == "/" }) && !fileExists(FilePath(word)) {
      _ = try RecipeLoading.source(named: word)
    }
    guard try result.isWanted(inputs: photos) else { return }
    var frames: [ContactSheet.Frame] = []
    for photo in photos {
      try reporting(on: photo, output: result.output) { () throws(ImageError) in
        let picture = try readPicture(FilePath(photo))
        for (name, look) in looks {
          let (look, values) = try look.taken(
            when: dates.photoDate(missing: .skip), look.parameters.map(\.defaultValue), file: FilePath(photo)
          ) { () throws(ImageError) in try openPicture(FilePath(photo)).metadata }
          let rendered = try picture.rendered(through: look, parameters: values, threads: availableProcessors())
          // At once, so that only one picture is held at its full size.
          let small = rendered.reduced(toFitWidth: size, height: size)
          frames.append(ContactSheet.Frame(name: caption(name, photo, photos.count), picture: small))
        }
      }
    }
    let sheet = ContactSheet(frames: frames, columns: photos.count > 1 ? looks.count : nil).drawn()
    try reporting(on: nil, output: result.output) { () throws(ImageError) in
      try sheet.write(to: FilePath(result.output), quality: result.quality, ifExists: result.ifExists)
    }
  }

  private func isLook(_ argument: String) -> Bool {
    argument.hasSuffix(".tint") || shippedLooks.contains { $0.name == argument }
  }

  private func caption(_ look: String, _ photo: String, _ photos: Int) -> String {
    let name = look.split(separator: "/").last.map { $0.hasSuffix(".tint") ? $0.dropLast(5) : $0 } ?? ""
    guard photos > 1, let file = photo.split(separator: "/").last else { return String(name) }
    return "\(name) · \(file)"
  }
}
