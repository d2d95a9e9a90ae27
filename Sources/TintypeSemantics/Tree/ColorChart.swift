/// The chart for testing looks: the 24 patches of the classic color checker in daylight, with reflectances similar to
/// those of skin, foliage, a blue sky and a chicory flower (McCamy, Marcus and Davidson, 1976).
///
/// The numbers are the sRGB codes that the maker publishes.
public enum ColorChart {
  /// The patches, row by row.
  public static let patches: [(name: String, codes: [UInt8])] = [
    ("darkSkin", [115, 82, 68]), ("lightSkin", [194, 150, 130]), ("blueSky", [98, 122, 157]),
    ("foliage", [87, 108, 67]), ("blueFlower", [133, 128, 177]), ("bluishGreen", [103, 189, 170]),
    ("orange", [214, 126, 44]), ("purplishBlue", [80, 91, 166]), ("moderateRed", [193, 90, 99]),
    ("purple", [94, 60, 108]), ("yellowGreen", [157, 188, 64]), ("orangeYellow", [224, 163, 46]),
    ("blue", [56, 61, 150]), ("green", [70, 148, 73]), ("red", [175, 54, 60]),
    ("yellow", [231, 199, 31]), ("magenta", [187, 86, 149]), ("cyan", [8, 133, 161]),
    ("white", [243, 243, 242]), ("neutral8", [200, 200, 200]), ("neutral65", [160, 160, 160]),
    ("neutral5", [122, 122, 121]), ("neutral35", [85, 85, 85]), ("black", [52, 52, 52]),
  ]
}
