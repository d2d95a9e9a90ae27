/// A picture in memory: 8-bit sRGB, interleaved red, green and blue, rows from the top without padding.
public struct Bitmap: Sendable, Equatable {
  /// The width in pixels.
  public let width: Int

  /// The height in pixels.
  public let height: Int

  /// Three bytes per pixel. The number of bytes must not change.
  public var pixels: [UInt8]

  /// Creates a picture of a single color, black by default.
  public init(width: Int, height: Int, color: RGB8 = RGB8(0, 0, 0)) {
    precondition(width > 0 && height > 0, "a picture has at least one pixel")
    self.width = width
    self.height = height
    pixels = [UInt8](repeating: 0, count: width * height * 3)
    fill(frame, with: color)
  }

  /// Creates a picture from pixels of three bytes each.
  public init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(width > 0 && height > 0, "a picture has at least one pixel")
    precondition(pixels.count == width * height * 3, "a pixel has three bytes")
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// The rectangle of the whole picture.
  public var frame: Rectangle { Rectangle(left: 0, top: 0, width: width, height: height) }

  /// The color of a pixel. The pixel must be inside the picture.
  public subscript(x: Int, y: Int) -> RGB8 {
    get {
      let place = place(x, y)
      return RGB8(pixels[place], pixels[place + 1], pixels[place + 2])
    }
    set {
      let place = place(x, y)
      pixels[place] = newValue.red
      pixels[place + 1] = newValue.green
      pixels[place + 2] = newValue.blue
    }
  }

  private func place(_ x: Int, _ y: Int) -> Int {
    precondition(x >= 0 && x < width && y >= 0 && y < height, "a pixel lies inside")
    return (y * width + x) * 3
  }

  /// Fills a rectangle, clipped to the picture.
  public mutating func fill(_ rectangle: Rectangle, with color: RGB8) {
    let inside = rectangle.intersection(frame)
    for y in inside.rows {
      for x in inside.columns { self[x, y] = color }
    }
  }

  /// Copies another picture onto this one, clipped.
  public mutating func paste(_ other: Bitmap, left: Int, top: Int) {
    let inside = Rectangle(left: left, top: top, width: other.width, height: other.height).intersection(frame)
    guard !inside.isEmpty else { return }
    for y in inside.rows {
      let source = ((y - top) * other.width + inside.left - left) * 3
      let target = (y * width + inside.left) * 3
      let count = inside.width * 3
      pixels.replaceSubrange(target..<target + count, with: other.pixels[source..<source + count])
    }
  }

  /// Blends a color over a pixel in linear light. The pixel must be inside the picture.
  mutating func blend(_ color: SIMD3<Float>, _ alpha: Float, atX x: Int, y: Int) {
    let under = self[x, y].light
    self[x, y] = RGB8(light: under + (color - under) * alpha)
  }
}
