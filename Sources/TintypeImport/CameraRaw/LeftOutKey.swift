/// What a recipe does not take from a preset, and why.
enum LeftOutKey {
  /// Keys that describe the preset and not the picture.
  private static let remarks: Set = [
    "AlreadyApplied", "CameraModelRestriction", "Cluster", "CompatibleVersion", "ContactInfo", "Copyright",
    "Description", "Group", "HasCrop", "HasSettings", "Name", "PresetSubtype", "PresetType", "ProcessVersion",
    "RawFileName", "RequiresRGBTables", "ShortName", "SortName", "ToneCurveName", "ToneCurveName2012", "UUID",
    "Version", "WhiteBalance",
  ]

  /// Whether a key describes the preset and not the picture.
  static func isRemark(_ key: String) -> Bool { remarks.contains(key) || key.hasPrefix("Supports") }

  /// The beginnings of keys, and why they are left out.
  private static let reasons: [(reason: String, beginnings: [String])] = [
    ("is relative to the light of a raw file", ["Temperature", "Tint"]),
    ("belongs to a profile of the program", ["CameraProfile", "Look", "RGBTable", "ProfileGain"]),
    (
      "corrects a lens or the perspective",
      ["AutoLateralCA", "ChromaticAberration", "Defringe", "Lens", "Perspective", "Upright", "Vignette"]
    ),
    ("crops or turns", ["Crop"]),
    ("reduces noise", ["ColorNoise", "LuminanceNoise", "LuminanceSmoothing"]),
    ("limits where sharpening acts", ["SharpenDetail", "SharpenEdgeMasking"]),
    (
      "calibrates a camera",
      ["ShadowTint", "RedHue", "RedSaturation", "GreenHue", "GreenSaturation", "BlueHue", "BlueSaturation"]
    ),
    ("is a way of darkening corners that the library does not have", ["PostCropVignette"]),
    ("changes how far tones of the wheels overlap", ["ColorGradeBlending"]),
    ("only places the grain", ["GrainSeed"]),
    ("is for parts of one photo", ["Mask", "GradientBased", "CircularGradient", "PaintBased", "Retouch", "RedEye"]),
    ("mixes the gray of black and white, and the preset is in color", ["GrayMixer"]),
    ("chooses values for each photo", ["Auto"]),
    ("is for high dynamic range", ["HDR", "SDR"]),
    (
      "is of a process version before 2012",
      ["Exposure", "Contrast", "Brightness", "Shadows", "FillLight", "HighlightRecovery", "Clarity", "ToneCurve"]
    ),
  ]

  /// Why a key is left out.
  static func reason(_ key: String) -> String {
    reasons.first { $0.beginnings.contains { key.hasPrefix($0) } }?.reason ?? "is not known"
  }
}
