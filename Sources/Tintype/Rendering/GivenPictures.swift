import Synchronization
import TintypeColor
import TintypeIR
import TintypeImage
import TintypeIntrinsics
import TintypePlan
import TintypeRender

extension ConfiguredLook {
  /// The same look with files for its pictures.
  ///
  /// - Parameter pictures: files by the names of parameters. A name may have the fields of output names; then it is a
  ///   file of its own for each photo, and looked for beside the photo: `{stem}-depth.png`.
  /// - Throws: for a name that is no picture of the look, and for a field that there is not.
  public func giving(pictures: [String: FilePath]) throws(UsageError) -> ConfiguredLook {
    let known = look.parameters.filter { $0.type == .picture }.map(\.name)
    for (name, file) in pictures.sorted(by: { $0.key < $1.key }) {
      guard known.contains(name) else {
        let names = known.map { "'\($0)'" }.joined(separator: ", ")
        let near = nearestName(to: name, among: known).map { "; did you mean '\($0)'?" } ?? ""
        throw UsageError(
          "the look '\(look.name)' has no picture '\(name)'"
            + (near.isEmpty ? known.isEmpty ? ", and none at all" : "; it has \(names)" : near))
      }
      if try file.pictureName.usesNumber {
        throw UsageError("'{n}' is the position of a photo in the batch, and cannot select the picture '\(name)'")
      }
    }
    var configured = self
    configured.pictures = pictures
    return configured
  }

  /// The same look with those of these pictures that it has.
  public func givingKnown(pictures: [String: FilePath]) -> ConfiguredLook {
    var configured = self
    configured.pictures = pictures.filter { name, _ in look.parameters.contains { $0.name == name } }
    return configured
  }

