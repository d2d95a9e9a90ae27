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

/// The plan of a batch, made before any photo is processed.
public struct BatchPlan: Sendable {
  /// The photos, in order.
  public private(set) var photos: [PlannedPhoto] = []

  /// The photos that cannot be rendered, because they lack a field of the output's name.
  public private(set) var failures: [PhotoFailure] = []

  /// Finds a name for each result.
  ///
  /// - Parameters:
  ///   - photos: what is to be rendered.
  ///   - template: the names of the results.
  ///   - look: the name that `{look}` stands for.
  ///   - type: the type whose ending `{ext}` stands for; nil for the photo's own.
  ///   - shard: the part of the photos that is to be rendered; numbers are those among all.
  ///   - date: the date of photos.
  ///   - replaces: whether an output that exists is replaced, or is an error.
  /// - Throws: when two photos would have one output, or one photo's output is another photo and would replace it.
  public init(
    _ photos: [PhotoFile], to template: OutputTemplate, look: String, type: PictureFileType? = nil,
    shard: Shard? = nil, date: PhotoDate = PhotoDate(), replaces: Bool = true
  ) throws(UsageError) {
    var converted: Set<Int> = []
    for (index, photo) in photos.enumerated() where shard?.contains(photo) ?? true {
      do throws(ImageError) {
        let facts = try PhotoFacts(
          photo, look: look, number: index + 1, count: photos.count, type: type, for: template, date: date)
        if facts.isConverted { converted.insert(self.photos.count) }
        self.photos.append(PlannedPhoto(input: photo.path, output: try template.name(for: facts)))
      } catch {
        failures.append(PhotoFailure(photo.path, error))
      }
    }
    tellApart(converted)
    try checkOutputs(replaces)
  }

  /// A telephone keeps IMG_1.heic beside IMG_1.jpg: where both would become IMG_1.jpg, the one whose format changes
  /// becomes IMG_1-heic.jpg.
  private mutating func tellApart(_ converted: Set<Int>) {
    guard !converted.isEmpty else { return }
    var counts: [FilePath: Int] = [:]
    for photo in photos { counts[photo.output, default: 0] += 1 }
    for index in converted where counts[photos[index].output, default: 0] > 1 {
      let (input, output) = (photos[index].input, photos[index].output)
      let suffix = "-" + String(decoding: input.fileExtension, as: UTF8.self).lowercased()
      photos[index] = PlannedPhoto(input: input, output: output.appendingToStem(suffix.utf8))
    }
  }

  /// Every photo is replaced by its result, once if links lead to it as well.
  public init(inPlace photos: [PhotoFile]) {
    var seen: Set<FilePath> = []
    for photo in photos {
      let isNew = seen.insert(((try? followingLinks(photo.path)) ?? photo.path).normalized).inserted
      if isNew { self.photos.append(PlannedPhoto(input: photo.path, output: photo.path)) }
    }
  }

  private func checkOutputs(_ replaces: Bool) throws(UsageError) {
    var inputs: [FilePlace: FilePath] = [:]
    for photo in photos {
      guard let other = inputs.updateValue(photo.input, forKey: FilePlace(photo.output)) else { continue }
      throw UsageError(
        "'\(other)' and '\(photo.input)' would both become '\(photo.output)'; "
          + "{dir}, {ext} or {n} in -o tells them apart"
      )
    }
    guard photos.count > 1, replaces else { return }
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
