import TintypeImage

/// A wedge of even grays, as wide as a scan is long, so that lengths on film are as many pixels in both.
struct GrainWedge {
  let picture: StoredPicture
  /// The upper left corners of the blocks in each gray.
  private let places: [[(column: Int, row: Int)]]

  /// About so many pixels show grain well enough.
  private static let pixels = 800_000

  init(longEdge: Int) throws(ImageError) {
    let edge = GrainBlock.edge
    let width = max(longEdge, 8 * edge)
    // Grays as wide as a block and a half at least: what happens at their edges is left out.
    let count = min(24, width / (edge * 3 / 2))
    let height = min(width, max(2 * edge, Self.pixels / width / edge * edge))
    let grays = (0..<count).map { index in
      SIMD3(repeating: UInt16((10 + 235 * Double(index) / Double(count - 1)) * 257))
    }
    let row = (0..<width).map { grays[$0 * count / width] }
    picture = try StoredPicture(width: width, height: height, codes: (0..<height).flatMap { _ in row })
    places = (0..<count).map { index in
      let (left, right) = (index * width / count, (index + 1) * width / count)
      let margin = (right - left) / 8
      return stride(from: 0, through: height - edge, by: edge).flatMap { row in
        stride(from: left + margin, through: right - margin - edge, by: edge).map { (column: $0, row: row) }
      }
    }
  }

  /// The number of grays.
  var count: Int { places.count }

  /// The noise of one gray in a render of the wedge.
  func statistics(of gray: Int, in render: StoredPicture) -> GrainStatistics {
    GrainStatistics(places[gray].map { GrainBlock(render, column: $0.column, row: $0.row) })
  }
}

/// The grain of a scan, to be reached by the grays of a wedge.
struct GrainTarget {
  let wedge: GrainWedge
  let scan: GrainScan
  /// The grays that become tones of which the scan shows the grain.
  let grays: [Int]

  /// The difference of a render of the wedge from the scan, three for each gray: of the standard deviations, in tenths
  /// of the scan's; of the correlations at distances, and of those of the channels, in tenths.
  func residuals(of render: StoredPicture) -> [SIMD3<Float>] {
    grays.flatMap { gray -> [SIMD3<Float>] in
      let found = wedge.statistics(of: gray, in: render)
      let wanted = scan.spread(at: found.codes) ?? found.spread
      // Below a third of a code nothing is seen.
      let spread = 10 * (found.spread - wanted) / (wanted + 0.3)
      return [spread, 10 * (found.near - scan.near), 10 * (found.shared - scan.shared)].map { SIMD3<Float>($0) }
    }
  }
}
