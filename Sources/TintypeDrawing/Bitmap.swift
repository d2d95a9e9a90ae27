/// A small picture in memory: 8-bit sRGB, red, green and blue interleaved, rows from the top without padding.
public struct Bitmap: Sendable, Equatable {
  /// Pixels of a row.
  public let width: Int

  /// Rows.
  public let height: Int

  /// Three bytes a pixel.
  public var pixels: [UInt8]

  /// A picture of one colour, black unless given.
  public init(width: Int, height: Int, color: RGB8 = RGB8(0, 0, 0)) {
    precondition(width > 0 && height > 0, "a picture has at least one pixel")
    self.width = width
    self.height = height
    pixels = [UInt8](repeating: 0, count: width * height * 3)
    fill(0, 0, width, height, with: color)
  }

  /// The colour of a pixel inside.
  public subscript(x: Int, y: Int) -> RGB8 {
    get {
      let place = (y * width + x) * 3
      return RGB8(pixels[place], pixels[place + 1], pixels[place + 2])
    }
    set {
      let place = (y * width + x) * 3
      (pixels[place], pixels[place + 1], pixels[place + 2]) = (newValue.red, newValue.green, newValue.blue)
    }
  }

  /// Fills a rectangle, as far as it lies inside.
  public mutating func fill(_ left: Int, _ top: Int, _ columns: Int, _ rows: Int, with color: RGB8) {
    for y in max(0, top)..<max(max(0, top), min(height, top + rows)) {
      for x in max(0, left)..<max(max(0, left), min(width, left + columns)) { self[x, y] = color }
    }
  }

  /// Puts another picture on this one, as far as it lies inside.
  public mutating func paste(_ other: Bitmap, left: Int, top: Int) {
    for y in max(0, -top)..<max(max(0, -top), min(other.height, height - top)) {
      for x in max(0, -left)..<max(max(0, -left), min(other.width, width - left)) {
        self[left + x, top + y] = other[x, y]
      }
    }
  }
}

/// A colour of 8-bit sRGB.
public struct RGB8: Sendable, Hashable {
  /// Red, 0 to 255.
  public var red: UInt8
  /// Green, 0 to 255.
  public var green: UInt8
  /// Blue, 0 to 255.
  public var blue: UInt8

  /// Makes a colour.
  public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }
}
