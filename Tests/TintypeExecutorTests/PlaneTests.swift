import Testing
import TintypeExecutor
import TintypeTestSupport

/// Planes to full resolution and back.
@Suite struct PlaneTests {
  typealias Sampling = PlaneLayout.Sampling

  /// The samplings that films have, across and down.
  static let samplings: [(Sampling, Sampling)] = [
    (.full, .full), (.onFirst, .full), (.between, .between), (.onFirst, .between), (.onFirst, .onFirst),
  ]

  /// A slope of color stays the same slope, wherever its samples stand: nothing is shifted.
  ///
  /// A pixel's place is its column; a sample of color between the first two stands at 0.5, one on the first at 0.
  @Test(.slow, arguments: samplings) func aSlopeStaysInPlace(_ across: Sampling, _ down: Sampling) {
    let layout = PlaneLayout(width: 64, height: 48, bits: 12, hasColor: true, across: across, down: down)
    func place(_ index: Int, _ sampling: Sampling) -> Double {
      sampling == .full ? Double(index) : 2 * Double(index) + (sampling == .between ? 0.5 : 0)
    }
    func blue(_ x: Double, _ y: Double) -> Double { 300 + 24 * x + 8 * y }
    func red(_ x: Double, _ y: Double) -> Double { 3000 - 16 * x - 24 * y }
    let frame = Frame(layout) { plane, x, y in
      plane == 0 ? UInt16(x * 7 + y) : UInt16((plane == 1 ? blue : red)(place(x, across), place(y, down)))
    }
    let merged = frame.merged()
    // At the edges the slope ends.
    for y in 4..<44 {
      var row: [UInt16] = []
      for x in 4..<60 {
        row.append(UInt16(x * 7 + y) << 4)
        row.append(UInt16(blue(Double(x), Double(y)) * 16))
        row.append(UInt16(red(Double(x), Double(y)) * 16))
      }
      #expect(Array(merged[y][12..<180]) == row, "row \(y)")
    }
    let back = Frame.split(layout, merged)
    for (plane, (values, given)) in zip(back.planes, frame.planes).enumerated() {
      let width = plane == 0 ? 64 : across == .full ? 64 : 32
      let inside = (2 * width..<values.count - 2 * width).filter { (2..<width - 2) ~= $0 % width }
      #expect(inside.map { values[$0] } == inside.map { given[$0] })
    }
  }

  /// Samples between pixels come back as they were, whatever they are; so do all that are not halved.
  @Test(arguments: 0..<40) func whatIsBetweenComesBack(_ turn: Int) {
    var random = SplitMix64(seed: UInt64(turn))
    let bits = [8, 8, 9, 10, 12, 14][turn % 6]
    let sampling: Sampling = turn % 2 == 0 ? .between : .full
    let layout = PlaneLayout(
      width: Int.random(in: 1...40, using: &random), height: Int.random(in: 1...20, using: &random), bits: bits,
      hasColor: turn % 7 != 3, across: sampling, down: sampling)
    let frame = Frame(layout) { _, _, _ in UInt16.random(in: 0..<(1 << bits), using: &random) }
    let merged = frame.merged()
    #expect(Frame.split(layout, merged).planes == frame.planes)
    #expect(frame.merged(rowsAtOnce: 1) == merged)
    // No color that was not there.
    for plane in 1...2 where layout.hasColor {
      let values = merged.flatMap { row in stride(from: plane, to: 3 * layout.width, by: 3).map { row[$0] } }
      let stored = frame.planes[plane].map { $0 << UInt16(16 - bits) }
      #expect(values.allSatisfy { (stored.min()!...stored.max()!).contains($0) })
    }
  }

  /// python3 -c "
  ///   import numpy as np; c = np.array([10, 200, 30, 90, 90, 0, 255, 17.]); p = np.pad(c, 2, 'edge')
  ///   o = ((p[2:-2] + p[3:-1]) * 9 - p[1:-3] - p[4:]) / 16; x = np.stack([c, o], 1).ravel().clip(0, 255.999)
  ///   print(np.floor(x * 256 + .5).astype(int).clip(0, 65535).tolist())
  ///   q = np.pad(np.floor(x * 256 + .5).clip(0, 65535) / 256, 3, 'edge')
  ///   print(np.floor((16 * q[3:-3] + 9 * (q[2:-4] + q[4:-2]) - q[:-6] - q[6:])[::2] / 32 + .5).astype(int).tolist())"
  @Test func knownSamplesOnTheFirst() {
    let stored: [UInt16] = [10, 200, 30, 90, 90, 0, 255, 17]
    let merged: [UInt16] = [
      2560, 29600, 51200, 31520, 7680, 12640, 23040, 25440, 23040, 7440, 0, 35008, 65280, 38896, 4352, 544,
    ]
    let back: [UInt16] = [36, 165, 57, 82, 75, 39, 208, 47]
    for (across, down) in [(Sampling.onFirst, Sampling.full), (.full, .onFirst)] {
      let (width, height) = across == .onFirst ? (16, 3) : (3, 16)
      let layout = PlaneLayout(width: width, height: height, bits: 8, hasColor: true, across: across, down: down)
      let frame = Frame(layout) { plane, x, y in plane == 0 ? 77 : stored[across == .onFirst ? x : y] }
      let rows = frame.merged()
      for index in 0..<16 {
        let found = across == .onFirst ? rows[1][3 * index + 1] : rows[index][4]
        #expect(found == merged[index])
      }
      let color = Frame.split(layout, rows).planes[2]
      let found: [UInt16] = (0..<8).map { index in across == .onFirst ? color[8 + index] : color[3 * index] }
      #expect(found == back)
    }
  }

