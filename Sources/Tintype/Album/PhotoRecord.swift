public import TintypeIR
import TintypeIntrinsics

/// A photo or result as an album lists it, from its header and the XMP beside it; no pixel is decoded.
public struct PhotoRecord: Sendable, Hashable {
  /// Where it is.
  public let path: FilePath
  /// The size and age of the file.
  public let status: FileStatus?
  /// The format; nil for one without a name.
  public let format: PictureFileType?
  /// In pixels, upright.
  public let width, height: Int
  /// What the file's gain map states; nil without one that can be used.
  public let gainMap: StatedGainMap?
  /// When it was taken, by the clock of its camera.
  public let date: CaptureDate?
  /// What is known of the exposure.
  public let exposure: ExposureFacts
  /// Where it was taken.
  public let position: GeographicPosition?
  /// Rating and keywords: those beside the picture, else its own.
  public private(set) var marks: PictureMarks
  /// Those in the picture.
  private let own: PictureMarks
  /// What made it; nil for what Tintype did not make.
  public let provenance: Provenance?

  /// Reads the header of a picture, and the XMP beside it.
  ///
  /// - Throws: what `openPicture` throws; `.corrupt`, `.unreadable` and `.limit` for the XMP beside it.
  public init(_ path: FilePath) throws(ImageError) {
    let reader = try openPicture(path, limits: .ofMetadata)
    let metadata = reader.metadata
    self.path = path
    (status, format) = (FileStatus(path), metadata.source)
    gainMap = reader.color.gainMap
    let (across, down) = (reader.format.width, reader.format.height)
    (width, height) = reader.orientation.exchangesAxes ? (down, across) : (across, down)
    (date, exposure, position) = (metadata.captureDate, metadata.exposure, metadata.position)
    provenance = Provenance(metadata)
    own = metadata.marks
    marks = try TintypeImage.marks(on: path, own)
  }

  /// A number of the exposure, such as the sensitivity; nil where the photo does not say it.
  public func number(_ field: ShotField) -> Double? {
    guard field.type == .scalar || field.type == .bool else { return nil }
    return Shot(exposure)[field]?.first
  }
}

extension PhotoRecord {
  /// Edits rating and keywords where they belong: in the XMP file beside the picture if there is one, in the picture
  /// itself if Tintype made it and its format allows that, else in a new XMP file beside it. Pixels and all other
  /// metadata keep their bytes.
  ///
  /// - Returns: the file that holds the marks.
  /// - Throws: as `editMarks`.
  @discardableResult
  public mutating func edit(_ change: MarkChange) throws(ImageError) -> FilePath {
    let beside = markFile(beside: path)
    if provenance != nil, format?.editsXMP ?? false, !fileExists(beside) {
      marks = try editMarks(in: path, change.apply)
      return path
    }
    marks = try editMarks(beside: path, over: own, change.apply)
    return beside
  }
}

/// A change of rating and keywords.
public struct MarkChange: Sendable, Hashable {
  /// The new rating, 0 to 5; nil leaves it.
  public var rating: Int?

  /// Keywords to add, each once.
  public var added: [String]

  /// Keywords to remove.
  public var removed: [String]

  /// Creates a change.
  public init(rating: Int? = nil, added: [String] = [], removed: [String] = []) {
    (self.rating, self.added, self.removed) = (rating, added, removed)
  }

  /// The change, in place.
  @Sendable func apply(to marks: inout PictureMarks) {
    if let rating { marks.rating = rating }
    marks.keywords.removeAll(where: removed.contains)
    for keyword in added where !marks.keywords.contains(keyword) { marks.keywords.append(keyword) }
  }
}
