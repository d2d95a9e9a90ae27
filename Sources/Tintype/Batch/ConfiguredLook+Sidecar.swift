import TintypeIR
import TintypeIntrinsics
import TintypeRender

extension ConfiguredLook {
  /// The look for one photo: a sidecar's settings count over the variant, and the look's own settings count over both.
  ///
  /// A sidecar that is a recipe replaces a named look, with a note. An expression of the command line overrides that
  /// recipe. A sidecar may set parameters that this look does not have: that only adds a note.
  ///
  /// - Parameters:
  ///   - photo: the file.
  ///   - budget: what compiling the sidecar may take.
  /// - Returns: the look, and what is remarkable about the sidecar.
  /// - Throws: what is wrong with it, `.limit` where compiling it needs more memory, `.interrupted`.
  public func withSidecar(
    of photo: FilePath, within budget: CompileBudget = CompileBudget()
  ) throws(PhotoFailure) -> (look: ConfiguredLook, notes: [String]) {
    guard let sidecar = try Sidecar(of: photo) else { return (self, []) }
    switch sidecar {
    case .settings(let lines): return try with(lines, shot: try sidecar.shot(of: photo), beside: photo)
    case .recipe(let file): return try replaced(by: file, beside: photo, within: budget)
    }
  }

  private func with(
    _ lines: [Sidecar.Setting], shot: Shot, beside photo: FilePath
  ) throws(PhotoFailure) -> (look: ConfiguredLook, notes: [String]) {
    var (beside, notes) = ([Sidecar.Setting](), [String]())
    for line in lines where line.shotSetting == nil {
      if line.isName, !look.parameters.contains(where: { $0.name == line.name }) {
        notes.append(
          "line \(line.number) of its sidecar has no effect: "
            + "the look '\(look.name)' has no parameter '\(line.name)'")
      } else {
        beside.append(line)
      }
    }
    do throws(InvalidSettings) {
      var look = try setting(beside.map(\.text) + settings, variant: variant, beside: photo)
      look.shot = shot
      return (look, notes)
    } catch {
      throw PhotoFailure(error, photo, beside, isRecipe: false)
    }
  }

  private func replaced(
    by file: SourceFile, beside photo: FilePath, within budget: CompileBudget
  ) throws(PhotoFailure) -> (look: ConfiguredLook, notes: [String]) {
    let path = Sidecar.path(of: photo)
    let source = SavedEdits.expression(in: file) ?? file
    if let recipe, recipe.isInline {
      let isSame = SavedEdits.written(recipe) == SavedEdits.written(source)
      return (self, isSame ? [] : ["the recipe in its sidecar, \(path), gives way to the expression"])
    }
    let other: Look
    do throws(InvalidRecipe) {
      other = try Look(source, loader: FolderLoader(for: path) { !budget.isGoing }, within: budget)
    } catch {
      if let stop = error.stop { throw PhotoFailure(path, stop) }
      guard !error.diagnostics.isEmpty else { throw PhotoFailure(path, ImageError(.corrupt, error.sentence)) }
      throw PhotoFailure(InvalidSettings(diagnostics: error.diagnostics), photo, [], isRecipe: true)
    }
    let name = recipe?.lookName ?? look.name
    do throws(InvalidSettings) {
      var look = try ConfiguredLook(other, recipe: source, below: photo.root).setting(settings)
      look.inputs.formUnion(inputs)
      return (
        look.givingKnown(pictures: pictures),
        ["its look is the recipe in its sidecar, \(path), and not '\(name)'; --no-sidecars ignores it"]
      )
    } catch {
      throw PhotoFailure(error, photo, [], isRecipe: true)
    }
  }

  /// The parameter to which a setting from elsewhere than a sidecar gives the file of a table; nil for none.
  func tableNamedElsewhere(than sidecar: FilePath) -> String? {
    guard look.givenTableCount > 0 else { return nil }
    let names = settings.filter { $0.name != sidecar.description }.map { setting in
      String(decoding: setting.text.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self).filter { !$0.isWhitespace }
    }
    return look.parameters.first { $0.type == .lut && names.contains($0.name) }?.name
  }

