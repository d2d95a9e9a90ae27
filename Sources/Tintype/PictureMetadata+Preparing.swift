extension PictureMetadata {
  /// What an output carries: what the options leave, and remarks on what made it, keywords and a rating.
  ///
  /// - Returns: the metadata, and notes about it.
  func prepared(
    _ options: RenderOptions, _ provenance: Provenance?, for type: PictureFileType
  ) -> (metadata: PictureMetadata, notes: [String]) {
    let (current, claims) = withoutStaleClaims(hasGainMap: options.limits.onHighDynamicRange == .gainmap)
    let (metadata, positions) = current.reduced(to: options.metadata)
    let notes = claims + positions
    let saysItself = options.metadata == .all || options.metadata == .noGPS
    let remarks = XMPRemarks(
      namespace: Provenance.namespace, prefix: "tintype", properties: saysItself ? provenance?.properties ?? [] : [],
      keywords: options.keywords, rating: options.rating)
    if remarks.properties.isEmpty, remarks.keywords.isEmpty, remarks.rating == nil { return (metadata, notes) }
    guard let remarked = metadata.adding(remarks, for: type) else {
      return (metadata, notes + ["the photo's XMP is full, and is kept unchanged"])
    }
    return (remarked, notes)
  }
}
