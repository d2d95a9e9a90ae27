import TintypeColor

/// How a file's statements on color are interpreted: what its rows mean, how they become RGB, and the notes on that.
struct RowMeaning {
  /// How rows become RGB.
  enum Conversion {
    /// They are RGB.
    case none
    /// By a profile's tables.
    case tables(RowTransform)
    /// By a curve from high dynamic range.
    case toneMapping(ToneMapping)
    /// To light of half precision, from high dynamic range.
    case light(DisplayLight)
    /// Inks without a profile: the light that each ink lets through, times what black lets through.
    case inks(isInverted: Bool)
  }

  private(set) var color: PictureColor
  private(set) var conversion = Conversion.none
  private(set) var notes: [String] = []

  /// Code points of high dynamic range, and their primaries.
  private var beyondWhite: (range: HighDynamicRange, primaries: Int)?

  /// Why the rows are not to be read.
  private(set) var refusal: ImageError?

  /// Rows that a confined decoder has converted already, and what it says of them.
  init(converted color: PictureColor, notes: [String]) { (self.color, self.notes) = (color, notes) }

  init(
    _ statements: [ColorStatement], _ samples: StoredSamples, _ format: PictureFormat,
    _ limits: PictureLimits = PictureLimits()
  ) {
    color = .assumed(format.depth)
    if let given = limits.inputSpace, !samples.hasInks {
      take(given)
      return
    }
    var flaw: ColorProfile.Flaw?
    let isUnderstood = statements.contains { understand($0, samples, format, &flaw) }
    if let flaw {
      color.hasBrokenProfile = true
      let assumption =
        samples.hasInks
        ? "colors are taken as plain CMYK" : "colors are taken as \(format.depth.isLight ? "linear light" : "sRGB")"
      notes.append(
        "the color profile \(flaw.reason); it is left out, and "
          + (isUnderstood || beyondWhite != nil ? "the file's other color data is used" : assumption))
    }
    if let (range, primaries) = beyondWhite { map(range, primaries, isUnderstood, format, limits) }
    if format.depth.isLight, !isUnderstood, flaw == nil {
      notes.append("floats without a color profile are taken as linear light; --input-space says otherwise")
    }
    guard samples.hasInks else { return }
    if !isUnderstood { notes.append("CMYK without a usable profile is converted by a simple formula") }
    color.lostSpace = "CMYK"
    if case .none = conversion { conversion = .inks(isInverted: samples == .invertedInks) }
  }

  /// Takes what the caller says in place of what the file says.
  private mutating func take(_ given: InputSpace) {
    take(given.space ?? .srgb, .caller)
    color.log = given.space == nil ? given : nil
    color.isSceneLight = given.isSceneLight
  }

  /// Takes or maps high dynamic range where nothing else says what the codes mean, or says why not.
  private mutating func map(
    _ range: HighDynamicRange, _ primaries: Int, _ isUnderstood: Bool, _ format: PictureFormat,
    _ limits: PictureLimits
  ) {
    guard !isUnderstood else { return notes.append(range.noteBeforeOthers) }
    guard let space = RGBSpace(primaries: primaries, transfer: HighDynamicRange.mappedTransfer) else {
      refusal = range.refusalOfPrimaries
      return
    }
    take(space, .codePoints)
    func light() -> DisplayLight { DisplayLight(range, format.depth, space, upTo: limits.maxHeadroom) }
    switch limits.onHighDynamicRange {
    case .auto, .ignore: refusal = range.refusal
    case .apply:
      let light = light()
      conversion = .light(light)
      memory = light.memory
      (color.codes, color.space, color.headroom) = (space, space.light, light.headroom)
      notes.append(range.noteOnLight(light.headroom))
    case .tonemap, .gainmap:
      let mapping = ToneMapping(light())
      conversion = .toneMapping(mapping)
      memory = mapping.memory
      notes.append(range.note)
    }
  }

