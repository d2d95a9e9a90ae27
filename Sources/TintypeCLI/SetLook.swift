import ArgumentParser
import Tintype
import TintypeDrawing
import TintypeImage

/// A look whose parameters are set, ready for pictures in memory.
struct SetLook {
  let look: Look
  let values: [[Double]]

  /// The look that a command line names, under settings; what is wrong is printed.
  init(named name: String, variant: String?, _ settings: [String]) throws {
    try self.init(try RecipeLoading.look(try RecipeLoading.source(named: name)), variant: variant, settings)
  }

  init(_ look: Look, variant: String?, _ settings: [String]) throws {
    (self.look, values) = (look, try ParameterOptions.values(for: look, variant: variant, settings))
  }

  /// A picture through it; one without a date has none written.
  func rendered(_ picture: Bitmap, of photo: String, _ dates: DateOptions) throws(ImageError) -> Bitmap {
    let path = FilePath(photo)
    let (look, values) = try look.taken(when: dates.photoDate(missing: .skip), values, file: path) {
      () throws(ImageError) in try openPicture(path).metadata
    }
    return try picture.rendered(through: look, parameters: values, threads: availableProcessors())
  }
}

/// What stands under the picture of a look.
func lookCaption(_ look: String) -> String {
  String(look.split(separator: "/").last.map { $0.hasSuffix(".tint") ? $0.dropLast(5) : $0 } ?? "")
}
