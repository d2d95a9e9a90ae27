/// A patch of the color chart.
public struct ChartPatch: Sendable, Hashable {
  /// The maker's name.
  public let name: String

  /// The published sRGB color.
  public let color: RGB8

  /// Its rectangle in the scene.
  public let place: Rectangle

  /// The 24 patches of the ColorChecker (McCamy, Marcus and Davidson 1976) in four rows of six, with the sRGB values
  /// that the maker publishes (BabelColor tables).
  static let published: [(name: String, color: RGB8)] = [
    ("dark skin", RGB8(115, 82, 68)), ("light skin", RGB8(194, 150, 130)), ("blue sky", RGB8(98, 122, 157)),
    ("foliage", RGB8(87, 108, 67)), ("blue flower", RGB8(133, 128, 177)), ("bluish green", RGB8(103, 189, 170)),
    ("orange", RGB8(214, 126, 44)), ("purplish blue", RGB8(80, 91, 166)), ("moderate red", RGB8(193, 90, 99)),
    ("purple", RGB8(94, 60, 108)), ("yellow green", RGB8(157, 188, 64)), ("orange yellow", RGB8(224, 163, 46)),
    ("blue", RGB8(56, 61, 150)), ("green", RGB8(70, 148, 73)), ("red", RGB8(175, 54, 60)),
    ("yellow", RGB8(231, 199, 31)), ("magenta", RGB8(187, 86, 149)), ("cyan", RGB8(8, 133, 161)),
    ("white", RGB8(243, 243, 242)), ("neutral 8", RGB8(200, 200, 200)), ("neutral 6.5", RGB8(160, 160, 160)),
    ("neutral 5", RGB8(122, 122, 121)), ("neutral 3.5", RGB8(85, 85, 85)), ("black", RGB8(52, 52, 52)),
  ]
}
