import Synchronization
import TintypeRecipes

/// Finds what a recipe names: files below the recipe's own folder, and the recipes that come with the program.
public final class FolderLoader: RecipeLoader {
  let file: FilePath?
  let isInterrupted: @Sendable () -> Bool
  /// Whether the file itself is all that is read, and may be a link.
  let isGiven: Bool
  private let found = Mutex<Set<RecipePath>>([])

  /// A loader for the recipe in a file.
  ///
  /// - Parameters:
  ///   - file: nil for a recipe without a folder, which sees only what comes with the program.
  ///   - isInterrupted: asked while a picture is decoded; once true, loading it fails.
  public init(for file: FilePath?, isInterrupted: @escaping @Sendable () -> Bool = { false }) {
    (self.file, self.isInterrupted, isGiven) = (file, isInterrupted, false)
  }

  /// A loader for a file that is given from outside, which it reads as its root.
  init(given file: FilePath) { (self.file, isInterrupted, isGiven) = (file, { false }, true) }

  /// The files that were loaded so far, in no order.
  package var loaded: [RecipePath] { found.withLock { Array($0) } }

  /// Notes that a file was loaded.
  func note(_ path: RecipePath) { _ = found.withLock { $0.insert(path) } }

  /// The recipe, in its folder.
  public var root: RecipePath? {
    file.map { RecipePath(fileName: String(decoding: $0.lastComponent, as: UTF8.self)) }
  }

  /// A look or a file of the library, by the name of its file without `.tint`.
  public func shipped(_ name: String) -> SourceFile? { shippedFile(name) }

  /// The looks, then the files of the library.
  public var shippedNames: [String] { shippedFileNames }

  /// The bytes of a regular file; links are not followed.
  public func bytes(of path: RecipePath, atMost limit: Int) throws(LoadFailure) -> [UInt8] {
    guard let file else { throw LoadFailure("this recipe has no folder to look in") }
    do throws(ImageError) {
      let bytes =
        try isGiven
        ? readFile(file, atMost: limit) : readFile(below: file.folder, path.components, atMost: limit)
      note(path)
      return bytes
    } catch {
      throw LoadFailure(error.message, isMissing: error.kind == .missing)
    }
  }

  /// The path as the user would write it where the command runs.
  public func displayName(of path: RecipePath) -> String {
    guard let file, file.bytes.contains(UInt8(ascii: "/")) else { return path.description }
    let folder = file.folder.text
    return folder.hasSuffix("/") ? folder + path.description : folder + "/" + path.description
  }

  /// The files in the same folder.
  public func neighbors(of path: RecipePath) -> [String] {
    guard let file else { return [] }
    let folder = path.components.dropLast().reduce(file.folder) { $0.appending($1.utf8) }
    let names = try? namesInFolder(folder)
    return (names ?? []).map { String(decoding: $0, as: UTF8.self) }
  }
}
