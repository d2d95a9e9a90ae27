/// The picture that the project draws where there is no photo: a lake in the morning, and the instruments of a colorist
/// along its lower edge.
///
/// It has what shows a film: a sun that burns out, clouds, haze, snow, lamps on a dark wall, the tones of skin, deep
/// shadows, fine foliage, pure colors; and a chart of 24 patches, a gray ramp, a wedge of half stops, all hues, lines that
/// get finer and a star. The same size gives the same bytes on every machine: it is painted with sums, products, quotients
/// and square roots only, which IEEE 754 rounds alike everywhere, and no library's sine or power.
public struct TestScene: Sendable {
  /// Pixels of a row, at least 64.
  public let width: Int

  /// Rows, at least 48.
  public let height: Int

  /// A scene of a size.
  public init(width: Int = 3000, height: Int = 2000) {
    precondition(width >= 64 && height >= 48, "a scene is at least 64 x 48")
    self.width = width
    self.height = height
  }

  /// Draws the scene.
  ///
  /// - Parameter instruments: whether with the instruments; without them the landscape fills the picture.
  public func drawn(instruments: Bool = true) -> Bitmap {
    let strip = InstrumentStrip(width: width, height: height)
    var canvas = LinearCanvas(width: width, height: instruments ? strip.frame.top : height)
    Sky().paint(on: &canvas)
    Hills().paint(on: &canvas)
    Forest().paint(on: &canvas)
    Lake().paint(on: &canvas)
    Boathouse(at: -canvas.edge).paint(on: &canvas)
    var tree = ShadeTree()
    tree.paint(on: &canvas)
    Meadow().paint(on: &canvas)
    var scene = canvas.developed(height: height)
    if instruments { strip.draw(on: &scene) }
    return scene
  }

  /// The 24 patches of the color chart and where they lie, in reading order; each holds its color exactly.
  public static func chartPatches(inWidth width: Int, height: Int) -> [ChartPatch] {
    InstrumentStrip(width: width, height: height).patches
  }
}

extension LinearCanvas {
  /// The picture as 8-bit sRGB, with rows left free below. Highlights roll off as on paper instead of breaking.
  func developed(height rows: Int) -> Bitmap {
    var bytes = [UInt8](repeating: 0, count: width * rows * 3)
    for (index, light) in pixels.enumerated() {
      bytes[index * 3] = Light.code(Self.shoulder(light.x))
      bytes[index * 3 + 1] = Light.code(Self.shoulder(light.y))
      bytes[index * 3 + 2] = Light.code(Self.shoulder(light.z))
    }
    return Bitmap(width: width, height: rows, pixels: bytes)
  }

  private static func shoulder(_ light: Float) -> Float {
    let knee: Float = 0.55
    guard light > knee else { return light }
    let over = (light - knee) / (1 - knee)
    // Reaches paper white at four times it, then stays there: the sun is allowed to burn out.
    return knee + (1 - knee) * min(1, over * (1 + over * 0.0625) / (1 + over * 0.75))
  }
}
