/// The notation of the letterforms.
///
///     Mx,y          lift the pen and go there
///     Lx,y          a line
///     Rcx,cy,x,y    a round turn: on toward the corner cx,cy, then to x,y as if coming from it
///     Dx,y          a dot
///
///     R:   start ───╮  corner
///                   │
///                  end
enum GlyphPath {
  static func strokes(_ path: String) -> [[SIMD2<Double>]] {
    var strokes: [[SIMD2<Double>]] = []
    for word in path.split(separator: " ") {
      let numbers = word.dropFirst().split(separator: ",").compactMap { Double($0) }
      let end = SIMD2(numbers[numbers.count - 2], numbers[numbers.count - 1])
      switch word.first {
      case "M", "D": strokes.append([end])
      case "L": strokes[strokes.count - 1].append(end)
      case "R":
        let stroke = strokes[strokes.count - 1]
        strokes[strokes.count - 1] += turn(stroke[stroke.count - 1], around: SIMD2(numbers[0], numbers[1]), to: end)
      default: preconditionFailure("a letterform says '\(word)'")
      }
    }
    return strokes
  }

  /// A cubic whose handles reach so far toward the corner: 0.552 would be a circle, a little more gives the letters shoulders.
  private static let roundness = 0.59

  private static let stepsPerTurn = 16

  private static func turn(
    _ start: SIMD2<Double>, around corner: SIMD2<Double>, to end: SIMD2<Double>
  ) -> [SIMD2<Double>] {
    let leave = start + (corner - start) * roundness
    let arrive = end + (corner - end) * roundness
    return (1...stepsPerTurn).map { step in
      let t = Double(step) / Double(stepsPerTurn)
      let s = 1 - t
      let first = start * (s * s * s) + leave * (3 * s * s * t)
      return first + arrive * (3 * s * t * t) + end * (t * t * t)
    }
  }
}
