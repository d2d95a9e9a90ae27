import Dispatch
import Synchronization
import Tintype
import TintypeColor
import TintypeIR
import TintypeImage
import TintypeIntrinsics
import TintypeRender

/// A picture that goes through a look, and what is to come out.
struct FitSample: @unchecked Sendable {
  // Only the rows of pictures are read.
  /// What is rendered.
  enum Source {
    case photo(DecodedPhoto)
    /// In sRGB.
    case picture(StoredPicture)
  }

  let source: Source
  /// The blocks whose colors are compared.
  private let grid: BlockGrid
  /// The color of each block; none where grain is compared.
  let targets: [TargetColor]
  /// The grain that is to come out.
  private let grain: GrainTarget?
  /// The weight of each residual.
  let weights: [Float]

  /// A pair of pictures, whose blocks all count the same.
  init(_ pair: PhotoPair) {
    (source, grid, grain) = (.photo(pair.photo), pair.grid, nil)
    targets = pair.wanted.map { TargetColor(LabColor(linear: $0)) }
    weights = targets.map { _ in 1 }
  }

  /// A wedge that is to have the grain of a scan.
  init(_ grain: GrainTarget) {
    (source, self.grain, targets) = (.picture(grain.wedge.picture), grain, [])
    grid = BlockGrid(columns: grain.wedge.count, rows: 1)
    weights = grain.grays.flatMap { _ in [1, 1, 1] }
  }

  /// Colors of which each counts by its weight.
  init(_ colors: [StoredColor], targets: [TargetColor], weights: [Float]) throws(ImageError) {
    let picture = try StoredPicture(colors: colors)
    (source, grain) = (.picture(picture), nil)
    grid = BlockGrid(pixelsOf: picture.format.width, picture.format.height)
    (self.targets, self.weights) = (targets, weights)
  }

  /// Colors before and after.
  init(_ colors: [ColorSample]) throws(ImageError) {
    try self.init(
      colors.map { StoredColor($0.before.codes) }, targets: colors.map(\.target), weights: colors.map(\.weight))
  }

  func trial(of look: ConfiguredLook, leavingOpen open: Set<Int>) throws(ImageError) -> TrialRender {
    switch source {
    case .photo(let photo): try photo.trial(of: look, leavingOpen: open)
    case .picture(let picture): try TrialRender(picture, through: look, leavingOpen: open)
    }
  }

  /// The colors of a render, block by block.
  func colors(of render: StoredPicture) -> [LabColor] {
    let light = grid.light(of: render)
    return light.prefix(grain == nil ? targets.count : light.count).map(LabColor.init(linear:))
  }

  /// The difference of a render from what is to come out.
  func residuals(of render: StoredPicture) -> [SIMD3<Float>] {
    grain?.residuals(of: render) ?? zip(colors(of: render), targets).map { $1.residual(of: $0) }
  }
}

/// Samples through one look with open parameters.
struct Trials {
  /// The target colors, in the order of ``colors(_:)``.
  let targets: [TargetColor]
  let weights: [Float]
  private let photos: [TrialRender]
  private let samples: [FitSample]
  private let look: ConfiguredLook
  private let open: Set<Int>
  /// Curves and lengths are part of the program, so other ones need another trial.
  private let isCompiledAnew: Bool

  init(_ samples: [FitSample], _ look: ConfiguredLook, leavingOpen open: Set<Int>) throws(ImageError) {
    let fixed = open.filter { [.curve, .length].contains(look.look.parameters[$0].type) }
    let open = open.subtracting(fixed)
    (self.samples, self.look, self.open, isCompiledAnew) = (samples, look, open, !fixed.isEmpty)
    (targets, weights) = (samples.flatMap(\.targets), samples.flatMap(\.weights))
    photos = try samples.map { sample throws(ImageError) in try sample.trial(of: look, leavingOpen: open) }
  }

  var hasNoise: Bool { photos.contains(where: \.hasNoise) }

  var dependOnPlace: Bool { photos.contains(where: \.dependsOnPlace) }

  /// What is measured of the renders, sample by sample. The samples are shared out among the processors.
  private func measured<Value: Sendable>(
    _ values: [[Double]], _ measure: @Sendable (FitSample, StoredPicture) -> [Value]
  ) throws(ImageError) -> [Value] {
    var photos = photos
    if isCompiledAnew {
      let look = look.replacing(all: values)
      photos = try samples.map { sample throws(ImageError) in try sample.trial(of: look, leavingOpen: open) }
    }
    let (trials, samples) = (photos, samples)
    let results = Mutex([Result<[Value], ImageError>?](repeating: nil, count: trials.count))
    DispatchQueue.concurrentPerform(iterations: trials.count) { index in
      let result: Result<[Value], ImageError>
      do throws(ImageError) {
        result = .success(measure(samples[index], try trials[index].rendered(values)))
      } catch {
        result = .failure(error)
      }
      results.withLock { $0[index] = result }
    }
    var all: [Value] = []
    for result in results.withLock(\.self) { all += try result?.get() ?? [] }
    return all
  }

  /// The rendered colors, block by block.
  func colors(_ values: [[Double]]) throws(ImageError) -> [LabColor] {
    try measured(values) { $0.colors(of: $1) }
  }

  /// The difference of each sample from what is to come out.
  func residuals(_ values: [[Double]]) throws(ImageError) -> [SIMD3<Float>] {
    try measured(values) { $0.residuals(of: $1) }
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
