import TintypeIR

/// A photo that is to be rendered.
public struct PhotoFile: Hashable, Sendable {
  /// Where it is.
  public let path: FilePath

  /// The folders between the searched one and the photo; nil for a photo that was named itself.
  public let folderBelow: [UInt8]?

  /// A photo that was named itself.
  public init(_ path: FilePath) { self.init(path, folderBelow: nil) }

  init(_ path: FilePath, folderBelow: [UInt8]?) {
    self.path = path
    self.folderBelow = folderBelow
  }
}

/// The facts about a photo from which its result's name is made.
struct PhotoFacts {
  let input: FilePath
  let look: String
  /// Counted from 1, of `count`.
  let number: Int
  let count: Int
  let folderBelow: [UInt8]
  let ext: [UInt8]
  var date: CaptureDate?
  var camera: String?
  var hash: String?
  /// Whether the result has another format only because the photo's format cannot be written.
  let isConverted: Bool

  private let isFound: Bool

  /// Opens the photo only for what the template asks.
  init(
    _ photo: PhotoFile, look: String, number: Int, count: Int, type: PictureFileType?, for template: OutputTemplate,
    date: PhotoDate = PhotoDate(), isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(ImageError) {
    input = photo.path
    self.look = look
    (self.number, self.count) = (number, count)
    isFound = photo.folderBelow != nil
    folderBelow = photo.folderBelow ?? []
    // The result of a photo in a format that is only read has another one.
    let source = PictureFileType(nameEnding: input.fileExtension)
    let followed = source.flatMap { $0.isWritable ? nil : PictureFileType.output(following: $0) }
    isConverted = type == nil && followed != nil
    ext = (type ?? followed)?.nameEnding ?? input.fileExtension
    if template.readsMetadata {
      let metadata = try openPicture(input, limits: .ofMetadata, isInterrupted: isInterrupted).metadata
      camera = metadata.camera
      self.date = try date.known(of: metadata, file: input).flatMap { CaptureDate($0.text) }
    }
    if template.readsContent { hash = try ContentHash.digits(ofFile: input) }
  }

  /// The path below the searched folder; for a photo given by name, the given path without a root and without `..`.
  var folder: [UInt8] {
    let slash = UInt8(ascii: "/")
    let components = isFound ? folderBelow.split(separator: slash) : input.folder.bytes.split(separator: slash)
    let names = components.filter { !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) }
    return names.isEmpty ? [UInt8(ascii: ".")] : Array(names.joined(separator: [slash]))
  }
}
