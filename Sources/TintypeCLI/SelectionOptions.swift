import ArgumentParser
import Tintype
import TintypeImage

/// Which of the photos are meant.
struct SelectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Take only photos that this is true of, such as 'rating>=4 && tag=album:summer'.", valueName: "filter"),
    transform: filter)
  var only: PhotoFilter?

  /// The photos that are meant; one that cannot be read is a failure.
  func selected<Photo>(
    _ photos: [Photo], at path: (Photo) -> FilePath, failed: (FilePath, ImageError) throws -> Void
  ) rethrows -> [Photo] {
    guard let only else { return photos }
    var selected: [Photo] = []
    for photo in photos {
      do throws(ImageError) {
        if only.matches(try PhotoRecord(path(photo))) { selected.append(photo) }
      } catch {
        try failed(path(photo), error)
      }
    }
    return selected
  }
}

/// The filter that a text says.
private func filter(_ text: String) throws -> PhotoFilter {
  do throws(UsageError) { return try PhotoFilter(text) } catch { throw ValidationError(error.message) }
}
