import Testing
import TintypeDrawing
import TintypeImage
import TintypeTestSupport

@testable import Tintype

/// Neighbors that kernels read: the codes of other pixels, and edges against a convolution.
@Suite struct NeighborTests {
  private static let (width, height) = (7, 5)

  private static func code(_ x: Int, _ y: Int, _ channel: Int) -> UInt8 { UInt8(y * 47 + x * 8 + channel * 3) }

  private func rendered(_ text: String, alpha: ((Int, Int) -> UInt8)? = nil) throws -> [UInt8] {
    let channels = alpha == nil ? 3 : 4
    let source = PictureFormat(width: Self.width, height: Self.height, channels: channels, depth: .eight)
    let pixels = (0..<Self.height).flatMap { y in
      (0..<Self.width).flatMap { x in
        (0..<3).map { Self.code(x, y, $0) } + (alpha.map { [$0(x, y)] } ?? [])
      }
    }
    return try PictureRenderer(compiled(text), source: source, channels: channels).render(pixels)
  }

  /// What each pixel has, when it has what another one had.
  private func moved(_ x: Int, _ y: Int) -> [UInt8] {
    (0..<Self.height).flatMap { row in
      (0..<Self.width).flatMap { column in
        let there = (min(max(column + x, 0), Self.width - 1), min(max(row + y, 0), Self.height - 1))
        return (0..<3).map { Self.code(there.0, there.1, $0) }
      }
    }
  }

  @Test(arguments: [(0, 0), (1, 0), (0, 1), (-1, -2), (4, -4), (-4, 4), (3, 2)])
  func readsTheCodesOfOthers(_ x: Int, _ y: Int) throws {
    #expect(try rendered("output neighbor(source, \(x), \(y))") == moved(x, y))
    let kernel = "kernel k(photo: image) -> rgb { return neighbor(photo, x: \(x), y: \(y)) }\n"
    #expect(try rendered(kernel + "output k(source)") == moved(x, y))
    let inner = "kernel outer(seen: image) -> rgb { return k(seen) }\n"
    #expect(try rendered(kernel + inner + "output outer(source)") == moved(x, y))
    // Under a condition that holds, in a loop, and of an image that another step made.
    let looped = """
      kernel l(photo: image, on: bool) -> rgb {
        var found = photo
        for i in -4...4 { if i == \(x) && on { found = neighbor(photo, i, \(y)) } }
        return found
      }
      output l(source |> flip(.horizontal) |> flip(.horizontal), source.r >= 0)
      """
    #expect(try rendered(looped) == moved(x, y))
  }

