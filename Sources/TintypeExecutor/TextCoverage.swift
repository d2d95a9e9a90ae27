import CTintypeLanes
import TintypeIntrinsics
import TintypeText

/// Draws a line of text, tile by tile. A tile evaluates only the strokes whose extent it overlaps.
struct TextCoverage {
  private let outline: PlacedOutline?

  /// Sorted by their top edges.
  private let strokes: [PlacedStroke<Float>]

  /// The vertical extent of all strokes.
  private let top: Float
  private let bottom: Float

  init(_ text: PlacedText<Float>) {
    outline = text.outline
    strokes = text.strokes
    top = strokes.map { $0.y - $0.extent }.min() ?? .infinity
    bottom = strokes.map { $0.y + $0.extent }.max() ?? -.infinity
  }

  /// Computes the coverage of each pixel.
  func draw(row: Int, column: Int, _ vectors: Int, into result: UnsafeMutablePointer<Lanes>) {
    result.update(repeating: Lanes(repeating: 0), count: vectors)
    if let outline { return fill(outline, row: row, column: column, vectors, into: result) }
    let y = Float(row) + 0.5
    guard y > top, y < bottom else { return }
    let left = Float(column)
    let right = left + Float(vectors * 8)
    for stroke in strokes where (y - stroke.y).magnitude < stroke.extent {
      // A stroke covers nothing outside its extent, so extra vectors are harmless.
      let (from, to) = (max(stroke.x - stroke.extent, left), min(stroke.x + stroke.extent, right))
      guard from < to else { continue }
      let first = Int(from - left) / 8
      let last = min(Int(to - left) / 8, vectors - 1)
      var x = Lanes(0, 1, 2, 3, 4, 5, 6, 7) + (Float(column + first * 8) + 0.5)
      for vector in first...last {
        result[vector] = greatest(stroke.coverage(x, y), result[vector])
        x += 8
      }
    }
  }

  /// Winding sums are integers, accumulated in the memory of the result.
  private func fill(
    _ outline: PlacedOutline, row: Int, column: Int, _ vectors: Int, into result: UnsafeMutablePointer<Lanes>
  ) {
    guard outline.rows.contains(row) else { return }
    let count = vectors * 8
    UnsafeMutableRawPointer(result).withMemoryRebound(to: Int32.self, capacity: count) { sums in
      var span = MutableSpan(_unsafeStart: sums, count: count)
      var sum = outline.add(row: row, from: column, to: &span)
      for pixel in 0..<count {
        sum &+= sums[pixel]
        sums[pixel] = Int32(bitPattern: PlacedOutline.part(sum).bitPattern)
      }
    }
  }
}

extension PlacedStroke<Float> {
  /// Follows `coverage` for one pixel step by step.
  @inline(__always) fileprivate func coverage(_ placeX: Lanes, _ placeY: Float) -> Lanes {
    let (dx, dy) = (placeX - x, placeY - y)
    let along = magnitude(dx * alongX + dy * alongY)
    let across = magnitude(dx * alongY - dy * alongX)
    let zero = Lanes(repeating: 0)
    let inside: Lanes
    if isPointed {
      let side = radius - across
      let tip = (reach - (along + across)) * Self.diagonal
      inside = least(side, tip)
    } else {
      let beyond = greatest(along - reach, zero)
      inside = radius - tt_sqrt(beyond * beyond + across * across)
    }
    let part = greatest(inside + 0.5, zero)
    let whole = Lanes(repeating: most)
    return whole.replacing(with: part * most, where: part .< 1)
  }

  @inline(__always) private func magnitude(_ x: Lanes) -> Lanes { Lanes(bits: x.bits & 0x7fff_ffff) }
}
