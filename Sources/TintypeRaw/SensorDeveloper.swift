/// Converts sensor data to linear light, row by row. For one thread.
public final class SensorDeveloper {
  private let samples: SensorSamples
  private let balance: SIMD3<Float>
  private let matrix: LightMatrix
  private let highlights: Highlights
  private let tile: MosaicTile
  /// The black levels of a row, and the factors that scale its samples to balanced light, for each row of the black
  /// pattern.
  private let blacks: [[Float]]
  private let factors: [[Float]]

  /// Rows of balanced light with their margins, and of its roots.
  private let light: UnsafeMutablePointer<Float>
  private let roots: UnsafeMutablePointer<Float>
  private let stride: Int
  private static let rows = MosaicTile.rowsAtOnce + 2 * MosaicTile.down
  /// Of `light` around `roots`: what rebuilding a place needs.
  private static let rim = 2

  /// - Parameter samples: memory that lives as long as this.
  public init(_ samples: SensorSamples, _ color: SensorColor) {
    (self.samples, balance) = (samples, color.balance)
    matrix = LightMatrix(color.matrix)
    highlights = Highlights(color.balance)
    tile = MosaicTile(samples.pattern)
    let tiles = (samples.width + MosaicTile.width - 1) / MosaicTile.width
    stride = tiles * MosaicTile.width + 2 * MosaicTile.across + 2 * Self.rim + 8
    let count = samples.kind == .bayer ? stride * (Self.rows + 2 * Self.rim) : 0
    (light, roots) = (.allocate(capacity: count), .allocate(capacity: count))
    light.initialize(repeating: 0, count: count)
    roots.initialize(repeating: 0, count: count)
    let channels = samples.blackChannels
    let places = 0..<(samples.width * channels)
    let phases = 0..<samples.blackHeight
    blacks = phases.map { y in places.map { samples.black($0 / channels, y, $0 % channels) } }
    factors = phases.map { y in
      places.map { place in
        let (x, channel) = (place / channels, place % channels)
        let factor = samples.kind == .bayer ? color.balance[samples.color(x, y)] : 1
        return factor / (samples.white[channel] - samples.black(x, y, channel))
      }
    }
  }

  deinit {
    light.deallocate()
    roots.deallocate()
  }

  /// The bytes that it holds.
  public static func memory(width: Int) -> Int { (width + 1_024) * (rows + 2 * rim) * 8 + (4 << 20) }

  /// How many rows are developed at once, from a multiple of it on.
  public static let rowsAtOnce = MosaicTile.rowsAtOnce

  /// Develops rows from a multiple of ``rowsAtOnce`` on: red, green and blue in half precision.
  ///
  /// - Parameters:
  ///   - rows: at most ``rowsAtOnce``.
  ///   - result: the first row; rows are `width` times 3 apart.
  public func develop(_ rows: Range<Int>, into result: UnsafeMutablePointer<UInt16>) {
    switch samples.kind {
    case .bayer: interpolate(rows, into: result)
    case .colors, .gray:
      for (index, y) in rows.enumerated() { convert(y, into: result + index * samples.width * 3) }
    }
  }

  // MARK: Mosaics

  private func interpolate(_ rows: Range<Int>, into result: UnsafeMutablePointer<UInt16>) {
    let count = rows.count
    load(from: rows.lowerBound - MosaicTile.down, count: count + 2 * MosaicTile.down)
    let (width, offset) = (samples.width, MosaicTile.offset)
    for first in Swift.stride(from: 0, to: width, by: MosaicTile.width) {
      tile.interpolate(UnsafePointer(roots + first), stride, rows: count) { row, column, red, green, blue in
        let x = first + column
        guard x < width else { return }
        @inline(__always) func light(_ root: Lanes) -> Lanes {
          let root = root.least(0)
          return root * root - offset
        }
        matrix.store(
          light(red), light(green), light(blue), count: width - x, to: result + (row * width + x) * 3)
      }
    }
  }

  /// Fills `roots` with rows, mirrored about the first and the last place, which keeps the pattern.
  private func load(from first: Int, count: Int) {
    let rim = Self.rim
    for row in 0..<(count + 2 * rim) { loadLight(Self.mirrored(first - rim + row, samples.height), row) }
    let rootsOfRow = stride - 2 * rim - 8
    for row in 0..<count {
      let y = Self.mirrored(first + row, samples.height)
      let from = light + (row + rim) * stride + rim
      let to = roots + row * stride
      // The margin is even: the first place of a row of `roots` has the color of the picture's first column.
      let threshold = lanes(y) { highlights.threshold($0) }
      for j in Swift.stride(from: 0, to: rootsOfRow, by: 8) {
        var own = from.lanes(at: j)
        if any(own .>= threshold) {
          for lane in 0..<8 { own[lane] = rebuilt(from + j + lane, samples.color(lane, y), y) }
        }
        to.store((own.least(-MosaicTile.offset) + MosaicTile.offset).squareRoot(), at: j)
      }
    }
  }

