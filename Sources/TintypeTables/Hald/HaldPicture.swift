/// A decoded HaldCLUT: a 3D table stored as a picture, usually a PNG.
///
/// A picture of level n has n^3 pixels a side and holds a cube of n^2 entries a side, row by row with red varying
/// fastest (Eskil Steenberg, "Hald CLUT"). ImageMagick's `hald:n` is the identity table.
public struct HaldPicture: Sendable {
  /// The width in pixels.
  public let width: Int

  /// The height in pixels.
  public let height: Int

  /// The code of full intensity: 255 or 65,535.
  public let largestCode: Int

  /// Red, green and blue of each pixel, row by row.
  public let codes: [UInt16]

  /// Takes the decoded pixels.
  public init(width: Int, height: Int, largestCode: Int, codes: [UInt16]) {
    self.width = width
    self.height = height
    self.largestCode = largestCode
    self.codes = codes
  }

  /// The supported levels: cubes of 4 to 121 entries a side.
  public static let levels = 2...11

  /// The level of a picture of this size; nil if the size is not that of a HaldCLUT.
  public static func level(width: Int, height: Int) -> Int? {
    width == height ? levels.first { $0 * $0 * $0 == width } : nil
  }

  /// The table; nil if the size is not that of a HaldCLUT.
  public func table(name: String) -> ColorTable? {
    guard let level = Self.level(width: width, height: height), codes.count == 3 * width * height else { return nil }
    let edge = level * level
    let largest = Float(largestCode)
    func number(_ position: Int) -> Float { Float(codes[position]) / largest }
    let entries = (0..<width * height).map { pixel -> SIMD4<Float> in
      SIMD4(number(3 * pixel), number(3 * pixel + 1), number(3 * pixel + 2), 0)
    }
    guard let axis = ColorTable.Axis(from: 0, to: 1, edge: edge),
      let cube = ColorTable.Stage(.cube, edge: edge, axes: [axis, axis, axis], entries: entries)
    else { return nil }
    return ColorTable(name: name, stages: [cube])
  }
}
