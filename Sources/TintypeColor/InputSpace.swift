/// An encoding of colors that a caller names: of photos whose file does not say it, or says it wrongly, and of what a
/// table is for.
public enum InputSpace: String, CaseIterable, Hashable, Sendable {
  /// Finished pictures.
  case srgb
  /// Video as a reference monitor shows it.
  case rec709
  case displayP3 = "display-p3"
  case adobeRGB = "adobe-rgb"
  case proPhoto = "prophoto-rgb"
  case rec2020

  /// Light with the primaries of sRGB, of BT.2020, and of ACES (AP1).
  case linearSRGB = "linear-srgb"
  case linearRec2020 = "linear-rec2020"
  case acesCg = "acescg"

  /// Logarithmic codes of cameras and grading suites, with the primaries that belong to them.
  case logC3 = "logc3"
  case logC4 = "logc4"
  case sLog3 = "s-log3"
  case vLog = "v-log"
  case canonLog2 = "canon-log2"
  case canonLog3 = "canon-log3"
  case fLog = "f-log"
  case fLog2 = "f-log2"
  case nLog = "n-log"
  case appleLog = "apple-log"
  case dLog = "d-log"
  case lLog = "l-log"
  case log3G10 = "log3g10"
  case acesCct = "acescct"
  case davinciIntermediate = "davinci-intermediate"

  /// The space, where it is one of a tone curve and primaries; nil for logarithmic codes, which a program decodes.
  public var space: RGBSpace? {
    switch self {
    case .srgb: .srgb
    case .rec709: .rec709
    case .displayP3: .displayP3
    case .adobeRGB: .adobeRGB
    case .proPhoto: .proPhoto
    case .rec2020: .rec2020
    case .linearSRGB: .linearSRGB
    case .linearRec2020: .linearRec2020
    case .acesCg: .acesCg
    case .logC3, .logC4, .sLog3, .vLog, .canonLog2, .canonLog3, .fLog, .fLog2, .nLog, .appleLog, .dLog, .lLog,
      .log3G10, .acesCct, .davinciIntermediate:
      nil
    }
  }

  /// Whether it holds light of the scene, where the gray card is 0.18.
  public var isSceneLight: Bool { space?.isLinear ?? true }
}
