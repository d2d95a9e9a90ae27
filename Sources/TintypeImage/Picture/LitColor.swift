import TintypeColor

/// What becomes of a picture's colors by its gain map: what its rows mean, who makes them, and the notes on that.
struct LitColor {
  private(set) var color: PictureColor

  /// Nil where the file's codes stay.
  private(set) var rows: GainedRows?

  private(set) var notes: [String] = []

  /// - Parameters:
  ///   - meaning: of the rows without the map.
  ///   - map: nil for a picture without one.
  init(_ meaning: RowMeaning, _ samples: StoredSamples, _ map: OpenedGainMap?, _ limits: PictureLimits) {
    color = meaning.color
    guard let map else { return }
    color.gainMap = StatedGainMap(map.map)
    let name = "the gain map (\(map.map.standard.rawValue))"
    let isWanted = limits.onHighDynamicRange == .apply || limits.onHighDynamicRange == .tonemap
    guard isWanted else {
      // For a result with a gain map, the light is read besides.
      if limits.onHighDynamicRange == .gainmap { return }
      notes.append("\(name) is left out, and with it light beyond white")
      return
    }
    // Codes that are not those of an ordinary screen.
    let isCoded =
      switch meaning.conversion {
      case .toneMapping, .light: true
      case .none, .tables, .inks: meaning.refusal != nil
      }
    guard !isCoded, !samples.hasInks, !color.isSceneLight, color.log == nil else {
      notes.append("\(name) is left out: it is for a finished picture of red, green and blue")
      return
    }
    let isMapped = limits.onHighDynamicRange == .tonemap
    let rows = GainedRows(map, color.space, upTo: limits.maxHeadroom, isMapped ? .mapped : .light)
    self.rows = rows
    let (reached, stated) = (rows.headroom.shortText, map.map.headroom(upTo: nil).shortText)
    let ofStated = reached == stated ? "" : " of \(stated)"
    let light = "\(name) is applied: light up to \(reached)\(ofStated) times as bright as white"
    guard !isMapped else {
      notes.append(light + ", which is mapped to white")
      return
    }
    notes.append(light)
    (color.codes, color.space, color.headroom) = (color.space, color.space.light, rows.headroom)
  }
}

extension Double {
  /// With one decimal at most: "4.9", "4".
  package var shortText: String {
    let tenths = (self * 10).rounded()
    return tenths.truncatingRemainder(dividingBy: 10) == 0 ? "\(Int(tenths / 10))" : "\(tenths / 10)"
  }
}