  /// The hash of everything except the photo on which the bytes of the result depend.
  func key(
    _ options: RenderOptions, photo: FilePath, output: FilePath, _ isInterrupted: @escaping @Sendable () -> Bool
  ) throws(ImageError) -> String {
    let pictures = try usedPictures(for: photo, isInterrupted: isInterrupted)
      .map { "\($0.name)=\($0.digest)" }.joined(separator: "\n")
    // In place, the file beside the photo is beside the result afterwards, and counts there.
    let hasMarks = options.metadata.keepsMarks && !options.replacesInput
    let marks = hasMarks ? options.marksBeside.key(of: photo) : nil
    let type = PictureFileType(nameEnding: output.fileExtension).map { "\($0)" } ?? ""
    var parts = [
      tintypeVersion, ContentHash.digits(of: recipe?.text ?? []),
      look.spelled(values).joined(separator: "\n"),
      recipe.map { look.usedFiles(besides: $0).map { "\($0.name)=\($0.digest)" }.joined(separator: "\n") } ?? "",
      shot.spelled.joined(separator: "\n"), type,
      options.spelled.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "\n"),
    ]
    if !pictures.isEmpty { parts.append(pictures) }
    if let marks { parts.append("marks " + marks) }
    let asksForDate = bound.asksForDate || look.program.asks(for: .date)
    if asksForDate, options.photoDate.missing == .file, !options.replacesInput {
      parts.append("file \(FileStatus(photo)?.modifiedParts ?? [])")
    }
    return ContentHash.digits(of: Array(parts.joined(separator: "\n\n").utf8))
  }

  /// Refuses a photo that says that this look with these values made it.
  ///
  /// - Throws: `.exists`, and what opening the photo throws.
  func requireOriginal(
    _ photo: FilePath, _ isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(ImageError) {
    let stored = try openPicture(photo, limits: .ofMetadata, isInterrupted: isInterrupted)
    guard let recipe, let made = Provenance(stored.metadata) else { return }
    // The date and the seed of a photo are values only once it is rendered.
    let known = zip(look.parameters, values).filter { parameter, value in
      !(parameter.type == .date && value.isEmpty) && !PhotoSeed.isMeant(by: value, of: parameter.type)
        && parameter.type != .picture
    }
    guard made.recipeHash == ContentHash.digits(of: recipe.text), made.uses == look.usedFiles(besides: recipe),
      made.pictures.map(\.digest) == (try usedPictures(for: photo, isInterrupted: isInterrupted)).map(\.digest),
      Set(made.parameters).isSuperset(of: known.map { "\($0.name)=\(look.spelled($1, of: $0))" })
    else { return }
    throw ImageError(.exists, "is the result of this look already", remedy: .renderingAgain)
  }
}

extension Sidecar {
  /// Its capture metadata.
  fileprivate func shot(of photo: FilePath) throws(PhotoFailure) -> Shot {
    var shot = Shot()
    guard case .settings(let lines) = self else { return shot }
    for line in lines {
      guard let given = line.shotSetting, !shot.take(given) else { continue }
      let fields = ShotField.settable.map { "source.\($0.rawValue)" }.joined(separator: ", ")
      throw PhotoFailure(
        Sidecar.path(of: photo),
        ImageError(.corrupt, "line \(line.number): '\(given)' sets no capture metadata; the fields are \(fields)"))
    }
    return shot
  }
}

extension PhotoFailure {
  /// The first thing that is wrong with the settings of a photo, at the sidecar where it stands there.
  ///
  /// - Parameter isRecipe: whether the sidecar is the photo's look.
  fileprivate init(
    _ settings: InvalidSettings, _ photo: FilePath, _ lines: [Sidecar.Setting], isRecipe: Bool
  ) {
    let (first, path) = (settings.diagnostics[0], Sidecar.path(of: photo))
    let file = first.primary.location.file
    // A saved expression follows the line that says so.
    let isSaved = isRecipe && file.isInline
    let isBeside = file.name == path.description || isSaved
    let before = isSaved ? 1 : lines.first { $0.text == file }.map { $0.number - 1 } ?? 0
    let whose = isRecipe ? "; its look is the recipe in its sidecar, \(path)" : ""
    let message = isBeside ? first.line(after: before) : "\(file.name): \(first.message)\(whose)"
    self.init(isBeside ? path : photo, ImageError(settings.diagnostics[0].isLimit ? .limit : .corrupt, message))
  }
}
