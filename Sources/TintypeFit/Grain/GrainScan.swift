public import Tintype
import TintypeImage
import TintypeRender

/// The grain of a photo or of the scan of a film, as its flat parts show it.
public struct GrainScan: Sendable {
  /// A rectangle of pixels.
  public struct Area: Sendable {
    let left: Int
    let top: Int
    let width: Int
    let height: Int

    /// Takes its parts, in pixels from the upper left corner.
    public init(left: Int, top: Int, width: Int, height: Int) {
      (self.left, self.top, self.width, self.height) = (left, top, width, height)
    }
  }

  /// The file.
  public let file: FilePath
  /// The number of flat blocks that were found.
  public let blockCount: Int
  /// Whether the file stores color at a lower resolution, which takes away grain that the channels do not share.
  public let hasCoarseColor: Bool

  /// The longer side of the picture, in pixels.
  let longEdge: Int
  /// The correlation of pixels at the distances of ``GrainBlock``, and of the channels.
  let (near, shared): (SIMD3<Double>, SIMD3<Double>)
  /// The standard deviation by the code, for red, green and blue.
  private let spreads: [[(code: Double, spread: Double)]]

  /// The codes that are taken together.
  private static let step = 16.0
  /// Fewer blocks say too little.
  private static let fewest = 4

  /// Reads the flat parts of a picture.
  ///
  /// A block is flat where its noise is at most twice that of the flattest tenth of the blocks of its tone, which is at
  /// most twice that of the next tone. Grain does not vary more than that, and edges and textures do.
  ///
  /// - Parameter area: where to look; nil for everywhere. The whole picture is the frame of the film.
  /// - Throws: for files that cannot be read, and for pictures without flat parts.
  public init(_ file: FilePath, area: Area? = nil) throws(FitFailure) {
    self.file = file
    let name = file.description
    let (picture, stored) = try fitting(name) { () throws(ImageError) in
      let photo = try DecodedPhoto(file)
      let plain = ConfiguredLook.original
      return (try photo.trial(of: plain).rendered(plain.values), try openPicture(file))
    }
    let (width, height) = (picture.format.width, picture.format.height)
    longEdge = max(width, height)
    let area = area ?? Area(left: 0, top: 0, width: width, height: height)
    let edge = GrainBlock.edge
    guard area.left >= 0, area.top >= 0, area.width >= edge, area.height >= edge, area.width <= width - area.left,
      area.height <= height - area.top
    else {
      throw FitFailure(
        name, "has \(width) x \(height) pixels; an area lies in it, and is at least \(edge) x \(edge)", .usage)
    }
    var blocks: [GrainBlock] = []
    for y in stride(from: area.top, through: area.top + area.height - edge, by: edge) {
      for x in stride(from: area.left, through: area.left + area.width - edge, by: edge) {
        blocks.append(GrainBlock(picture, column: x, row: y))
      }
    }
    let flat = Self.flat(blocks.filter(\.isWhole))
    guard flat.count >= Self.fewest else {
      throw FitFailure(name, "has no flat parts, where grain is seen by itself: an even sky, a wall, a gray card")
    }
    // Rounding to codes of 8 bits adds the variance of even numbers over one code.
    let rounding = stored.color.storedDepth == .eight ? 1 / 12.0 : 0
    spreads = (0..<3).map { channel in
      Dictionary(grouping: flat) { Int($0.codes[channel] / Self.step) }.values.filter { $0.count >= Self.fewest }
        .map { GrainStatistics($0, rounding: rounding) }
        .map { (code: $0.codes[channel], spread: $0.spread[channel]) }.sorted { $0.code < $1.code }
    }
    let all = GrainStatistics(flat, rounding: rounding)
    (near, shared, blockCount) = (all.near, all.shared, flat.count)
    hasCoarseColor = stored.subsampling != .full444
    guard spreads.allSatisfy({ !$0.isEmpty }) else {
      throw FitFailure(name, "has too few flat parts of one tone; grain is seen in an even sky, a wall, a gray card")
    }
    guard spreads.allSatisfy({ $0.contains { $0.spread > 0.05 } }) else {
      throw FitFailure(name, "has no grain: its flat parts are even")
    }
  }

  /// The flat ones of some blocks, from dark to light.
  private static func flat(_ blocks: [GrainBlock]) -> [GrainBlock] {
    let tones = Dictionary(grouping: blocks) { Int($0.tone / step) }
    var least = [Double](repeating: .infinity, count: Int(256 / step))
    for (tone, blocks) in tones {
      let noise = blocks.map { $0.variance.sum() }.sorted()
      least[tone] = noise[noise.count / 10]
    }
    for tone in least.indices.dropFirst() { least[tone] = min(least[tone], 2 * least[tone - 1]) }
    for tone in least.indices.dropLast().reversed() { least[tone] = min(least[tone], 2 * least[tone + 1]) }
    return blocks.filter { $0.variance.sum() <= 2 * least[Int($0.tone / step)] }
  }

  /// The standard deviation of each channel where it has these codes; nil beyond those of the flat parts.
  func spread(at codes: SIMD3<Double>) -> SIMD3<Double>? {
    var found = SIMD3<Double>.zero
    for channel in 0..<3 {
      let (spreads, code) = (spreads[channel], codes[channel])
      guard let last = spreads.last, code >= spreads[0].code - Self.step / 2, code <= last.code + Self.step / 2 else {
        return nil
      }
      let above = spreads.firstIndex { $0.code > code } ?? spreads.count
      let (low, high) = (spreads[max(above - 1, 0)], spreads[min(above, spreads.count - 1)])
      let share = high.code > low.code ? (code - low.code) / (high.code - low.code) : 0
      found[channel] = low.spread + (high.spread - low.spread) * min(max(share, 0), 1)
    }
    return found
  }
}
