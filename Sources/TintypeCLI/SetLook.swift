import ArgumentParser
import Tintype
import TintypeDrawing
import TintypeImage

/// A look whose parameters are set, ready for pictures in memory.
struct SetLook {
  let look: Look
  let values: [[Double]]

  /// The look that a command line names, under settings; what is wrong is printed.
  init(named name: String, _ settings: [String]) throws {
    try self.init(try RecipeLoading.look(try RecipeLoading.source(named: name)), settings)
  }

  init(_ look: Look, _ settings: [String]) throws {
    let sources = settings.map { SourceFile(name: "--set", text: $0) }
    let (values, diagnostics) = parameterValues(of: look, settings: sources)
    RecipeLoading.report(diagnostics)
    if !diagnostics.isEmpty { throw ExitCode.validationFailure }
    (self.look, self.values) = (look, values)
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