  /// Codes above those of the bits are cut off, and nothing is written beside the planes.
  @Test func staysInside() {
    for (across, down) in Self.samplings {
      for bits in [8, 10] {
        let layout = PlaneLayout(width: 5, height: 3, bits: bits, hasColor: true, across: across, down: down)
        let frame = Frame(layout) { _, _, _ in bits == 8 ? 255 : 65535 }
        let back = Frame.split(layout, frame.merged())
        #expect(back.planes[1...].allSatisfy { $0.allSatisfy { $0 == (1 << bits) - 1 } })
        #expect(back.isUntouchedBehind)
      }
    }
  }
}

/// A frame in memory.
private struct Frame {
  let layout: PlaneLayout
  var bytes: [UInt8]

  init(_ layout: PlaneLayout, _ code: (_ plane: Int, _ x: Int, _ y: Int) -> UInt16) {
    self.layout = layout
    bytes = []
    for (plane, size) in Self.sizes(layout).enumerated() {
      for y in 0..<size.height {
        for x in 0..<size.width {
          let code = code(plane, x, y)
          bytes.append(UInt8(truncatingIfNeeded: code))
          if layout.bits > 8 { bytes.append(UInt8(code >> 8)) }
        }
      }
    }
    precondition(bytes.count == layout.frameBytes, "a frame")
    bytes += [UInt8](repeating: 0xA5, count: PlaneLayout.paddingBytes)
  }

  private static func sizes(_ layout: PlaneLayout) -> [(width: Int, height: Int)] {
    let color = (
      layout.across == .full ? layout.width : (layout.width + 1) / 2,
      layout.down == .full ? layout.height : (layout.height + 1) / 2
    )
    return [(layout.width, layout.height)] + (layout.hasColor ? [color, color] : [])
  }

  var planes: [[UInt16]] {
    var rest = bytes[...]
    return Self.sizes(layout).map { size in
      (0..<size.width * size.height).map { _ in
        let low = UInt16(rest.removeFirst())
        return layout.bits > 8 ? low | UInt16(rest.removeFirst()) << 8 : low
      }
    }
  }

  var isUntouchedBehind: Bool { bytes[layout.frameBytes...].allSatisfy { $0 == 0xA5 } }

  /// The rows as the executor reads them.
  func merged(rowsAtOnce: Int = 4) -> [[UInt16]] {
    let merger = PlaneMerger(layout)
    return stride(from: 0, to: layout.height, by: rowsAtOnce).flatMap { first in
      let rows = first..<min(first + rowsAtOnce, layout.height)
      var memory = [UInt8](repeating: 0, count: rows.count * layout.mergedRowBytes)
      bytes.withUnsafeBytes { frame in
        memory.withUnsafeMutableBytes { merger.merge(rows, of: frame, into: $0) }
      }
      return memory.withUnsafeBytes { memory in
        (0..<rows.count).map { row in
          (0..<layout.width * 3).map {
            memory.loadUnaligned(fromByteOffset: row * layout.mergedRowBytes + 2 * $0, as: UInt16.self)
          }
        }
      }
    }
  }

  /// The result of the executor, separated into planes.
  static func split(_ layout: PlaneLayout, _ rows: [[UInt16]]) -> Frame {
    var frame = Frame(layout) { _, _, _ in 0 }
    let splitter = PlaneSplitter(layout)
    frame.bytes.withUnsafeMutableBytes { bytes in
      splitter.begin(UnsafeMutableRawBufferPointer(rebasing: bytes[..<layout.frameBytes]))
      for row in rows {
        // What stands behind a row means nothing.
        var memory = [UInt16](repeating: 0x5A5A, count: layout.mergedRowBytes / 2)
        memory.replaceSubrange(..<row.count, with: row)
        memory.withUnsafeBytes { splitter.split(1, from: $0) }
      }
    }
    return frame
  }
}
