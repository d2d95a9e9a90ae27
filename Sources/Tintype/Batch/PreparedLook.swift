import TintypeIR

/// A look with all its parameters set for one photo.
struct PreparedLook {
  let look: Look
  let recipe: SourceFile
  let parameters: [[Double]]

  /// The batch's look with what lies beside the photo: defaults, then the sidecar, then the batch's settings.
  init(_ batch: Batch, for photo: FilePath) throws(PhotoFailure) {
    var (look, recipe, variant, settings) = (batch.look, batch.recipe, batch.variant, batch.settings)
    if batch.readsSidecars {
      switch try Sidecar(of: photo) {
      case .recipe(let source):
        let (own, diagnostics) = compile(source, loader: FolderLoader(for: Sidecar.path(of: photo)))
        try PreparedLook.check(diagnostics.filter { $0.severity == .error }, photo)
        guard let own else {
          throw PhotoFailure(Sidecar.path(of: photo), ImageError(.corrupt, "holds no look"))
        }
        (look, recipe, variant) = (own, source, nil)
      case .settings(let beside): settings = beside + settings
      case nil: break
      }
    }
    let (values, diagnostics) = parameterValues(of: look, variant: variant, settings: settings)
    try PreparedLook.check(diagnostics, photo)
    (self.look, self.recipe, parameters) = (look, recipe, values)
  }

  private static func check(_ diagnostics: [Diagnostic], _ photo: FilePath) throws(PhotoFailure) {
    guard let first = diagnostics.first else { return }
    let path = Sidecar.path(of: photo)
    let isBeside = first.primary.location.file.name == path.description
    let message = isBeside ? first.line : "\(first.primary.location.file.name): \(first.message)"
    throw PhotoFailure(isBeside ? path : photo, ImageError(.corrupt, message))
  }

  /// The hash of everything but the photo that the bytes of the result depend on.
  func key(_ options: RenderOptions, output: FilePath) -> String {
    let type = PictureFileType(nameEnding: output.fileExtension).map { "\($0)" } ?? ""
    let parts = [
      tintypeVersion, ContentHash.digits(of: recipe.text),
      zip(look.parameters, parameters).map { "\($0.name)=\($0.spelled($1))" }.joined(separator: "\n"),
      look.usedFiles(besides: recipe).map { "\($0.name)=\($0.digest)" }.joined(separator: "\n"),
      type, options.spelled.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "\n"),
    ]
    return ContentHash.digits(of: Array(parts.joined(separator: "\n\n").utf8))
  }
}
