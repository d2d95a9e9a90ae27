import TintypeIR

extension ConfiguredLook {
  /// The look for one photo: a sidecar's settings count over the variant, and the look's own settings count over both.
  ///
  /// A sidecar that is a recipe takes the place of the look.
  func withSidecar(of photo: FilePath) throws(PhotoFailure) -> ConfiguredLook {
    guard let sidecar = try Sidecar(of: photo) else { return self }
    do throws(InvalidSettings) {
      switch sidecar {
      case .settings(let beside): return try setting(beside + settings, variant: variant)
      case .recipe(let source):
        let (look, diagnostics) = compile(source, loader: FolderLoader(for: Sidecar.path(of: photo)))
        let errors = diagnostics.filter { $0.severity == .error }
        guard errors.isEmpty else { throw InvalidSettings(diagnostics: errors) }
        if let look { return try ConfiguredLook(look, recipe: source).setting(settings) }
      }
    } catch {
      throw PhotoFailure(error, photo)
    }
    throw PhotoFailure(Sidecar.path(of: photo), ImageError(.corrupt, "holds no look"))
  }

  /// The hash of everything but the photo that the bytes of the result depend on.
  func key(_ options: RenderOptions, output: FilePath) -> String {
    let type = PictureFileType(nameEnding: output.fileExtension).map { "\($0)" } ?? ""
    let parts = [
      tintypeVersion, ContentHash.digits(of: recipe?.text ?? []),
      zip(look.parameters, values).map { "\($0.name)=\($0.spelled($1))" }.joined(separator: "\n"),
      recipe.map { look.usedFiles(besides: $0).map { "\($0.name)=\($0.digest)" }.joined(separator: "\n") } ?? "",
      type, options.spelled.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "\n"),
    ]
    return ContentHash.digits(of: Array(parts.joined(separator: "\n\n").utf8))
  }
}

extension PhotoFailure {
  /// The first thing that is wrong with the settings of a photo, at the sidecar where it stands there.
  fileprivate init(_ settings: InvalidSettings, _ photo: FilePath) {
    let (first, path) = (settings.diagnostics[0], Sidecar.path(of: photo))
    let isBeside = first.primary.location.file.name == path.description
    let message = isBeside ? first.line : "\(first.primary.location.file.name): \(first.message)"
    self.init(isBeside ? path : photo, ImageError(.corrupt, message))
  }
}
