internal import CTintypeCodec

/// How the boxes of a file turn its primary picture (ISO/IEC 23008-12, 6.5.10 and 6.5.12).
///
/// libheif turns the planes of a picture before it computes colors. Where a side is odd, chroma at half the resolution
/// then belongs to other pixels. So the picture is decoded as it is coded, and ``UprightReader`` turns its pixels.
enum HEIFTurn {
  /// EXIF's number; nil where there is nothing to turn, and where a crop or another order of steps is left to libheif.
  static func orientation(_ boxes: ItemBoxes) -> Int? {
    guard let primary = boxes.primary else { return nil }
    let steps = boxes.properties(of: primary).filter { ["clap", "irot", "imir"].contains($0.type) }
    func value(_ step: Int) -> Int32? { steps[step].content.first.map { Int32($0 & 3) } }
    switch steps.map(\.type) {
    case ["irot"]: return value(0).map { Int(tt_turned($0, -1)) }
    case ["imir"]: return value(0).map { Int(tt_turned(0, $0 & 1)) }
    case ["irot", "imir"]:
      guard let turn = value(0), let mirror = value(1) else { return nil }
      return Int(tt_turned(turn, mirror & 1))
    default: return nil
    }
  }
}