  /// The file of each picture of the look, in their order; nil for one that has none.
  ///
  /// - Parameters:
  ///   - photo: the photo that is rendered; nil where there is none, so that fields have no meaning.
  ///   - isInterrupted: asked while the photo is opened for a field.
  func pictureFiles(
    for photo: FilePath?, isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(ImageError) -> [PictureFile?] {
    try look.program.pictures.map { (picture) throws(ImageError) in
      if let given = pictures[picture.name] {
        return PictureFile(picture, try resolved(given, for: photo, isInterrupted), below: nil)
      }
      guard let file = picture.file, let recipe = look.layers.first else { return nil }
      return PictureFile(picture, FilePath(file), below: FilePath(recipe.name, below: root).folder)
    }
  }

  private func resolved(
    _ file: FilePath, for photo: FilePath?, _ isInterrupted: @escaping @Sendable () -> Bool
  ) throws(ImageError) -> FilePath {
    let template: OutputTemplate
    do throws(UsageError) {
      template = try file.pictureName
    } catch {
      throw ImageError(.unsupported, error.message)
    }
    if let path = template.plainPath { return file.root?.folder.appending(path.bytes) ?? path }
    guard let photo else {
      throw ImageError(.unsupported, "'\(file)' names a file for each photo, and there is no photo here")
    }
    let facts = try PhotoFacts(
      PhotoFile(photo), look: recipe.map { String(decoding: FilePath($0.name).stem, as: UTF8.self) } ?? look.name,
      number: 1, count: 1, type: nil, for: template, isInterrupted: isInterrupted)
    // The value of a field may make the name absolute; below a root, the open then refuses it.
    let name = try template.name(for: facts)
    return name.isAbsolute ? FilePath(bytes: name.bytes, below: file.root) : photo.folder.appending(name.bytes)
  }

  /// Refuses an output that would replace a file from which it is made, other than the photo: the next photo would be
  /// rendered with a result.
  ///
  /// - Parameters:
  ///   - output: where the result will be.
  ///   - photo: whose pictures are meant where names follow the photo's; nil for a result of no photo.
  public func requireNoFile(at output: FilePath, photo: FilePath? = nil) throws(ImageError) {
    // Without a photo, a picture whose name follows the photo's has no file.
    let pictures = if let photo { try pictureFiles(for: photo) } else { (try? pictureFiles(for: nil)) ?? [] }
    for file in pictures where file.map({ isSameFile($0.wholePath, output) }) ?? false {
      throw ImageError(.exists, "is the look's picture '\(file?.picture.name ?? "")'; choose another name")
    }
    for file in recipe.map({ look.usedPaths(besides: $0, below: root) }) ?? [] where isSameFile(file, output) {
      throw ImageError(.exists, "is the look's file '\(file)'; choose another name")
    }
    // A photo that its own result replaces may have been measured before.
    if let photo, isSameFile(photo, output) { return }
    if inputs.contains(where: { isSameFile($0, output) }) {
      throw ImageError(.exists, "is read for this result; choose another name")
    }
  }

  /// The pictures that a result is made with, and what tells their content from another.
  ///
  /// - Parameters:
  ///   - photo: whose pictures are meant where names follow the photo's; nil for none.
  ///   - isInterrupted: asked while files are hashed; once true, `.interrupted` is thrown.
  public func usedPictures(
    for photo: FilePath?, isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(ImageError) -> [UsedPicture] {
    var used: [UsedPicture] = []
    for file in try pictureFiles(for: photo, isInterrupted: isInterrupted) {
      guard let file else { continue }
      let found = UsedPicture(
        name: file.picture.name, file: file.isOfRecipe ? nil : file.path.text,
        digest: try digests.digest(of: file.wholePath, isInterrupted))
      if !used.contains(found) { used.append(found) }
    }
    return used
  }
}

extension FilePath {
  /// Its fields. Braces in the name of its root are none.
  fileprivate var pictureName: OutputTemplate {
    get throws(UsageError) { try OutputTemplate(FilePath(bytes: bytesBelowRoot)) }
  }
}

/// A picture that a result was made with.
public struct UsedPicture: Hashable, Sendable {
  /// The parameter, or the file that the recipe names.
  public let name: String

  /// The file that was given; nil for one that the recipe names.
  public let file: String?

  /// The SHA-256 of the file.
  public let digest: String
}

/// A picture besides the photo, and its file.
struct PictureFile {
  let picture: PlacedPicture
  /// From where the program runs, or below the recipe's folder.
  let path: FilePath
  /// The folder of the recipe that names it, which no link leads out of.
  private let folder: FilePath?

  init(_ picture: PlacedPicture, _ path: FilePath, below folder: FilePath?) {
    (self.picture, self.path, self.folder) = (picture, path, folder)
  }

  /// Whether the recipe names it.
  var isOfRecipe: Bool { folder != nil }

  /// The path from where the program runs.
  var wholePath: FilePath { folder?.appending(path.bytes) ?? path }

  /// Opens it. What a caller says of the photo's colors does not hold for it, and it has no light beyond white.
  func open(
    _ limits: PictureLimits, _ isInterrupted: @escaping @Sendable () -> Bool
  ) throws(ImageError) -> any RowReader {
    var limits = limits
    (limits.whiteBalance, limits.correction) = (.camera, nil)
    (limits.inputSpace, limits.onHighDynamicRange) = (nil, limits.onHighDynamicRange == .tonemap ? .tonemap : .ignore)
    do throws(ImageError) {
      guard let folder else { return try openPicture(path, limits: limits, isInterrupted: isInterrupted) }
      let components = path.bytes.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
      return try openPicture(below: folder, components, limits: limits, isInterrupted: isInterrupted)
    } catch {
      throw named(error)
    }
  }

  /// An error of this picture, whose name stands before the message.
  func named(_ error: ImageError) -> ImageError {
    if error.kind == .interrupted { return error }
    let name = isOfRecipe ? "" : " '\(picture.name)',"
    return ImageError(error.kind, "the look's picture\(name) '\(wholePath)': \(error.message)", remedy: error.remedy)
  }
}

/// The files of the pictures of one render besides the photo: upright, opened, and not decoded yet.
struct GivenPictures {
  /// What the render reads.
  let pictures: LookPictures
  private let names: [String]
  /// One for each picture of the program; nil for one that has no file.
  private let readers: [(any RowReader)?]

  /// Opens the pictures of a look for a photo.
  ///
  /// - Throws: what opening throws, with the picture's file in the message.
  init(
    _ look: ConfiguredLook, for photo: FilePath?, _ limits: PictureLimits = PictureLimits(),
    _ isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(ImageError) {
    let files = try look.pictureFiles(for: photo, isInterrupted: isInterrupted)
    names = look.look.program.pictures.map(\.name)
    readers = try files.map { (file) throws(ImageError) in
      try file.map { (file) throws(ImageError) in UprightReader(try file.open(limits, isInterrupted)) }
    }
    pictures = LookPictures(
      look.look,
      zip(readers, files).map { reader, file in
        guard let reader, let file else { return .missing }
        return .rows(NamedRows(reader, of: file), reader.color.space)
      })
  }

  /// The bytes that decoding all of them holds at its peak.
  var decodingMemory: ByteCount { readers.map { $0?.decodingMemory ?? 0 }.total }

  /// Remarks on the files.
  var notes: [String] { zip(names, readers).flatMap { name, reader in reader?.notes.map { "\(name): \($0)" } ?? [] } }

  /// The bytes of those that a plan reads, decoded and whole.
  func memory(for plan: RenderPlan) -> ByteCount {
    let read = plan.plan.sources
    return readers.enumerated().map { (index, reader) -> ByteCount in
      guard let reader, read.contains(index + 1) else { return 0 }
      return reader.decodingMemory + reader.format.pictureBytes
    }.total
  }
}

/// The rows of a picture, whose errors name its file.
private final class NamedRows: RowSource {
  private let rows: any RowReader
  private let file: PictureFile

  init(_ rows: any RowReader, of file: PictureFile) { (self.rows, self.file) = (rows, file) }

  var format: PictureFormat { rows.format }

  func readRows(_ count: Int, into destination: UnsafeMutableRawBufferPointer, rowBytes: Int) throws(ImageError) {
    do throws(ImageError) {
      try rows.readRows(count, into: destination, rowBytes: rowBytes)
    } catch {
      throw file.named(error)
    }
  }
}

/// The hashes of files, each computed once as long as the file stays as it is.
final class FileDigests: Sendable {
  private let known = Mutex<[FilePath: (status: FileStatus, digest: String)]>([:])

  func digest(of path: FilePath, _ isInterrupted: () -> Bool) throws(ImageError) -> String {
    let status = FileStatus(path)
    if let status, let known = known.withLock({ $0[path] }), known.status == status { return known.digest }
    let digest = try ContentHash.digits(ofFile: path, isInterrupted: isInterrupted)
    if let status { known.withLock { $0[path] = (status, digest) } }
    return digest
  }
}
