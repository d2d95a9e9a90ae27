/// A photo and where its result goes.
public struct PlannedPhoto: Hashable, Sendable {
  /// The photo.
  public let input: FilePath

  /// Its result.
  public let output: FilePath

  /// A photo and where its result goes.
  public init(input: FilePath, output: FilePath) {
    self.input = input
    self.output = output
  }
}

/// What a batch will do, known before a photo is touched.
public struct BatchPlan: Sendable {
  /// The photos, in order.
  public private(set) var photos: [PlannedPhoto] = []

  /// The photos that cannot be rendered, because they lack what their output's name asks for.
  public private(set) var failures: [PhotoFailure] = []

  /// Finds a name for each result.
  ///
  /// - Parameters:
  ///   - look: the name that `{look}` stands for.
  ///   - type: the type whose ending `{ext}` stands for; nil for the photo's own.
  /// - Throws: when two photos would have one output, or one photo's output is another photo.
  public init(
    _ photos: [PhotoFile], to template: OutputTemplate, look: String, type: PictureFileType? = nil
  ) throws(UsageError) {
    for (index, photo) in photos.enumerated() {
      do throws(ImageError) {
        let facts = try PhotoFacts(
          photo, look: look, number: index + 1, count: photos.count, type: type, for: template)
        self.photos.append(PlannedPhoto(input: photo.path, output: try BatchPlan.path(for: facts, template)))
      } catch {
        failures.append(PhotoFailure(photo.path, error))
      }
    }
    try checkOutputs()
  }

  /// Every photo is replaced by its result, once if links lead to it as well.
  public init(inPlace photos: [PhotoFile]) {
    var seen: Set<FilePath> = []
    for photo in photos {
      let isNew = seen.insert(((try? followingLinks(photo.path)) ?? photo.path).normalized).inserted
      if isNew { self.photos.append(PlannedPhoto(input: photo.path, output: photo.path)) }
    }
  }

  /// Leaves one part of several, as alike in size as can be: every `count`-th photo from the `number`-th, from 1.
  public mutating func keepShard(_ number: Int, of count: Int) {
    photos = stride(from: number - 1, to: photos.count, by: count).map { photos[$0] }
    failures = stride(from: number - 1, to: failures.count, by: count).map { failures[$0] }
  }

  private static func path(
    for facts: PhotoFacts, _ template: OutputTemplate
  ) throws(ImageError) -> FilePath {
    do throws(UsageError) {
      return try template.path(for: facts)
    } catch {
      throw ImageError(.unsupported, error.message)
    }
  }

  private func checkOutputs() throws(UsageError) {
    var inputs: [FilePath: FilePath] = [:]
    for photo in photos {
      guard let other = inputs.updateValue(photo.input, forKey: photo.output) else { continue }
      throw UsageError(
        "'\(other)' and '\(photo.input)' would both become '\(photo.output)'; "
          + "{dir}, {ext} or {n} in -o tells them apart"
      )
    }
    guard photos.count > 1 else { return }
    var identities: [FileStatus.Identity: FilePath] = [:]
    for photo in photos {
      if let identity = FileStatus(photo.input)?.identity { identities[identity] = photo.input }
    }
    for photo in photos {
      guard let identity = FileStatus(photo.output)?.identity, let other = identities[identity], other != photo.input
      else { continue }
      throw UsageError("the result of '\(photo.input)' would take the place of the photo '\(other)'")
    }
  }
}
