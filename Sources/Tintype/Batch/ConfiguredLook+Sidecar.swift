import TintypeIR
import TintypeIntrinsics

extension ConfiguredLook {
  /// The look for one photo: a sidecar's settings count over the variant, and the look's own settings count over both.
  ///
  /// A sidecar that is a recipe takes the place of the look. One may set what another look has and this one lacks: that
  /// is a note.
  public func withSidecar(of photo: FilePath) throws(PhotoFailure) -> (look: ConfiguredLook, notes: [String]) {
    guard let sidecar = try Sidecar(of: photo) else { return (self, []) }
    var (beside, notes) = ([Sidecar.Setting](), [String]())
    let shot = try sidecar.shot(of: photo)
    do throws(InvalidSettings) {
      switch sidecar {
      case .settings(let lines):
        for line in lines where line.shotSetting == nil {
          if line.isName, !look.parameters.contains(where: { $0.name == line.name }) {
            notes.append(
              "line \(line.number) of its sidecar has no effect: "
                + "the look '\(look.name)' has no parameter '\(line.name)'")
          } else {
            beside.append(line)
          }
        }
        var look = try setting(beside.map(\.text) + settings, variant: variant)
        look.shot = shot
        return (look, notes)
      case .recipe(let source):
        let (look, diagnostics) = compile(source, loader: FolderLoader(for: Sidecar.path(of: photo)))
        let errors = diagnostics.filter { $0.severity == .error }
        guard errors.isEmpty else { throw InvalidSettings(diagnostics: errors) }
        if let look {
          return (try ConfiguredLook(look, recipe: source).setting(settings).givingKnown(pictures: pictures), [])
        }
      }
    } catch {
      throw PhotoFailure(error, photo, beside)
    }
    throw PhotoFailure(Sidecar.path(of: photo), ImageError(.corrupt, "holds no look"))
  }

  /// The hash of everything but the photo that the bytes of the result depend on.
  func key(_ options: RenderOptions, photo: FilePath, output: FilePath) throws(ImageError) -> String {
    let pictures = try usedPictures(for: photo).map { "\($0.name)=\($0.digest)" }.joined(separator: "\n")
    let type = PictureFileType(nameEnding: output.fileExtension).map { "\($0)" } ?? ""
    let parts =
      [
        tintypeVersion, ContentHash.digits(of: recipe?.text ?? []),
        look.spelled(values).joined(separator: "\n"),
        recipe.map { look.usedFiles(besides: $0).map { "\($0.name)=\($0.digest)" }.joined(separator: "\n") } ?? "",
        shot.spelled.joined(separator: "\n"), type,
        options.spelled.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "\n"),
      ] + (pictures.isEmpty ? [] : [pictures])
    return ContentHash.digits(of: Array(parts.joined(separator: "\n\n").utf8))
  }

  /// Refuses a photo that says that this look with these values made it.
  ///
  /// - Throws: `.exists`, and what opening the photo throws.
  func requireOriginal(_ photo: FilePath, _ options: RenderOptions) throws(ImageError) {
    guard let recipe, let made = Provenance(try openPicture(photo, limits: options.limits).metadata) else { return }
    // The date of a photo is a value only once it is rendered.
    let undated = zip(look.parameters, values).filter { !($0.type == .date && $1.isEmpty) && $0.type != .picture }
    guard made.recipeHash == ContentHash.digits(of: recipe.text), made.uses == look.usedFiles(besides: recipe),
      made.pictures.map(\.digest) == (try usedPictures(for: photo)).map(\.digest),
      Set(made.parameters).isSuperset(of: undated.map { "\($0.name)=\($0.spelled($1))" })
    else { return }
    throw ImageError(.exists, "is the result of this look already", remedy: .renderingAgain)
  }
}

extension Sidecar {
  /// What it says of the shot.
  fileprivate func shot(of photo: FilePath) throws(PhotoFailure) -> Shot {
    var shot = Shot()
    guard case .settings(let lines) = self else { return shot }
    for line in lines {
      guard let given = line.shotSetting, !shot.take(given) else { continue }
      let fields = ShotField.settable.map { "source.\($0.rawValue)" }.joined(separator: ", ")
      throw PhotoFailure(
        Sidecar.path(of: photo),
        ImageError(.corrupt, "line \(line.number): '\(given)' is nothing that a photo says; there are \(fields)"))
    }
    return shot
  }
}

extension PhotoFailure {
  /// The first thing that is wrong with the settings of a photo, at the sidecar where it stands there.
  fileprivate init(_ settings: InvalidSettings, _ photo: FilePath, _ lines: [Sidecar.Setting]) {
    let (first, path) = (settings.diagnostics[0], Sidecar.path(of: photo))
    let file = first.primary.location.file
    let isBeside = file.name == path.description
    let before = lines.first { $0.text == file }.map { $0.number - 1 } ?? 0
    let message = isBeside ? first.line(after: before) : "\(file.name): \(first.message)"
    self.init(isBeside ? path : photo, ImageError(.corrupt, message))
  }
}
