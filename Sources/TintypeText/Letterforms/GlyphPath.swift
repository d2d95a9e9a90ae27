/// The notation of the letterforms.
///
///     Mx,y          move without drawing
///     Lx,y          line
///     Rcx,cy,x,y    round corner to x,y: tangents point to the corner cx,cy
///     Dx,y          dot
///     =a            the drawing of `a`
///     =a@x,y,s      the drawing of `a`, scaled by s and moved by x,y
///
///     R:   start ───╮  corner
///                   │
///                  end
enum GlyphPath {
  static func strokes(_ path: String) -> [[SIMD2<Double>]] {
    var strokes: [[SIMD2<Double>]] = []
    for word in path.split(separator: " ") {
      if word.first == "=" {
        strokes += drawing(word.dropFirst())
        continue
      }
      let numbers = word.dropFirst().split(separator: ",").compactMap { Double($0) }
      let end = SIMD2(numbers[numbers.count - 2], numbers[numbers.count - 1])
      switch word.first {
      case "M", "D": strokes.append([end])
      case "L": strokes[strokes.count - 1].append(end)
      case "R":
        let stroke = strokes[strokes.count - 1]
        strokes[strokes.count - 1] += turn(stroke[stroke.count - 1], around: SIMD2(numbers[0], numbers[1]), to: end)
      default: preconditionFailure("'\(word)' is not a path command")
      }
    }
    return strokes
  }

  private static func drawing(_ word: Substring) -> [[SIMD2<Double>]] {
    guard let letter = word.first, let path = Letterforms.all[letter] else {
      preconditionFailure("'\(word)' is not a drawing")
    }
    let numbers = word.dropFirst(2).split(separator: ",").compactMap { Double($0) }
    guard numbers.count == 3 else { return strokes(path) }
    return strokes(path).map { $0.map { $0 * numbers[2] + SIMD2(numbers[0], numbers[1]) } }
  }

  /// The length of the cubic's handles relative to the distance of the corner. 0.552 gives a circle; more is squarer.
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
