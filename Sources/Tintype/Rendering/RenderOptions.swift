@_exported public import TintypeImage

/// How a rendered photo is stored.
public struct RenderOptions: Sendable, Hashable {
  /// JPEG quality, 1 to 100.
  public var quality = 95

  /// How coarse a JPEG stores color; nil follows the source (full resolution from PNG).
  public var subsampling: ChromaSubsampling?

  /// Bits of a sample in a PNG; nil follows the source.
  public var depth: PictureFormat.Depth?

  /// The space that the result is in.
  public var icc = ColorPolicy.keep

  /// How large the output is; nil is what the look makes of the photo at its own size.
  public var size: ResultSize?

  /// What to do when the output exists.
  public var ifExists = IfExists.error

  /// Whether the output may be the input itself, which it then replaces.
  public var replacesInput = false

  /// How much of what the photo carries goes into the output.
  public var metadata = MetadataPolicy.all

  /// Keywords that the output gets besides those of the photo.
  public var keywords: [String] = []

  /// The rating that the output gets, 0 to 5.
  public var rating: Int?

  /// Which day a recipe's `source.date` is.
  public var photoDate = PhotoDate()

  /// Whether folders of the output that are missing are made.
  public var createsFolders = false

  /// What photos are taken on.
  public var limits = PictureLimits()

  /// How many threads may compute pixels at once.
  public var threads = 1

  /// Quality 95, everything else as the source has it, an existing output is an error, one thread.
  public init() {}
}
