/// How a stored picture is to be turned before it is shown: EXIF's tag 274, values 1 to 8.
///
/// A letter F as a file of each orientation stores it:
/// ```
///    1     2     3     4      5      6      7      8
///   ###   ###   ..#   #..   ####   #...   ...#   ####
///   #..   ..#   .##   ##.   #.#.   #.#.   .#.#   .#.#
///   ##.   .##   ..#   #..   #...   ####   ####   ...#
///   #..   ..#   ###   ###
/// ```
/// The first four mirror rows and columns, the last four also exchange them.
public enum Orientation: Int, CaseIterable, Hashable, Sendable {
  /// As it is.
  case upright = 1
  /// Left and right exchanged.
  case mirrored = 2
  /// Upside down.
  case halfTurn = 3
  /// Top and bottom exchanged.
  case flipped = 4
  /// Rows and columns exchanged.
  case transposed = 5
  /// Shown after a quarter turn clockwise.
  case quarterTurnRight = 6
  /// Rows and columns exchanged along the other diagonal.
  case transversed = 7
  /// Shown after a quarter turn counterclockwise.
  case quarterTurnLeft = 8

  /// The orientation of an EXIF value, where an invalid or missing value means upright.
  public init(exif value: Int?) {
    self = value.flatMap(Orientation.init(rawValue:)) ?? .upright
  }

  /// The orientation that does these.
  package init(exchangesAxes: Bool, countsFromRight: Bool, countsFromBottom: Bool) {
    let all = Self.allCases.filter {
      ($0.exchangesAxes, $0.countsFromRight, $0.countsFromBottom) == (exchangesAxes, countsFromRight, countsFromBottom)
    }
    self = all[0]
  }

  /// Whether stored rows become columns.
  public var exchangesAxes: Bool { rawValue >= 5 }

  /// Whether stored columns are counted from the right.
  package var countsFromRight: Bool { [2, 3, 7, 8].contains(rawValue) }

  /// Whether stored rows are counted from the bottom.
  package var countsFromBottom: Bool { [3, 4, 6, 7].contains(rawValue) }

  /// The sides of the upright picture where the last stored columns and the last stored rows are.
  public var farSides: (ofColumns: String, ofRows: String) {
    let columns = exchangesAxes ? ["bottom", "top"] : ["right", "left"]
    let rows = exchangesAxes ? ["right", "left"] : ["bottom", "top"]
    return (columns[countsFromRight ? 1 : 0], rows[countsFromBottom ? 1 : 0])
  }

  /// The size of the turned picture.
  public func uprightSize(width: Int, height: Int) -> (width: Int, height: Int) {
    exchangesAxes ? (height, width) : (width, height)
  }

  /// The format of the turned picture.
  public func upright(_ stored: PictureFormat) -> PictureFormat {
    var format = stored
    (format.width, format.height) = uprightSize(width: stored.width, height: stored.height)
    return format
  }

  /// The stored pixel that is shown at column `x`, row `y` of the upright picture; `stored` is the stored size.
  public func storedPosition(x: Int, y: Int, stored: (width: Int, height: Int)) -> (x: Int, y: Int) {
    let (across, down) = exchangesAxes ? (y, x) : (x, y)
    return (
      countsFromRight ? stored.width - 1 - across : across,
      countsFromBottom ? stored.height - 1 - down : down
    )
  }
}