  /// Of a mask, and where the image is its own color.
  @Test func aMaskHasNumbers() throws {
    let kernel = "kernel k(m: mask, photo: image) -> rgb { return photo * 0 + rgb(neighbor(m, 1, 0)) }\n"
    let red = try rendered(kernel + "output k(source.r, source)")
    #expect(
      stride(from: 0, to: red.count, by: 3).map { red[$0] }
        == stride(from: 0, to: red.count, by: 3).map { moved(1, 0)[$0] })
    #expect(
      try rendered(kernel + "output k(0.2, source)") == [UInt8](repeating: 51, count: Self.width * Self.height * 3))
  }

  /// Straight color of a pixel that has an alpha; 0 where alpha is 0. The result has the alpha of its own pixel.
  @Test func alphaStays() throws {
    let found = try rendered("kernel k(p: image) -> rgb { return neighbor(p, 1, 0) }\noutput k(source)") { x, _ in
      x == 3 ? 0 : 128
    }
    let place = { (x: Int) in (2 * Self.width + x) * 4 }
    #expect(Array(found[place(1)..<place(1) + 4]) == (0..<3).map { Self.code(2, 2, $0) } + [128])
    #expect(Array(found[place(2)..<place(2) + 4]) == [0, 0, 0, 128])
  }

  /// Edges of the image that is read, not of what is computed: those of a crop repeat.
  @Test func aCropHasEdges() throws {
    let kernel = "kernel k(p: image) -> rgb { return neighbor(p, -2, 0) }\n"
    let whole = try rendered(kernel + "output k(source) |> crop(left: 2px)")
    let cut = try rendered(kernel + "output k(source |> crop(left: 2px))")
    #expect(whole.prefix(6).elementsEqual(moved(-2, 0)[6..<12]))
    #expect(Array(cut.prefix(6)) == (0..<3).map { Self.code(2, 0, $0) } + (0..<3).map { Self.code(2, 0, $0) })
  }

  /// Tiles, vectors and edges of any width; halves of pixels keep the slow path of a sample in step with the fast one.
  @Test(arguments: [1, 2, 7, 8, 9, 33, 511, 513, 1100]) func anyWidthWillDo(_ width: Int) throws {
    let height = 3
    let source = PictureFormat(width: width, height: height, channels: 3, depth: .eight)
    func code(_ x: Int, _ y: Int) -> UInt8 {
      UInt8((min(max(x, 0), width - 1) * 7 + min(max(y, 0), height - 1) * 89) % 256)
    }
    let pixels = (0..<height).flatMap { y in (0..<width).flatMap { x in [UInt8](repeating: code(x, y), count: 3) } }
    for (x, y) in [(4, -1), (-4, 2), (1, 0)] {
      let wanted = (0..<height).flatMap { row in
        (0..<width).flatMap { [UInt8](repeating: code($0 + x, row + y), count: 3) }
      }
      let moved = "kernel moved(at: position) -> vec2 { return at.pixels + vec2(\(Double(x) + 0.25), \(y)) }\n"
      for text in [
        "output neighbor(source, \(x), \(y))", moved + "output sample(source, at: moved(), filter: .nearest)",
      ] {
        #expect(try PictureRenderer(compiled(text), source: source, channels: 3).render(pixels) == wanted, "\(x) \(y)")
      }
    }
  }

  /// The sum of the weights is a gain of color; alpha stays that of the pixel.
  @Test func weightsOfAConvolutionAreAGain() throws {
    func kept(_ text: String) throws -> [UInt8] { try rendered(text) { x, _ in x == 3 ? 0 : 128 } }
    let (half, same) = try (kept("output source |> convolve(weights: (0, 0.5, 0))"), kept("output source * 0.5"))
    // Where alpha is 0, there is no color.
    let pairs = zip(half, same).enumerated().filter { $0.offset / 4 % Self.width != 3 }
    #expect(pairs.allSatisfy { abs(Int($0.element.0) - Int($0.element.1)) <= 1 })
    let edges = "convolve(weights: (0, 1, 0), (1, -4, 1), (0, 1, 0))"
    let flat = try rendered("output (source * 0 + 0.5) |> \(edges)")
    #expect(flat.allSatisfy { $0 == 0 })
    let seen = try kept("output source |> \(edges)")
    #expect(stride(from: 3, to: seen.count, by: 4).allSatisfy { seen[$0] == ($0 / 4 % Self.width == 3 ? 0 : 128) })
  }

  /// A sum in a loop is a convolution.
  @Test func aSumIsAConvolution() throws {
    let sum = """
      let weights = [0.0625, 0.125, 0.0625, 0.125, 0.25, 0.125, 0.0625, 0.125, 0.0625]
      kernel k(p: image) -> rgb {
        var sum = rgb(0)
        for y in -1...1 { for x in -1...1 { sum += neighbor(p, x, y) * weights[3 * y + x + 4] } }
        return sum
      }
      output k(source)
      """
    let filter = """
      output source |> convolve(weights: (0.0625, 0.125, 0.0625), (0.125, 0.25, 0.125), (0.0625, 0.125, 0.0625))
      """
    let pairs = zip(try rendered(sum), try rendered(filter))
    #expect(pairs.allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    #expect(pairs.count { $0 != $1 } < 5)
  }
}
