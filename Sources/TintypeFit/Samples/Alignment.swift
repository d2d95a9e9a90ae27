import TintypeColor
import TintypeImage

/// Whether two pictures show the same, whatever their tones and colors: their edges are compared.
struct Alignment {
  /// Why they are no pair, in a clause; nil for pictures that are one, or too plain to say.
  let complaint: String?

  /// Takes two pictures of 16 bits in sRGB of nearly the same size.
  init(_ a: StoredPicture, _ b: StoredPicture) {
    let (width, height) = (min(a.format.width, b.format.width), min(a.format.height, b.format.height))
    let reach = min(8, min(width, height) / 8)
    guard reach >= 2 else {
      complaint = nil
      return
    }
    let (first, second) = (Self.edges(a, width, height), Self.edges(b, width, height))
    guard Self.isRich(first), Self.isRich(second) else {
      complaint = nil
      return
    }
    func likeness(_ dx: Int, _ dy: Int) -> Double {
      var (aa, bb, ab) = (0.0, 0.0, 0.0)
      let inner = reach..<height - reach
      for y in inner {
        for x in reach..<width - reach {
          let (p, q) = (Double(first[y * width + x]), Double(second[(y + dy) * width + x + dx]))
          (aa, bb, ab) = (aa + p * p, bb + q * q, ab + p * q)
        }
      }
      return aa > 0 && bb > 0 ? ab / (aa * bb).squareRoot() : 0
    }
    let here = likeness(0, 0)
    var (best, place) = (here, (x: 0, y: 0))
    for dy in -reach...reach {
      for dx in -reach...reach {
        let found = likeness(dx, dy)
        if found > best { (best, place) = (found, (dx, dy)) }
      }
    }
    func percent(_ shift: Int, _ whole: Int) -> String {
      "\((Double(shift) / Double(whole) * 1000).rounded() / 10) %"
    }
    if best < 0.3 {
      complaint = "does not show the same"
    } else if max(place.x.magnitude, place.y.magnitude) >= 2, best > here + 0.05 {
      complaint = "is shifted by about \(percent(place.x, width)) across and \(percent(place.y, height)) down"
    } else {
      complaint = nil
    }
  }

  /// The strength of edges at each pixel, less their mean: roots, so that the tones of a look weigh little.
  private static func edges(_ picture: StoredPicture, _ width: Int, _ height: Int) -> [Float] {
    let (stride, bytes) = (picture.format.width, picture.bytes)
    let lightness = (0..<width * height).map { pixel -> Float in
      let sample = 3 * (pixel / width * stride + pixel % width)
      let (red, green, blue) = (bytes.code(sample), bytes.code(sample + 1), bytes.code(sample + 2))
      return Float(3 * red + 6 * green + blue) / 655_350
    }
    var edges = [Float](repeating: 0, count: width * height)
    for y in 1..<height - 1 {
      for x in 1..<width - 1 {
        let place = y * width + x
        let across = lightness[place + 1] - lightness[place - 1]
        let down = lightness[place + width] - lightness[place - width]
        edges[place] = (across * across + down * down).squareRoot().squareRoot()
      }
    }
    let mean = edges.reduce(0, +) / Float(edges.count)
    return edges.map { $0 - mean }
  }

  private static func isRich(_ edges: [Float]) -> Bool {
    edges.reduce(0) { $0 + $1 * $1 } / Float(edges.count) > 0.001
  }
}
