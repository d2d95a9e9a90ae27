public import TintypeIR
@_exported public import TintypeImage
public import TintypeRender

/// Whether noise of one code is added before a result is rounded to 8 bits.
public enum Dithering: String, CaseIterable, Sendable {
  /// Where the source has more bits than the result.
  case auto
  /// Wherever the result has 8 bits.
  case on
  /// Nowhere.
  case off

  /// Whether the result is dithered.
  func applies(from source: SampleDepth, to result: SampleDepth) -> Bool {
    result == .eight && (self == .on || self == .auto && source != .eight)
  }
}

/// Where the marks come from that a photo has besides its own.
public enum MarksBeside: Sendable, Hashable {
  /// From the file beside it, `photo.jpg.xmp`, if there is one.
  case file
  /// From the record of a result; nil for a photo that had none.
  case recorded(PictureMarks?)
}

/// How a rendered photo is stored.
public struct RenderOptions: Sendable, Hashable {
  /// What computes pixels.
  public typealias Engine = RenderEngine

  /// Whether the photo's compressed blocks are moved instead of being decoded and encoded again: for looks that crop,
  /// mirror and turn by quarters only. What ``encodingOption`` names has no meaning then.
  public var isLossless = false

  /// Quality of JPEG, AVIF and JPEG XL, 1 to 100; with 100 the latter two lose nothing.
  public var quality = 95

  /// How coarse a JPEG stores color; nil follows the source (full resolution from PNG), and is full resolution for a
  /// look with colored noise.
  public var subsampling: ChromaSubsampling?

  /// The samples of a PNG, TIFF, AVIF or JPEG XL; nil follows the source.
  public var depth: ResultDepth?

  /// Whether a result of 8 bits is dithered.
  public var dither = Dithering.auto

  /// The space that the result is in.
  public var icc = ColorPolicy.keep

  /// How large the output is; nil is what the look makes of the photo at its own size.
  public var size: ResultSize?

  /// What to do when the output exists.
  public var ifExists = IfExists.error

  /// Whether the output may be the input itself, which it then replaces.
  public var replacesInput = false

  /// The metadata of the photo that the output keeps.
  public var metadata = MetadataPolicy.all

  /// Keywords that are added to those of the photo.
  public var keywords: [String] = []

  /// The rating that the output gets, 0 to 5.
  public var rating: Int?

  /// Where the marks come from that a photo has besides its own.
  public var marksBeside = MarksBeside.file

  /// The date that a recipe's `source.date` has.
  public var photoDate = PhotoDate()

  /// What a recipe reads as `source.iso` and the like in place of the photo's metadata.
  public var shot = Shot()

  /// Whether to create missing folders of the output.
  public var createsFolders = false

  /// The limits for photos that are read.
  public var limits = PictureLimits()

  /// The most cycles a pixel that a look may take, by the estimate of `tintype explain`; nil for no limit.
  public var maxCost: Double?

  /// How many threads may compute pixels at once; less than 1 counts as 1.
  public var threads = 1 { didSet { threads = max(1, threads) } }

  /// What computes pixels. Results of both differ by one code here and there.
  public var engine = Engine.fast

  /// Quality 95, everything else as the source has it, an existing output is an error, one thread.
  public init() {}
}
