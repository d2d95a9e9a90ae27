import TintypeIR

/// A look with all its parameters set for one photo.
struct PreparedLook {
  let look: Look
  let recipe: SourceFile
  let parameters: [[Double]]

  /// What is to be said about the settings beside the photo.
  private(set) var notes: [String] = []

  /// The batch's look with what lies beside the photo: defaults, then the sidecar, then the batch's settings.
  ///
  /// A sidecar may set what another look has and this one lacks: that is a note.
  init(_ batch: Batch, for photo: FilePath) throws(PhotoFailure) {
    var (look, recipe, variant, settings) = (batch.look, batch.recipe, batch.variant, batch.settings)
    var beside: [Sidecar.Setting] = []
    if batch.readsSidecars {
      switch try Sidecar(of: photo) {
      case .recipe(let source):
        let (own, diagnostics) = compile(source, loader: FolderLoader(for: Sidecar.path(of: photo)))
        try PreparedLook.check(diagnostics.filter { $0.severity == .error }, photo)
        guard let own else {
          throw PhotoFailure(Sidecar.path(of: photo), ImageError(.corrupt, "holds no look"))
        }
        (look, recipe, variant) = (own, source, nil)
      case .settings(let lines):
        for line in lines {
          // What is no name is left to the parser.
          let isForeign = !line.name.isEmpty && line.name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "." }
          if isForeign, !look.parameters.contains(where: { $0.name == line.name }) {
            notes.append(
              "line \(line.number) of its sidecar has no effect: "
                + "the look '\(look.name)' has no parameter '\(line.name)'"
            )
          } else {
            beside.append(line)
          }
        }
        settings = beside.map(\.text) + settings
      case nil: break
      }
    }
    let (values, diagnostics) = parameterValues(of: look, variant: variant, settings: settings)
    try PreparedLook.check(diagnostics, photo, beside)
    (self.look, self.recipe, parameters) = (look, recipe, values)
  }

  private static func check(
    _ diagnostics: [Diagnostic], _ photo: FilePath, _ settings: [Sidecar.Setting] = []
  ) throws(PhotoFailure) {
    guard let first = diagnostics.first else { return }
    let (path, file) = (Sidecar.path(of: photo), first.primary.location.file)
    guard file.name == path.description else {
      throw PhotoFailure(photo, ImageError(.corrupt, "\(file.name): \(first.message)"))
    }
    let before = settings.first { $0.text == file }.map { $0.number - 1 } ?? 0
    throw PhotoFailure(path, ImageError(.corrupt, first.line(after: before)))
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

  /// Refuses a photo that says that this look with these values made it.
  ///
  /// - Throws: `.exists`, and what opening the photo throws.
  func requireOriginal(_ photo: FilePath, _ options: RenderOptions) throws(ImageError) {
    guard let made = Provenance(try openPicture(photo, limits: options.limits).metadata) else { return }
    let this = Provenance(look, recipe: recipe, parameters: parameters, options: options)
    // A look that writes the date has it among its parameters once it is rendered.
    guard made.recipeHash == this.recipeHash, made.uses == this.uses,
      Set(made.parameters).isSuperset(of: this.parameters)
    else { return }
    throw ImageError(.exists, "is the result of this look already", remedy: .renderingAgain)
  }
}
