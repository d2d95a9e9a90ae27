import TintypeDrawing

extension Bitmap {
  /// The picture as a top-down BMP of 24 bits: transfer to the page is lossless, without compression on either side.
  var uncompressed: [UInt8] {
    let (start, rowBytes) = (54, (3 * width + 3) & ~3)
    var bytes = [UInt8](repeating: 0, count: start + height * rowBytes)
    func put(_ number: Int, at place: Int, _ count: Int) {
      for index in 0..<count { bytes[place + index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
    }
    (bytes[0], bytes[1]) = (UInt8(ascii: "B"), UInt8(ascii: "M"))
    // The sizes of the file, of everything before the pixels, and of the second header; one plane of 24 bits.
    for (place, number) in [(2, bytes.count), (10, start), (14, 40), (18, width), (22, -height)] {
      put(number, at: place, 4)
    }
    put(1, at: 26, 2)
    put(24, at: 28, 2)
    for row in 0..<height {
      var (from, to) = (3 * width * row, start + rowBytes * row)
      for _ in 0..<width {
        (bytes[to], bytes[to + 1], bytes[to + 2]) = (pixels[from + 2], pixels[from + 1], pixels[from])
        from += 3
        to += 3
      }
    }
    return bytes
  }
}
