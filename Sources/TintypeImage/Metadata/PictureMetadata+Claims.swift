/// What a file says it holds and a result does not: gain maps, films of motion photos, signatures over the old pixels.
extension PictureMetadata {
  /// The metadata without such claims, and notes that name what is gone.
  public func withoutStaleClaims() -> (metadata: PictureMetadata, notes: [String]) {
    var result = self
    var found: Set<XMPPacket.Claim> = []
    for index in result.items.indices where items[index].kind == .xmp {
      guard var packet = items[index].xmpPacket.map(XMPPacket.init) else { continue }
      let claims = packet.blankClaims()
      if !claims.isEmpty { result.items[index].xmpPacket = packet.bytes }
      found.formUnion(claims)
    }
    if var packet = form.extendedPacket(of: self).map(XMPPacket.init) {
      let claims = packet.blankClaims()
      found.formUnion(claims)
      // Its parts are held together by a hash.
      if !claims.isEmpty { result.dropExtendedXMP() }
    }
    let count = result.items.count
    result.items.removeAll { $0.form.isSignature($0) }
    if result.items.count < count { found.insert(.signature) }
    return (result, XMPPacket.Claim.allCases.filter(found.contains).map(\.note))
  }

  private mutating func dropExtendedXMP() {
    items.removeAll { $0.kind == .extendedXMP }
    for index in items.indices where items[index].kind == .xmp {
      guard var packet = items[index].xmpPacket.map(XMPPacket.init), packet.blank(where: { $0 == "HasExtendedXMP" })
      else { continue }
      items[index].xmpPacket = packet.bytes
    }
  }
}

extension XMPPacket {
  /// A kind of claim.
  enum Claim: CaseIterable {
    case gainMap, motion, signature

    var note: String {
      switch self {
      case .gainMap: "the gain map is left out, and with it what the metadata say about it"
      case .motion: "the film of a motion photo is left out, and with it what the metadata say about it"
      case .signature: "content credentials (C2PA) are left out, for they are about the original's pixels"
      }
    }
  }

  /// Overwrites with spaces what says that there are further pictures, a film or content credentials.
  mutating func blankClaims() -> Set<Claim> {
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
      }
    }
    for claim in Claim.allCases where blankProperties(where: { isClaim(claim, $0) }) { found.insert(claim) }
    return found
  }
}
