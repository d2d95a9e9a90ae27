/// A synthetic photo for tests and samples: a lake in the morning with test charts along the lower edge.
///
/// The landscape has what distinguishes film looks: clipped highlights, clouds, haze, snow, lamps on a dark wall, skin
/// tones, deep shadows, fine foliage and saturated colors. The charts are 24 color patches, a gray ramp, a step wedge
/// in half stops, all hues, fine lines and a Siemens star. A size gives the same bytes on every machine, because the
/// scene uses only operations that IEEE 754 rounds exactly: sums, products, quotients and square roots.
public struct TestScene: Sendable {
  /// The width in pixels, at least 64.
  public let width: Int

  /// The height in pixels, at least 48.
  public let height: Int

  /// Creates a scene of a size in pixels.
  public init(width: Int = 3000, height: Int = 2000) {
    precondition(width >= 64 && height >= 48, "a scene is at least 64 x 48")
    self.width = width
    self.height = height
  }

  /// Draws the scene.
  ///
  /// - Parameter instruments: whether to include the test charts. Without them the landscape fills the picture.
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

  /// The 24 patches of the color chart with their positions, in reading order. Every pixel of a patch has its exact
  /// color.
  public static func chartPatches(inWidth width: Int, height: Int) -> [ChartPatch] {
    InstrumentStrip(width: width, height: height).patches
  }
}

extension LinearCanvas {
  /// The canvas as 8-bit sRGB with black rows appended up to `rows`. Highlights roll off like a print instead of
  /// clipping.
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
    // Reaches paper white at four times its light and stays there: the sun may clip.
    return knee + (1 - knee) * min(1, over * (1 + over * 0.0625) / (1 + over * 0.75))
  }
}
