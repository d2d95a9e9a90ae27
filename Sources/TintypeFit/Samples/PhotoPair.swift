public import Tintype
import TintypeColor
public import TintypeImage
import TintypeRender

/// A picture before and after a look, both small: their longer side is at most 256 pixels, averaged in linear light.
public struct PhotoPair {
  /// The file before.
  public let before: FilePath
  /// The file after.
  public let after: FilePath

  let photo: DecodedPhoto
  let grid: BlockGrid
  /// The light of each block after the look.
  let wanted: [SIMD3<Double>]

  private static let edge = 256

  /// Reads a pair.
  ///
  /// - Parameter look: what makes the one of the other, with values as they are at first: it may crop and turn.
  /// - Throws: for files that cannot be read, and for two pictures that do not show the same.
  public init(before: FilePath, after: FilePath, look: ConfiguredLook) throws(FitFailure) {
    (self.before, self.after) = (before, after)
    let (photo, first) = try fitting(before.description) { () throws(ImageError) in
      let photo = try DecodedPhoto(before, size: .longEdge(Self.edge))
      return (photo, try photo.trial(of: look).rendered(look.values))
    }
    let (width, height) = (first.format.width, first.format.height)
    let second = try fitting(after.description) { () throws(ImageError) in
      let photo = try DecodedPhoto(after, size: .within(width: width, height: height))
      let plain = ConfiguredLook.original
      return try photo.trial(of: plain).rendered(plain.values)
    }
    func isNear(_ a: Int, _ b: Int) -> Bool { (a - b).magnitude <= max(2, a / 50) }
    guard isNear(width, second.format.width), isNear(height, second.format.height) else {
      let shapes = [second, first].map { picture in
        "\((Double(picture.format.width) / Double(picture.format.height) * 100).rounded() / 100)"
      }
      throw FitFailure(
        after.description,
        "is \(shapes[0]) times as wide as high, and '\(before)' becomes \(shapes[1]) times: they are no pair")
    }
    if let complaint = Alignment(first, second).complaint {
      throw FitFailure(
        after.description, "\(complaint) as '\(before)' through the look; a pair is one picture, before and after")
    }
    self.photo = photo
    grid = BlockGrid(width: width, height: height)
    wanted = grid.light(of: second)
  }
}

extension ConfiguredLook {
  /// What changes nothing.
  public static let original: ConfiguredLook = {
    guard let source = shippedLook("original"), let look = compile(source).look else {
      preconditionFailure("'original' comes with the program")
    }
    return ConfiguredLook(look, recipe: source)
  }()
}
