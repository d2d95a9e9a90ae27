import CTintypeLanes

/// Separates interleaved rows into the planes of a frame: the inverse of `PlaneMerger`. Used by one thread at a time.
///
/// A chroma sample centered between two pixels is their mean. At the first pixel, that pixel has weight 1/2 and its
/// neighbors share the rest: (-1, 0, 9, 16, 9, 0, -1) / 32.
public final class PlaneSplitter {
  private let layout: PlaneLayout
  private let even: ColorRow
  private let odd: ColorRow
  /// A ring buffer of recent rows of both chroma planes, as wide as chroma is stored.
  private let rows: [[ColorRow]]
  private var frame = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  private var nextRow = 0
  private var nextColorRow = 0

  /// A chroma row needs three pixel rows before and after it.
  private static let bufferedRows = 8

  /// Prepares for frames of a layout.
  public init(_ layout: PlaneLayout) {
    self.layout = layout
    even = ColorRow(width: (layout.width + 1) / 2)
    odd = ColorRow(width: (layout.width + 1) / 2)
    rows = (0..<2).map { _ in (0..<Self.bufferedRows).map { _ in ColorRow(width: layout.colorWidth + 8) } }
  }

  /// Begins a frame. Its memory must stay valid until all its rows are written.
  public func begin(_ frame: UnsafeMutableRawBufferPointer) {
    require(frame.count >= layout.frameBytes, "there is room for the frame")
    self.frame = frame
    (nextRow, nextColorRow) = (0, 0)
  }

  /// Takes the next rows, ``PlaneLayout/mergedRowBytes`` apart.
  public func split(_ count: Int, from merged: UnsafeRawBufferPointer) {
    require(count <= layout.height - nextRow, "no more rows than the frame has")
    require(merged.count >= count * layout.mergedRowBytes, "the rows lie in memory")
    for index in 0..<count {
      let row = (merged.baseAddress! + index * layout.mergedRowBytes).assumingMemoryBound(to: UInt8.self)
      splitLight(row)
      if layout.hasColor {
        for plane in 1...2 { splitAcross(row + 2 * plane, into: rows[plane - 1][nextRow % Self.bufferedRows]) }
        splitDown()
      }
      nextRow += 1
    }
  }

  // MARK: Across

  private func splitLight(_ row: UnsafePointer<UInt8>) {
    let place = memory(ofPlane: 0, row: nextRow, width: layout.width)
    let half = SIMD8<Int32>(repeating: (1 << Int32(layout.missingBits)) >> 1)
    let largest = tt_convert(SIMD8(repeating: Int32(1 << layout.bits) - 1))
    for index in stride(from: 0, to: layout.width, by: 8) {
      let codes = (tt_take_3x16(row + 6 * index) &+ half) &>> Int32(layout.missingBits)
      put(tt_truncate(least(tt_convert(codes), largest)), at: place, index, layout.width)
    }
  }

  private func splitAcross(_ row: UnsafePointer<UInt8>, into result: ColorRow) {
    let (width, place) = (layout.width, result.start)
    guard layout.across != .full else {
      for index in stride(from: 0, to: width, by: 8) { store(tt_convert(tt_take_3x16(row + 6 * index)), place, index) }
      return
    }
    for index in stride(from: 0, to: width, by: 16) {
      let (a, b) = (tt_convert(tt_take_3x16(row + 6 * index)), tt_convert(tt_take_3x16(row + 6 * index + 48)))
      store(tt_even(a, b), even.start, index / 2)
      store(tt_odd(a, b), odd.start, index / 2)
    }
    // The edge pixel is repeated after an odd number of pixels.
    if width & 1 == 1 { odd.start[width / 2] = even.start[width / 2] }
    for half in [even, odd] { half.fillMargins(first: even.start[0], last: odd.start[(width - 1) / 2]) }
    for index in stride(from: 0, to: layout.colorWidth, by: 8) {
      let (first, second) = (load(even.start, index), load(odd.start, index))
      if layout.across == .between {
        store((first + second) * 0.5, place, index)
      } else {
        let (before, after) = (load(odd.start, index - 1), second)
        store(
          onFirst(first, before, after, load(odd.start, index - 2), load(odd.start, index + 1)), place, index)
      }
    }
  }

  // MARK: Down

  /// Writes the chroma rows that the latest pixel row completes.
  private func splitDown() {
    let last = layout.height - 1
    let rowsAfter = layout.down == .full ? 0 : layout.down == .between ? 1 : 3
    let step = layout.down == .full ? 1 : 2
    while nextColorRow < layout.colorHeight, nextRow >= min(nextColorRow * step + rowsAfter, last) {
      let row = nextColorRow * step
      for plane in 1...2 {
        let rows = rows[plane - 1]
        func buffered(_ row: Int) -> UnsafePointer<Float> {
          UnsafePointer(rows[min(max(row, 0), last) % Self.bufferedRows].start)
        }
        let here = buffered(row)
        switch layout.down {
        case .full: put(plane) { load(here, $0) }
        case .between:
          let after = buffered(row + 1)
          put(plane) { (load(here, $0) + load(after, $0)) * 0.5 }
        case .onFirst:
          let (a, b, c, d) = (buffered(row - 3), buffered(row - 1), buffered(row + 1), buffered(row + 3))
          put(plane) { onFirst(load(here, $0), load(b, $0), load(c, $0), load(a, $0), load(d, $0)) }
        }
      }
      nextColorRow += 1
    }
  }

  @inline(__always) private func put(_ plane: Int, _ numbers: (Int) -> Lanes) {
    let place = memory(ofPlane: plane, row: nextColorRow, width: layout.colorWidth)
    let (scale, largest) = (1 / Float(1 << layout.missingBits), Float((1 << layout.bits) - 1))
    for index in stride(from: 0, to: layout.colorWidth, by: 8) {
      put(rounded(numbers(index), scale, largest: largest), at: place, index, layout.colorWidth)
    }
  }

  // MARK: Memory

  @inline(__always) private func put(
    _ codes: SIMD8<Int32>, at place: UnsafeMutablePointer<UInt8>, _ index: Int, _ width: Int
  ) {
    if layout.bits > 8 {
      tt_put_row_16(place + 2 * index, codes, width - index)
    } else {
      tt_put_row_8(place + index, codes, width - index)
    }
  }

  private func memory(ofPlane plane: Int, row: Int, width: Int) -> UnsafeMutablePointer<UInt8> {
    (frame.baseAddress! + layout.start(ofPlane: plane) + row * width * layout.sampleBytes)
      .assumingMemoryBound(to: UInt8.self)
  }
}

/// A sample at a pixel, from that pixel and its neighbors at distances 1 and 3.
@inline(__always) private func onFirst(_ here: Lanes, _ a: Lanes, _ b: Lanes, _ c: Lanes, _ d: Lanes) -> Lanes {
  (here * 16 + (a + b) * 9 - (c + d)) * 0.03125
}
