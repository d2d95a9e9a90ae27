import CTintypeLanes

/// Interleaves the planes of a frame at full resolution, as the executor reads them: luma and two chroma samples, 16
/// bits each; codes of fewer bits are shifted to the top. Used by one thread at a time.
///
/// A chroma sample centered between two pixels is their mean. Upsampling adds a slope to one pixel and subtracts it
/// from the other. The slope is limited to half the distance to a neighbor (van Leer's monotonized slope), so the mean
/// of both pixels is the sample again, and no new extremes appear.
/// ```
///   pixel    a   b | a   b | a   b          sample   |   c   |
///   sample     c   |   c   |   c            a = c - s, b = c + s
/// ```
/// For a chroma sample at the first of two pixels, that pixel gets the sample, and the second is interpolated from four
/// samples: (-1, 9, 9, -1) / 16.
public final class PlaneMerger {
  private let layout: PlaneLayout
  private let colors: [ColorRow]

  /// Prepares for frames of a layout.
  public init(_ layout: PlaneLayout) {
    self.layout = layout
    colors = (0..<2).map { _ in ColorRow(width: layout.colorWidth) }
  }

  /// Interleaves rows of a frame.
  ///
  /// - Parameters:
  ///   - rows: the rows to interleave.
  ///   - frame: the planes, with ``PlaneLayout/paddingBytes`` readable after them.
  ///   - result: memory for the rows, ``PlaneLayout/mergedRowBytes`` apart.
  public func merge(_ rows: Range<Int>, of frame: UnsafeRawBufferPointer, into result: UnsafeMutableRawBufferPointer) {
    require(rows.lowerBound >= 0 && rows.upperBound <= layout.height, "rows of the frame")
    require(frame.count >= layout.frameBytes + PlaneLayout.paddingBytes, "the frame lies in memory")
    require(result.count >= rows.count * layout.mergedRowBytes, "there is room for the rows")
    for row in rows {
      if layout.hasColor {
        for plane in 1...2 { mergeDown(plane, row, frame.baseAddress!) }
      }
      let place = result.baseAddress! + (row - rows.lowerBound) * layout.mergedRowBytes
      mergeAcross(row, frame.baseAddress!, into: place.assumingMemoryBound(to: UInt8.self))
    }
  }

  // MARK: Down

  /// One chroma row for a pixel row, as wide as chroma is stored.
  private func mergeDown(_ plane: Int, _ row: Int, _ frame: UnsafeRawPointer) {
    let start = frame + layout.start(ofPlane: plane)
    func stored(_ row: Int) -> UnsafePointer<UInt8> {
      let inside = min(max(row, 0), layout.colorHeight - 1)
      return (start + inside * layout.colorWidth * layout.sampleBytes).assumingMemoryBound(to: UInt8.self)
    }
    let color = colors[plane - 1]
    let isSecond = row & 1 == 1
    switch layout.down {
    case .full:
      let here = stored(row)
      fill(color) { samples(here, $0) }
    case .onFirst where !isSecond:
      let here = stored(row / 2)
      fill(color) { samples(here, $0) }
    case .onFirst:
      let (a, b, c, d) = (stored(row / 2 - 1), stored(row / 2), stored(row / 2 + 1), stored(row / 2 + 2))
      fill(color) { between(samples(a, $0), samples(b, $0), samples(c, $0), samples(d, $0)) }
    case .between:
      let (before, here, after) = (stored(row / 2 - 1), stored(row / 2), stored(row / 2 + 1))
      if isSecond {
        fill(color) { samples(here, $0) + slope(samples(before, $0), samples(here, $0), samples(after, $0)) }
      } else {
        fill(color) { samples(here, $0) - slope(samples(before, $0), samples(here, $0), samples(after, $0)) }
      }
    }
    color.fillMargins()
  }

  @inline(__always) private func fill(_ color: ColorRow, _ numbers: (Int) -> Lanes) {
    for index in stride(from: 0, to: layout.colorWidth, by: 8) { store(numbers(index), color.start, index) }
  }

