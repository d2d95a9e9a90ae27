public import TintypeColor
public import TintypeIR
public import TintypeImage
import TintypeOptimizer

/// How a video is read and worked on.
public struct VideoOptions: Sendable, Hashable {
  /// The standard that says how the planes hold red, green and blue; Y4M does not state it.
  public enum InputSpace: String, CaseIterable, Sendable {
    /// Standard definition.
    case bt601
    /// High definition.
    case bt709
    /// Ultra-high definition.
    case bt2020

    var matrix: YCbCr.Matrix {
      switch self {
      case .bt601: .bt601
      case .bt709: .bt709
      case .bt2020: .bt2020
      }
    }

    /// The primaries of the standard, with the transfer curve of sRGB. Those of standard and of high definition are so
    /// close that players do not distinguish them.
    var colors: RGBSpace { self == .bt2020 ? .wide : .srgb }

    /// What players take a video of this size for.
    init(width: Int, height: Int) { self = width >= 1280 || height > 576 ? .bt709 : .bt601 }
  }

  /// The standard of the input; nil goes by the size.
  public var inputSpace: InputSpace?

  /// The logarithmic codes, or other encoding, that red, green and blue are; nil for what the look's header says, and
  /// without that for a finished picture, as the result is.
  public var encoding: TintypeColor.InputSpace?

  /// Whether samples use all codes; nil goes by the stream's tag, and without one they do not.
  public var isFullRange: Bool?

  /// Frames at the beginning that are left out. The others keep their numbers.
  public var skippedFrames = 0

  /// The day that the look writes, which videos do not state; a look that writes one needs it.
  public var date: CivilDate?

  /// What the look reads of the exposure, which videos do not state.
  public var shot = Shot()

  /// The photo over which the look measures.
  public enum MeasuredPhoto: Sendable, Hashable {
    /// The first frame that is rendered.
    case first
    /// Each frame for itself.
    case each
    /// A photo in a file.
    case file(FilePath)
  }

  /// What is measured where `shot` has no results.
  public var measuredPhoto = MeasuredPhoto.first

  /// The language of dates.
  public var locale = DateLocale.en

  /// What to do when the output exists.
  public var ifExists = RenderOptions.IfExists.error

  /// The largest frames that are made.
  public var limits = PictureLimits()

  /// How many threads may work at once; less than 1 counts as 1.
  public var threads = 1 { didSet { threads = max(1, threads) } }

  /// Bytes that frames and rows may take.
  public var memory = 2_000_000_000

  /// The space by the size, the range by the tag, all frames, one thread.
  public init() {}
}
