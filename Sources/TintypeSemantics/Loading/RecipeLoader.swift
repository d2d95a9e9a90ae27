public import TintypeDiagnostics
public import TintypeTables
public import TintypeText

/// Gives a checker the files that a recipe names. Checking touches no file system: the host says what there is.
public protocol RecipeLoader: Sendable {
  /// The recipe that was asked for, in its folder; nil for one that has no folder, such as one that comes with the
  /// program.
  var root: RecipePath? { get }

  /// A recipe that comes with the program, a look or a file of the library, by its name; nil when there is none.
  func shipped(_ name: String) -> SourceFile?

  /// The names that ``shipped(_:)`` knows.
  var shippedNames: [String] { get }

  /// The bytes of a file below the folder of ``root``.
  ///
  /// - Throws: why there are none, also when there are more than `limit`.
  func bytes(of path: RecipePath, atMost limit: Int) throws(LoadFailure) -> [UInt8]

  /// The pixels of a picture below the folder of ``root`` that holds a table of colors. (The checker knows no codec.)
  ///
  /// - Throws: why there are none, also when it has more pixels than any table.
  func haldPicture(of path: RecipePath) throws(LoadFailure) -> HaldPicture

  /// The font in a file below the folder of ``root``. (The checker knows no fonts.)
  ///
  /// - Throws: why there is none, also when there are more bytes than `limit`, or when the host cannot read fonts.
  func font(of path: RecipePath, atMost limit: Int) throws(LoadFailure) -> LetterFont

  /// The name by which a diagnostic calls a file.
  func displayName(of path: RecipePath) -> String

  /// The names of what lies beside a file, for whoever misspelled one.
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

/// For recipes that stand alone: nothing is to be found.
struct EmptyLoader: RecipeLoader {
  var root: RecipePath? { nil }
  func shipped(_ name: String) -> SourceFile? { nil }
  var shippedNames: [String] { [] }
  func displayName(of path: RecipePath) -> String { path.description }
  func neighbors(of path: RecipePath) -> [String] { [] }

  func bytes(of path: RecipePath, atMost limit: Int) throws(LoadFailure) -> [UInt8] {
    throw LoadFailure("there is no such file", isMissing: true)
  }

  func haldPicture(of path: RecipePath) throws(LoadFailure) -> HaldPicture {
    throw LoadFailure("there is no such file", isMissing: true)
  }

  func font(of path: RecipePath, atMost limit: Int) throws(LoadFailure) -> LetterFont {
    throw LoadFailure("there is no such file", isMissing: true)
  }
}