  @inline(__always) private func samples(_ row: UnsafePointer<UInt8>, _ index: Int) -> Lanes {
    tt_convert(codes(row, index))
  }

  @inline(__always) private func codes(_ row: UnsafePointer<UInt8>, _ index: Int) -> SIMD8<Int32> {
    layout.bits > 8 ? tt_row_16(row + 2 * index) : tt_row_8(row + index)
  }

  // MARK: Across

  private func mergeAcross(_ row: Int, _ frame: UnsafeRawPointer, into result: UnsafeMutablePointer<UInt8>) {
    let light = (frame + row * layout.width * layout.sampleBytes).assumingMemoryBound(to: UInt8.self)
    let (blue, red) = (colors[0].start, colors[1].start)
    switch layout.across {
    case _ where !layout.hasColor:
      merge(light, into: result) { _ in (Lanes(), Lanes(), Lanes(), Lanes()) }
    case .full:
      merge(light, into: result) { (load(blue, $0), load(blue, $0 + 8), load(red, $0), load(red, $0 + 8)) }
    case .between:
      merge(light, into: result) { index in
        let (a, b) = betweenPair(blue, index / 2)
        let (c, d) = betweenPair(red, index / 2)
        return (tt_in_turn_low(a, b), tt_in_turn_high(a, b), tt_in_turn_low(c, d), tt_in_turn_high(c, d))
      }
    case .onFirst:
      merge(light, into: result) { index in
        let (a, b) = onFirstPair(blue, index / 2)
        let (c, d) = onFirstPair(red, index / 2)
        return (tt_in_turn_low(a, b), tt_in_turn_high(a, b), tt_in_turn_low(c, d), tt_in_turn_high(c, d))
      }
    }
  }

  /// Sixteen pixels at a time; the last vector includes samples after the end of the row.
  @inline(__always) private func merge(
    _ light: UnsafePointer<UInt8>, into result: UnsafeMutablePointer<UInt8>,
    _ color: (Int) -> (Lanes, Lanes, Lanes, Lanes)
  ) {
    let scale = Float(1 << layout.missingBits)
    for index in stride(from: 0, to: layout.width, by: 16) {
      let (blue, blueBehind, red, redBehind) = color(index)
      let place = result + index * 6
      tt_put_3x16(place, moved(light, index), rounded(blue, scale, largest: 65535), rounded(red, scale, largest: 65535))
      tt_put_3x16(
        place + 48, moved(light, index + 8), rounded(blueBehind, scale, largest: 65535),
        rounded(redBehind, scale, largest: 65535))
    }
  }

  /// Luma codes, shifted to the top of 16 bits. Excess bits are lost.
  @inline(__always) private func moved(_ light: UnsafePointer<UInt8>, _ index: Int) -> SIMD8<Int32> {
    (codes(light, index) &<< Int32(layout.missingBits)) & 0xFFFF
  }

  @inline(__always) private func betweenPair(_ row: UnsafePointer<Float>, _ index: Int) -> (Lanes, Lanes) {
    let here = load(row, index)
    let slope = slope(load(row, index - 1), here, load(row, index + 1))
    return (here - slope, here + slope)
  }

  @inline(__always) private func onFirstPair(_ row: UnsafePointer<Float>, _ index: Int) -> (Lanes, Lanes) {
    let here = load(row, index)
    return (here, between(load(row, index - 1), here, load(row, index + 1), load(row, index + 2)))
  }
}

/// A quarter of the distance between samples, for samples centered between pixels.
@inline(__always) private func slope(_ before: Lanes, _ here: Lanes, _ after: Lanes) -> Lanes {
  let (rise, next) = ((here - before) * 0.5, (after - here) * 0.5)
  let mean = (rise + next) * 0.25
  let zero = Lanes(repeating: 0)
  let up = greatest(least(least(rise, next), mean), zero)
  let down = least(greatest(greatest(rise, next), mean), zero)
  return up + down
}

/// The value halfway between the middle two of four samples.
@inline(__always) private func between(_ a: Lanes, _ b: Lanes, _ c: Lanes, _ d: Lanes) -> Lanes {
  ((b + c) * 9 - (a + d)) * 0.0625
}