  private func lanes(_ y: Int, _ number: (_ color: Int) -> Float) -> Lanes {
    var lanes = Lanes()
    for lane in 0..<8 { lanes[lane] = number(samples.color(lane, y)) }
    return lanes
  }

  /// A place of `light`, rebuilt where it may be cut off.
  private func rebuilt(_ place: UnsafeMutablePointer<Float>, _ color: Int, _ y: Int) -> Float {
    let own = place[0]
    guard own >= highlights.threshold(color) else { return own }
    let (beside, over) = ((place[-1] + place[1]) / 2, (place[-stride] + place[stride]) / 2)
    var colors = SIMD3<Float>.zero
    colors[color] = own
    if color == 1 {
      let isRedRow = samples.color(0, y) == 0 || samples.color(1, y) == 0
      (colors[0], colors[2]) = isRedRow ? (beside, over) : (over, beside)
    } else {
      colors[1] = (beside + over) / 2
      colors[2 - color] = (place[-stride - 1] + place[-stride + 1] + place[stride - 1] + place[stride + 1]) / 4
    }
    return highlights.rebuilt(own, color, of: colors)
  }

  private func loadLight(_ y: Int, _ row: Int) {
    let margin = MosaicTile.across + Self.rim
    let to = light + row * stride
    let from = samples.first + y * samples.stride
    let width = samples.width
    blacks[y % blacks.count].withUnsafeBufferPointer { black in
      factors[y % factors.count].withUnsafeBufferPointer { factor in
        for x in 0..<width { to[margin + x] = (Float(from[x]) - black[x]) * factor[x] }
      }
    }
    for x in -margin..<0 { to[margin + x] = to[margin + Self.mirrored(x, width)] }
    for x in width..<(stride - margin) { to[margin + x] = to[margin + Self.mirrored(x, width)] }
  }

  private static func mirrored(_ place: Int, _ count: Int) -> Int {
    var place = place
    while place < 0 || place >= count { place = place < 0 ? -place : 2 * (count - 1) - place }
    return place
  }

  // MARK: Colors and gray

  private func convert(_ y: Int, into result: UnsafeMutablePointer<UInt16>) {
    let (black, factor) = (blacks[y % blacks.count], factors[y % factors.count])
    let from = samples.first + y * samples.stride
    for first in Swift.stride(from: 0, to: samples.width, by: 8) {
      let count = min(8, samples.width - first)
      var (red, green, blue) = (Lanes(), Lanes(), Lanes())
      for lane in 0..<count {
        let x = first + lane
        func value(_ channel: Int) -> Float {
          let place = x * samples.blackChannels + channel
          return (Float(from[x * samples.channels + channel]) - black[place]) * factor[place]
        }
        if samples.kind == .gray {
          (red[lane], green[lane], blue[lane]) = (value(0), value(0), value(0))
        } else {
          let colors = highlights.rebuilt(SIMD3(value(0), value(1), value(2)) * balance)
          (red[lane], green[lane], blue[lane]) = (colors.x, colors.y, colors.z)
        }
      }
      matrix.store(red, green, blue, count: count, to: result + first * 3)
    }
  }

  // MARK: Half the size

  /// Develops a row of half the size of a mosaic, whose places are the means of 2 x 2.
  ///
  /// - Parameter result: (width + 1) / 2 times 3 numbers.
  public func developHalf(_ row: Int, into result: UnsafeMutablePointer<UInt16>) {
    for part in 0..<2 { loadLight(Self.mirrored(row * 2 + part, samples.height), part) }
    let from = light + MosaicTile.across + Self.rim
    // Where the first place of each color and the second green one are.
    let places = (0..<4).map { (color: samples.pattern[$0], offset: $0 & 1 + ($0 >> 1) * stride) }
    func offset(_ color: Int) -> Int { places.first { $0.color == color }?.offset ?? 0 }
    let (red, green, blue) = (offset(0), offset(1), offset(2))
    let green2 = places.last { $0.color == 1 }?.offset ?? 0
    let width = (samples.width + 1) / 2
    for first in Swift.stride(from: 0, to: width, by: 8) {
      let count = min(8, width - first)
      var lanes = (Lanes(), Lanes(), Lanes())
      for lane in 0..<count {
        let place = from + 2 * (first + lane)
        let colors = highlights.rebuilt(SIMD3(place[red], (place[green] + place[green2]) / 2, place[blue]))
        (lanes.0[lane], lanes.1[lane], lanes.2[lane]) = (colors.x, colors.y, colors.z)
      }
      matrix.store(lanes.0, lanes.1, lanes.2, count: count, to: result + first * 3)
    }
  }
}
