/// Claims that are false after a render: gain maps, motion photos, signatures over the original's pixels.
extension PictureMetadata {
  /// The metadata without such claims, and notes on what was removed.
  ///
  /// - Parameter isMoved: whether what the picture shows lies elsewhere in the result.
  public func withoutStaleClaims(isMoved: Bool = false) -> (metadata: PictureMetadata, notes: [String]) {
    var result = self
    var found: Set<XMPPacket.Claim> = []
    let stale = XMPPacket.Claim.allCases.filter { $0 != .places || isMoved }
    result.edit(
      exif: { if isMoved, $0.dropSubject() { found.insert(.places) } },
      xmp: { found.formUnion($0.blank(claims: stale)) })
    var notes: [String] = []
    var extended = form.extendedXMP(of: self)?.packet
    if let claims = extended?.blank(claims: stale), !claims.isEmpty {
      found.formUnion(claims)
      // A hash covers its parts, so none can be edited.
      result.items.removeAll { $0.kind == .extendedXMP }
      result.edit(xmp: { $0.blank(["HasExtendedXMP"]) })
      notes = ["the extended XMP is left out as a whole, because it makes such a claim"]
    }
    let count = result.items.count
    result.items.removeAll { $0.form.isSignature($0) }
    if result.items.count < count { found.insert(.signature) }
    return (result, XMPPacket.Claim.allCases.filter(found.contains).map(\.note) + notes)
  }

  /// The note on a gain map of which the metadata spoke, untrue of a result with a map of its own.
  package static let gainMapNote = XMPPacket.Claim.gainMap.note
}

extension XMPPacket {
  /// A kind of claim that a render makes false.
  enum Claim: CaseIterable {
    case gainMap, motion, signature, places

    var note: String {
      switch self {
      case .gainMap: "what the metadata say about a gain map is left out, for the result has none"
      case .motion: "the video of a motion photo is left out, and with it what the metadata say about it"
      case .signature: "content credentials (C2PA) are left out, because they describe the original's pixels"
      case .places: "what the metadata say about places in the picture is left out, because it was turned or cut"
      }
    }
  }

  /// Overwrites with spaces the properties that claim further pictures, a video, content credentials or places.
  ///
  /// - Returns: those that there were.
  mutating func blank(claims: [Claim]) -> Set<Claim> {
    var found: Set<Claim> = []
    func isClaim(_ claim: Claim, _ name: String) -> Bool {
      let prefix = name.prefix { $0 != ":" }
      let local = name.dropFirst(prefix.count + 1)
      return switch claim {
      // ISO 21496-1, Adobe's and Google's gain maps (Ultra HDR), Apple's before them.
      case .gainMap: ["hdrgm", "HDRGainMap", "Container", "GContainer", "apdi"].contains(prefix)
      case .motion: local.hasPrefix("MotionPhoto") || local.hasPrefix("MicroVideo")
      // Where credentials lie that are not in the file.
      case .signature: name == "dcterms:provenance"
      // Regions of the Metadata Working Group and of Microsoft, EXIF's subject, and the crop of a raw converter. A
      // vignette after it is no place.
      case .places:
        ["mwg-rs", "MP"].contains(prefix) || ["exif:SubjectArea", "exif:SubjectLocation"].contains(name)
          || prefix == "crs" && local.contains("Crop") && !local.hasPrefix("PostCropVignette")
      }
    }
    for claim in claims where blank(where: { isClaim(claim, $0) }) { found.insert(claim) }
    return found
  }
}
