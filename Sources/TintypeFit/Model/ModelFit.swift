public import Tintype
import TintypeColor
import TintypeIR
import TintypeImage
import TintypeRender

/// A readable recipe for what happens to colors: of a table of unknown origin, or of pairs of pictures.
///
/// Selects the simplest model that is nearly as good as the largest. What depends on hue beyond it becomes steps of the
/// library.
public struct ModelFit {
  /// The recipe.
  public let recipe: [UInt8]
  /// How far the colors are apart before and after.
  public let before: ColorError
  /// How far the recipe is from the colors after, rendered.
  public let after: ColorError
  /// The residual error at each color.
  public let residuals: [Residual]

  /// Fits a recipe to pairs of pictures.
  ///
  /// - Parameters:
  ///   - name: of the look.
  ///   - source: what it is fitted to, in a few words.
  public init(to pairs: [PhotoPair], named name: String, from source: String) throws(ImageError) {
    try self.init(to: [ColorSample](pairs), named: name, from: source)
  }

  /// Fits a recipe to a look of which nothing depends on a place or on neighbors, such as a table.
  public init(to look: ConfiguredLook, named name: String, from source: String) throws(ImageError) {
    try self.init(to: [ColorSample](of: look), named: name, from: source)
  }

  private init(to samples: [ColorSample], named name: String, from source: String) throws(ImageError) {
    let targets = samples.map(\.target)
    let search = try ModelSearch(samples, targets)
    let model = ModelNumbers(try search.result())
    // The steps by hue continue from what is written so far.
    let codes = search.codes(of: model.rounded).map(StoredColor.init)
    let hues = try HueSteps(FitSample(codes, targets: targets, weights: samples.map(\.weight)))
    let text = ModelRecipe(name: name, source: source, model: model, hues: hues.calls)
    residuals = try Self.residuals(of: text.bytes(error: nil), samples)
    after = ColorError(residuals.map(\.distance))
    recipe = text.bytes(error: after)
    before = ColorError(zip(samples, targets).map { $1.lab.difference(from: LabColor(linear: $0.before)) })
  }

  /// How far a recipe's render is from targets.
  private static func residuals(
    of recipe: [UInt8], _ samples: [ColorSample]
  ) throws(ImageError) -> [Residual] {
    guard let look = compile(SourceFile(name: "fit", text: recipe)).look else {
      preconditionFailure("a fitted recipe compiles:\n\(String(decoding: recipe, as: UTF8.self))")
    }
    let configured = ConfiguredLook(look)
    let trials = try Trials([FitSample(samples)], configured, leavingOpen: [])
    return try trials.residualColors(configured.values)
  }
}

/// The search for the simplest model that is nearly as good as the largest.
private struct ModelSearch {
  private let samples: [ColorSample]
  private let targets: [TargetColor]
  private let light: [ColorModel.Start: [SIMD3<Double>]]

  init(_ samples: [ColorSample], _ targets: [TargetColor]) throws(ImageError) {
    (self.samples, self.targets) = (samples, targets)
    let scene = SourceFile(
      name: "scene",
      text: "tintype 1\nlook \"scene\" { working linear-srgb }\nkernel start(c: rgb, light: ev = 0ev) -> rgb { return "
        + "\(ColorModel.Start.scene.text) }\noutput start(source)\n")
    guard let look = compile(scene).look else { preconditionFailure("the library has the light of a scene") }
    let trial = try TrialRender(
      StoredPicture(colors: samples.map { StoredColor($0.before.codes) }), through: ConfiguredLook(look))
    let grid = BlockGrid(pixelsOf: trial.format.width, trial.format.height)
    light = [
      .photo: samples.map(\.before), .scene: Array(grid.light(of: try trial.rendered([])).prefix(samples.count)),
    ]
  }

  /// The samples through a model.
  func codes(of model: ColorModel) -> [SIMD3<Double>] { model.codes(light[model.start] ?? []) }

  func result() throws(ImageError) -> ColorModel {
    let largest = try ColorModel.Start.allCases.map { start throws(ImageError) in
      try fitted(ColorModel(start, .layers, hasDyes: true))
    }
    // Where the light of the scene gains nothing, it stays out.
    let errors = largest.map(error(of:))
    let (best, least) = errors[1] < errors[0] * 0.95 ? (largest[1], errors[1]) : (largest[0], errors[0])
    // From few numbers to many: the first model that is nearly as good is taken.
    for hasDyes in [false, true] {
      for sight in ColorModel.Sight.allCases where !hasDyes || sight == .saturation {
        let model = try fitted(ColorModel(best.start, sight, hasDyes: hasDyes))
        if error(of: model) < least * 1.08 + 0.05 { return model }
      }
    }
    return best
  }

  private func error(of model: ColorModel) -> Double {
    let colors = codes(of: model)
    var (sum, total) = (0.0, 0.0)
    for index in colors.indices {
      let weight = Double(samples[index].weight)
      sum += weight * targets[index].lab.difference(from: LabColor(codes: colors[index]))
      total += weight
    }
    return sum / total
  }

  private func fitted(_ start: ColorModel) throws(ImageError) -> ColorModel {
    let curves = start.sight.count..<start.sight.count + 3 * ColorModel.knots.count
    let unknowns = start.numbers.indices.map { index in
      LeastSquares.Unknown(range: curves.contains(index) ? -0.1...1.1 : -3...3, scale: curves.contains(index) ? 0.5 : 1)
    }
    // Where a curve has no colors it is straight.
    let bends = 3 * (ColorModel.knots.count - 2)
    let problem = LeastSquares(
      unknowns: unknowns, weights: samples.map(\.weight) + [Float](repeating: 1, count: bends)
    ) { numbers throws(ImageError) in
      var model = start
      model.numbers = numbers
      return zip(codes(of: model), targets).map { $1.residual(of: LabColor(codes: $0)) } + Self.bends(of: model)
    }
    var model = start
    // The curves of a look often leave the diagonal by far, as those of a negative do.
    var values = start.numbers
    for channel in 0..<3 {
      for (knot, code) in ColorModel.knots.enumerated() {
        values[start.sight.count + channel * ColorModel.knots.count + knot] = grayCode(near: code, channel)
      }
    }
    model.numbers = try problem.minimum(from: values, iterations: 15).values
    return model
  }

  /// What becomes of the grayest colors of about this code.
  private func grayCode(near code: Double, _ channel: Int) -> Double {
    var (sum, total) = (0.0, 0.0)
    for sample in samples {
      let codes = (0..<3).map { ToneCurve.srgb.code(of: sample.before[$0]) }
      let off = codes.reduce(0) { $0 + ($1 - code) * ($1 - code) }
      let weight = 1 / (off * off + 1e-6)
      sum += weight * ToneCurve.srgb.code(of: sample.after[channel])
      total += weight
    }
    return sum / total
  }

  /// How much each curve bends at each inner knot.
  private static func bends(of model: ColorModel) -> [SIMD3<Float>] {
    (0..<3).flatMap { channel -> [SIMD3<Float>] in
      let (x, y) = (ColorModel.knots, Array(model.curveNumbers(channel)))
      return (1..<x.count - 1).map { index in
        let part = (x[index] - x[index - 1]) / (x[index + 1] - x[index - 1])
        return SIMD3(Float(5 * (y[index - 1] + (y[index + 1] - y[index - 1]) * part - y[index])), 0, 0)
      }
    }
  }
}
