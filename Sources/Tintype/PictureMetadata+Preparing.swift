extension PictureMetadata {
  /// What an output carries: what the options leave, and remarks on what made it, keywords and a rating.
  ///
  /// - Parameters:
  ///   - photo: whose marks, in a file beside it, go with them, and into the record.
  ///   - isMoved: whether what the picture shows lies elsewhere in the result.
  /// - Returns: the metadata, and notes about it.
  /// - Throws: ``ImageError/Kind/limit`` where the photo's XMP does not take a rating or keywords that are asked for,
  ///   or the record by which a second render in place is refused.
  func prepared(
    _ options: RenderOptions, _ provenance: Provenance?, for type: PictureFileType, photo: FilePath, isMoved: Bool
  ) throws(ImageError) -> (metadata: PictureMetadata, notes: [String]) {
    let (current, claims) = withoutStaleClaims(isMoved: isMoved)
    let (metadata, positions) = current.reduced(to: options.metadata)
    var notes = claims + positions
    var provenance = options.metadata.keepsMarks ? provenance : nil
    // With new keywords those of the captions no longer count, so they become keywords as well.
    let old = metadata.packetMarks
    var marks = options.keywords.isEmpty ? old : metadata.marks
    if options.metadata.keepsMarks {
      do throws(ImageError) {
        if let beside = try options.marksBeside.marks(of: photo, over: metadata.marks) {
          marks = beside
          provenance?.marks = beside
        }
      } catch {
        notes.append("its marks are not taken over: \(error.message)")
      }
    }
    let keywords = (marks.keywords + options.keywords).filter { !old.keywords.contains($0) }
    let rating = options.rating ?? (marks.rating == old.rating ? nil : marks.rating)
    let remarks = XMPRemarks(
      namespace: Provenance.namespace, prefix: "tintype", properties: provenance?.properties ?? [], keywords: keywords,
      rating: rating)
    if remarks.properties.isEmpty, remarks.keywords.isEmpty, remarks.rating == nil { return (metadata, notes) }
    if let remarked = metadata.adding(remarks, for: type) { return (remarked, notes) }
    let problem = "the photo's XMP is full or cannot be read, so"
    if options.rating != nil || !options.keywords.isEmpty {
      throw ImageError(.limit, "\(problem) the result cannot have a rating or keywords")
    }
    if options.replacesInput, options.metadata.keepsMarks {
      throw ImageError(.limit, "\(problem) a second run would render it again; write the result elsewhere")
    }
    return (metadata, notes + ["\(problem) the result does not say what made it"])
  }
}

extension MetadataPolicy {
  /// Whether results have the marks of their photos, and a record of what made them.
  var keepsMarks: Bool { self == .all || self == .noGPS }
}

extension MarksBeside {
  /// The marks that count instead of the photo's own; nil for those.
  fileprivate func marks(of photo: FilePath, over own: PictureMarks) throws(ImageError) -> PictureMarks? {
    switch self {
    case .recorded(let marks): return marks
    case .file:
      let marks = try statedMarks(beside: photo)?.over(own)
      return marks == own ? nil : marks
    }
  }

  /// What tells the marks of a photo that lie beside it from others; nil for none, and for a file that cannot be read.
  func key(of photo: FilePath) -> String? {
    switch self {
    case .recorded(let marks): marks.map { "\($0)" }
    case .file: (try? statedMarks(beside: photo)).map { "\($0)" }
    }
  }
}

extension PictureReader {
  /// Whether what the picture shows lies elsewhere in a result: it is turned, or has another shape.
  func isMoved(in result: PictureFormat) -> Bool {
    let difference = format.width * result.height - format.height * result.width
    return orientation != .upright || abs(difference) > max(format.width, format.height)
  }
}
