import CTintypeLanes
import TintypeIntrinsics
import TintypeTables

/// A step that looks up colors in a table, over a tile. It follows `ColorTable`'s single-precision evaluation step by
/// step, so that both give the same bits.
struct TableLookUp {
  let first: TableStage
  let second: TableStage?
  let sources: (Source, Source, Source)
  let results: (UnsafeMutablePointer<Lanes>, UnsafeMutablePointer<Lanes>, UnsafeMutablePointer<Lanes>)

  init(_ stages: [TableStage], _ sources: [Source], into results: [UnsafeMutablePointer<Lanes>]) {
    require((1...2).contains(stages.count) && sources.count == 3 && results.count == 3, "a table takes a color")
    (first, second) = (stages[0], stages.count > 1 ? stages[1] : nil)
    self.sources = (sources[0], sources[1], sources[2])
    self.results = (results[0], results[1], results[2])
  }

  func run(_ vectors: Int) {
    run(first, vectors, sources)
    guard let second else { return }
    func again(_ result: UnsafeMutablePointer<Lanes>) -> Source { Source(address: result, stride: 1) }
    run(second, vectors, (again(results.0), again(results.1), again(results.2)))
  }

  private func run(_ stage: TableStage, _ vectors: Int, _ sources: (Source, Source, Source)) {
    switch stage.shape {
    case .curves: map(vectors, sources) { onCurves(stage, $0, $1, $2, into: $3, $4, $5) }
    case .cube: map(vectors, sources) { inCube(stage, $0, $1, $2, into: $3, $4, $5) }
    }
  }

  /// A result may overwrite an operand: all three operands are read before any result is written.
  @inline(__always)
  private func map(
    _ vectors: Int, _ sources: (Source, Source, Source),
    _ lookUp: (
      Lanes, Lanes, Lanes, UnsafeMutablePointer<Lanes>, UnsafeMutablePointer<Lanes>, UnsafeMutablePointer<Lanes>
    )
      -> Void
  ) {
    var (red, green, blue) = sources
    for vector in 0..<vectors {
      lookUp(
        red.address.pointee, green.address.pointee, blue.address.pointee, results.0 + vector, results.1 + vector,
        results.2 + vector)
      red.address += red.stride
      green.address += green.stride
      blue.address += blue.stride
    }
  }
}

/// The entry at or below a number, never the last one, and the fraction beyond it, 0 to 1.
@inline(__always)
private func place(_ x: Lanes, _ scale: Float, _ offset: Float, _ last: Float) -> (cell: SIMD8<Int32>, rest: Lanes) {
  let free = fma(x, Lanes(repeating: scale), offset)
  let place = least(greatest(free, Lanes(repeating: 0)), Lanes(repeating: last))
  let cell = least(tt_floor(place), Lanes(repeating: last - 1))
  return (tt_truncate(cell), place - cell)
}

@inline(__always)
private func onCurves(
  _ stage: TableStage, _ red: Lanes, _ green: Lanes, _ blue: Lanes, into r: UnsafeMutablePointer<Lanes>,
  _ g: UnsafeMutablePointer<Lanes>, _ b: UnsafeMutablePointer<Lanes>
) {
  r.pointee = onCurve(stage, place(red, stage.scale.0, stage.offset.0, stage.last), lane: 0)
  g.pointee = onCurve(stage, place(green, stage.scale.1, stage.offset.1, stage.last), lane: 1)
  b.pointee = onCurve(stage, place(blue, stage.scale.2, stage.offset.2, stage.last), lane: 2)
}

@inline(__always)
private func onCurve(_ stage: TableStage, _ place: (cell: SIMD8<Int32>, rest: Lanes), lane: Int32) -> Lanes {
  let before = tt_lane(stage.entries, place.cell, lane)
  let behind = tt_lane(stage.entries + 4, place.cell, lane)
  return fma(behind, place.rest, before * (1 - place.rest))
}

@inline(__always)
private func inCube(
  _ stage: TableStage, _ red: Lanes, _ green: Lanes, _ blue: Lanes, into redResult: UnsafeMutablePointer<Lanes>,
  _ greenResult: UnsafeMutablePointer<Lanes>, _ blueResult: UnsafeMutablePointer<Lanes>
) {
  let (redCell, r) = place(red, stage.scale.0, stage.offset.0, stage.last)
  let (greenCell, g) = place(green, stage.scale.1, stage.offset.1, stage.last)
  let (blueCell, b) = place(blue, stage.scale.2, stage.offset.2, stage.last)
  let (isRedGreen, isGreenBlue, isRedBlue) = (r .>= g, g .>= b, r .>= b)
  let (rows, planes) = (SIMD8<Int32>(repeating: stage.edge), SIMD8<Int32>(repeating: stage.edge &* stage.edge))
  let one = SIMD8<Int32>(repeating: 1)
  // Tetrahedral interpolation: the second corner is one step along the axis with the largest fraction; the third is one
  // step along all axes but the one with the smallest.
  let first = planes.replacing(with: rows, where: .!isRedGreen .& isGreenBlue)
    .replacing(with: one, where: isRedGreen .& isRedBlue)
  let last = rows.replacing(with: one, where: .!isRedGreen .& .!isRedBlue)
    .replacing(with: planes, where: isGreenBlue .& isRedBlue)
  let most = greatest(greatest(r, g), b)
  let fewest = least(least(r, g), b)
  let middle = greatest(least(r, g), least(greatest(r, g), b))
  let low = (blueCell &* stage.edge &+ greenCell) &* stage.edge &+ redCell
  let high = low &+ (one &+ rows &+ planes)
  tt_weigh(
    stage.entries, low, low &+ first, high &- last, high, 1 - most, most - middle, middle - fewest, fewest,
    numbers(redResult), numbers(greenResult), numbers(blueResult))
}
