public import TintypeDiagnostics
public import TintypeTables
public import TintypeText

/// Loads the files that a recipe names. The compiler does not access the file system; the host does.
public protocol RecipeLoader: AnyObject, Sendable {
  /// The path of the main recipe; nil if it has no folder, such as a shipped recipe.
  var root: RecipePath? { get }

  /// A shipped look or library file by its name; nil if there is none.
  func shipped(_ name: String) -> SourceFile?

  /// The names that ``shipped(_:)`` knows.
  var shippedNames: [String] { get }

  /// The bytes of a file below the folder of ``root``.
  ///
  /// - Throws: the reason of a failure; having more than `limit` bytes is one.
  func bytes(of path: RecipePath, atMost limit: Int) throws(LoadFailure) -> [UInt8]

  /// The pixels of a picture below the folder of ``root`` that holds a table of colors. (The compiler has no codec.)
  ///
  /// - Throws: the reason of a failure; having more pixels than any table is one.
  func haldPicture(of path: RecipePath) throws(LoadFailure) -> HaldPicture

  /// Opens a picture below the folder of ``root`` without decoding it.
  ///
  /// - Throws: the reason why it cannot be rendered.
  func checkPicture(at path: RecipePath) throws(LoadFailure)

  /// The font in a file below the folder of ``root``. (The compiler reads no fonts.)
  ///
  /// - Throws: the reason of a failure; having more than `limit` bytes is one, and so is a host without fonts.
  func font(of path: RecipePath, atMost limit: Int) throws(LoadFailure) -> LetterFont

  /// The name of a file in diagnostics.
  func displayName(of path: RecipePath) -> String

  /// The names of the files in the same folder, to suggest one for a misspelled name.
  func neighbors(of path: RecipePath) -> [String]
}

/// Why a file could not be loaded.
public struct LoadFailure: Error, Hashable, Sendable {
  /// A clause in lower case without a full stop and without the file's name.
  public let reason: String

  /// Whether there is no such file.
  public let isMissing: Bool

  /// A failure for a reason.
  public init(_ reason: String, isMissing: Bool = false) {
    self.reason = reason
    self.isMissing = isMissing
  }
}
