/// A person's marks on a photo: `xmp:Rating` and `dc:subject`.
public struct PictureMarks: Hashable, Sendable {
  /// 1 to 5; 0 and nil for a photo that is not rated, -1 for one that is rejected.
  public var rating: Int?

  /// The keywords, in order, each once.
  public var keywords: [String]

  /// Creates marks.
  public init(rating: Int? = nil, keywords: [String] = []) {
    (self.rating, self.keywords) = (rating, keywords)
  }

  /// The rating that counts as favorite.
  public static let favorite = 5

  /// Whether a text can be a keyword: one word or several, of characters that XML can hold.
  public static func isKeyword(_ text: String) -> Bool {
    !text.allSatisfy(\.isWhitespace)
      && !text.unicodeScalars.contains { $0.value < 32 || (0xFFFE...0xFFFF).contains($0.value) }
  }

  /// Whether the photo has the highest rating.
  public var isFavorite: Bool { rating ?? 0 >= Self.favorite }
}

/// The marks that a packet of XMP has; nil for what it does not state.
package struct StatedMarks: Hashable, Sendable {
  let rating: Int?
  let keywords: [String]?

  /// These marks; `others` supplies those that are not stated.
  package func over(_ others: PictureMarks) -> PictureMarks {
    PictureMarks(rating: rating ?? others.rating, keywords: keywords ?? others.keywords)
  }
}

extension PictureMetadata {
  /// The marks in the XMP packet; keywords that it does not have are those of the IPTC captions.
  public var marks: PictureMarks { xmpPacket?.marks(over: captionMarks) ?? captionMarks }

  /// The marks in the XMP packet alone.
  package var packetMarks: PictureMarks { xmpPacket?.marks ?? PictureMarks() }

  /// The keywords of the IPTC captions.
  var captionMarks: PictureMarks {
    PictureMarks(keywords: uniqued(iptc.map(PhotoshopResources.keywords) ?? []))
  }
}

/// Keywords in order, each once.
private func uniqued(_ keywords: [String]) -> [String] {
  keywords.reduce(into: []) { if !$1.isEmpty && !$0.contains($1) { $0.append($1) } }
}

extension XMPPacket {
  /// Rating and keywords. A rating that is no number is none.
  var marks: PictureMarks {
    // Some programs write a fraction.
    let rating = text(of: "Rating", in: Namespace.basic).flatMap { Double($0) }.flatMap { Int(exactly: $0.rounded()) }
    return PictureMarks(rating: rating, keywords: uniqued(keywords.map(\.text)))
  }

  /// The marks of the packet; `others` supplies those that it lacks.
  func marks(over others: PictureMarks) -> PictureMarks { statedMarks.over(others) }

  /// The marks that the packet has.
  var statedMarks: StatedMarks {
    let own = marks
    return StatedMarks(rating: own.rating, keywords: hasKeywords ? own.keywords : nil)
  }

  /// Edits the packet until it has these marks. Nothing else changes.
  ///
  /// - Parameter others: the marks that count where the packet says nothing.
  /// - Returns: false for a packet that is not in UTF-8, or whose keywords are no list.
  mutating func setMarks(_ marks: PictureMarks, over others: PictureMarks) -> Bool {
    let old = self.marks
    removeKeywords { !marks.keywords.contains($0) }
    let new = marks.keywords.filter { !old.keywords.contains($0) }
    let hidesOthers = !hasKeywords && marks.keywords != others.keywords
    if !new.isEmpty || hidesOthers, !addKeywords(new) { return false }
    if let rating = marks.rating, rating != old.rating, !setRating(rating) { return false }
    return self.marks(over: others) == marks
  }
}