  /// Interprets a statement; false where it is unusable and the next one counts.
  private mutating func understand(
    _ statement: ColorStatement, _ samples: StoredSamples, _ format: PictureFormat, _ flaw: inout ColorProfile.Flaw?
  ) -> Bool {
    switch statement {
    case .profile(let bytes):
      do throws(ColorProfile.Flaw) {
        try understand(bytes, samples, format)
      } catch {
        flaw = error
        return false
      }
    case .codePoints(let primaries, let transfer, let isRGB):
      if isRGB, let range = HighDynamicRange(transfer: transfer) {
        beyondWhite = (range, primaries)
        return false
      }
      guard isRGB, let space = RGBSpace(primaries: primaries, transfer: transfer) else {
        notes.append("the colors of cICP \(primaries)/\(transfer) are not understood, and the next statement counts")
        return false
      }
      take(space, .format)
    case .srgb: take(.srgb, .format)
    case .measured(let gamma, let chromaticities):
      guard let space = RGBSpace(gamma: gamma, chromaticities) else {
        notes.append("the gamma or the primaries that it states are invalid, and are ignored")
        return false
      }
      take(space, .format)
    case .adobeRGB:
      guard !samples.hasInks else { return false }
      take(.adobeRGB, .cameraData)
    }
    return true
  }

  /// The bytes that converting rows takes: for tables, Little CMS's copy of the profile and its grid.
  private(set) var memory: ByteCount = 0

  private mutating func take(_ space: RGBSpace, _ statement: PictureColor.Statement) {
    color.statement = statement
    // Floats of a space with a curve are a finished picture.
    color.isSceneLight = color.storedDepth.isLight && space.isLinear
    // A space that equals sRGB but for rounding needs no conversion.
    color.space = space.isLike(.srgb) ? .srgb : space
  }

  private mutating func understand(
    _ bytes: [UInt8]?, _ samples: StoredSamples, _ format: PictureFormat
  ) throws(ColorProfile.Flaw) {
    guard let bytes else { throw ColorProfile.Flaw(reason: "has parts that do not fit together") }
    let profile = try ColorProfile(bytes)
    guard samples.fit(profile.colors) else {
      throw ColorProfile.Flaw(reason: "is for \(profile.colors.rawValue), and the picture is \(samples.name)")
    }
    if let range = profile.highDynamicRange { notes.append(range.noteOnProfile) }
    switch profile.content {
    case .rgb(let space): take(space, .profile)
    case .gray(let curve):
      // Checked when the profile was read.
      if let space = RGBSpace(gray: curve) { take(space, .profile) }
      color.lostSpace = "gray"
    case .tables where format.depth.isLight:
      throw ColorProfile.Flaw(reason: "has tables, which are for codes from 0 to 1 and not for floats")
    case .tables(let colors):
      conversion = .tables(try RowTransform(profile, samples, format))
      memory = ByteCount(bytes.count) * 2 + ByteCount(4 << 20)
      (color.space, color.statement, color.lostSpace) = (RowTransform.space, .profile, colors.rawValue)
    }
  }
}

extension RGBSpace {
  /// What gAMA and cHRM say. Programs write sRGB's curve as a gamma of 0.45455, so with sRGB's primaries this gamma
  /// means sRGB's curve. With other primaries it is a gamma.
  fileprivate init?(gamma: Double?, _ chromaticities: Chromaticities?) {
    let place = chromaticities ?? .rec709
    var curve = ToneCurve.srgb
    if let gamma {
      guard (0.05...20).contains(gamma) else { return nil }
      curve = .gamma(1 / gamma)
      let isUsual = (0.45...0.46).contains(gamma)
      if isUsual, let space = RGBSpace(name: "", curve: .srgb, place), space.isLike(.srgb) { curve = .srgb }
    }
    self.init(name: "the photo's RGB", curve: curve, place)
  }
}
