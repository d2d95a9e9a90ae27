import Dispatch
import Synchronization
import Tintype
import TintypeColor
import TintypeIR
import TintypeImage
import TintypeIntrinsics
import TintypeRender

/// Colors that go through a look, and those that are to come out.
struct FitSample {
  /// What is rendered.
  enum Source {
    case photo(DecodedPhoto)
    /// In sRGB.
    case colors([StoredColor])
  }

  let source: Source
  let grid: BlockGrid
  /// One for each block.
  let targets: [TargetColor]
  /// The weight of each block.
  let weights: [Float]

  /// A pair of pictures, whose blocks all count the same.
  init(_ pair: PhotoPair) {
    (source, grid) = (.photo(pair.photo), pair.grid)
    targets = pair.wanted.map { TargetColor(LabColor(linear: $0)) }
    weights = targets.map { _ in 1 }
  }

  /// Colors of which each counts by its weight.
  init(_ colors: [StoredColor], targets: [TargetColor], weights: [Float]) {
    source = .colors(colors)
    let shape = StoredPicture.format(ofColors: colors.count)
    grid = BlockGrid(pixelsOf: shape.width, shape.height)
    (self.targets, self.weights) = (targets, weights)
  }

  /// Colors before and after.
  init(_ colors: [ColorSample]) {
    self.init(
      colors.map { StoredColor($0.before.codes) }, targets: colors.map(\.target), weights: colors.map(\.weight))
  }

  func trial(of look: ConfiguredLook, leavingOpen open: Set<Int>) throws(ImageError) -> TrialRender {
    switch source {
    case .photo(let photo): try photo.trial(of: look, leavingOpen: open)
    case .colors(let colors): try TrialRender(colors, through: look, leavingOpen: open)
    }
  }
}

/// Samples through one look with open parameters.
struct Trials {
  /// The target colors, in the order of ``colors(_:)``.
  let targets: [TargetColor]
  let weights: [Float]
  private let grids: [BlockGrid]
  private let counts: [Int]
  private let photos: [TrialRender]
  private let samples: [FitSample]
  private let look: ConfiguredLook
  private let open: Set<Int>
  /// Curves are part of the program, so other curves need another trial.
  private let hasOpenCurves: Bool

  init(_ samples: [FitSample], _ look: ConfiguredLook, leavingOpen open: Set<Int>) throws(ImageError) {
    let curves = open.filter { look.look.parameters[$0].type == .curve }
    let open = open.subtracting(curves)
    (self.samples, self.look, self.open, hasOpenCurves) = (samples, look, open, !curves.isEmpty)
    (targets, weights) = (samples.flatMap(\.targets), samples.flatMap(\.weights))
    (grids, counts) = (samples.map(\.grid), samples.map(\.targets.count))
    photos = try samples.map { sample throws(ImageError) in try sample.trial(of: look, leavingOpen: open) }
  }

  var hasNoise: Bool { photos.contains(where: \.hasNoise) }

  var dependOnPlace: Bool { photos.contains(where: \.dependsOnPlace) }

  /// The rendered colors, sample by sample and block by block. The samples are shared out among the processors.
  func colors(_ values: [[Double]]) throws(ImageError) -> [LabColor] {
    var photos = photos
    if hasOpenCurves {
      let look = look.replacing(all: values)
      photos = try samples.map { sample throws(ImageError) in try sample.trial(of: look, leavingOpen: open) }
    }
    let (trials, grids, counts) = (photos, grids, counts)
    let results = Mutex([Result<[LabColor], ImageError>?](repeating: nil, count: trials.count))
    DispatchQueue.concurrentPerform(iterations: trials.count) { index in
      let result: Result<[LabColor], ImageError>
      do throws(ImageError) {
        let light = grids[index].light(of: try trials[index].rendered(values))
        result = .success(light.prefix(counts[index]).map(LabColor.init(linear:)))
      } catch {
        result = .failure(error)
      }
      results.withLock { $0[index] = result }
    }
    var colors: [LabColor] = []
    for result in results.withLock(\.self) { colors += try result?.get() ?? [] }
    return colors
  }

  /// The difference of each color from its target.
  func residuals(_ values: [[Double]]) throws(ImageError) -> [SIMD3<Float>] {
    zip(try colors(values), targets).map { $1.residual(of: $0) }
  }

  /// The residual error at each target.
  func residualColors(_ values: [[Double]]) throws(ImageError) -> [Residual] {
    zip(targets, try distances(values)).map { Residual(wanted: $0.lab, distance: $1) }
  }

  /// The distances in dE2000.
  func distances(_ values: [[Double]]) throws(ImageError) -> [Double] {
    zip(try colors(values), targets).map { $1.lab.difference(from: $0) }
  }
}
