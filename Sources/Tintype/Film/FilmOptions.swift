import TintypeColor
public import TintypeIR
import TintypeImage
import TintypeOptimizer

/// How a film is read and worked on.
public struct FilmOptions: Sendable, Hashable {
  /// How red, green and blue are kept in the planes; Y4M does not say. Each is what its standard calls so.
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

    /// What red, green and blue are: the primaries of the standard, with the curve that screens answer it with. The primaries of
    /// standard definition are so near to those of high definition that players do not tell them apart.
    var colors: RGBSpace { self == .bt2020 ? .wide : .srgb }

    /// What players take a film of this size for.
    init(width: Int, height: Int) { self = width >= 1280 || height > 576 ? .bt709 : .bt601 }
  }

  /// How red, green and blue are kept; nil goes by the size.
  public var inputSpace: InputSpace?

  /// Whether samples use all codes; nil goes by the stream's tag, and without one they do not.
  public var isFullRange: Bool?

  /// Frames at the beginning that are left out. The others keep their numbers.
  public var skippedFrames = 0

  /// The day that the look writes, which films do not say; nil leaves it out.
  public var date: CivilDate?

  /// What to do when the output exists.
  public var ifExists = RenderOptions.IfExists.error

  /// How many threads may work at once.
  public var threads = 1

  /// Bytes that frames and rows may take.
  public var memory = 2_000_000_000

  /// The space by the size, the range by the tag, all frames, one thread.
  public init() {}
}
