public import Tintype
import TintypeColor
import TintypeIR
import TintypeImage
import TintypeIntrinsics
import TintypeSemantics

/// The values of a look's parameters with which it makes pictures as near to given ones as it can.
///
/// Numbers with a range, numbers with a unit, colors and what the points of a curve map to are found by least squares
/// from several starts, truth values and choices by trying. Noise cannot be compared pixel by pixel: a parameter that
/// does nothing but noise stays.
public struct LookFit: Sendable {
  /// The result for a parameter.
  public struct Finding: Sendable {
    /// Its name.
    public let name: String
    /// Its outcome.
    public let outcome: Outcome
  }

  /// The outcome for a parameter.
  public enum Outcome: Sendable {
    /// Its value, as the language writes it, and the standard error of each number in the same unit.
    case found(String, errors: [String])
    /// The pictures do not depend on it.
    case withoutEffect
    /// It makes noise only.
    case noise
  }

  /// The look with these values.
  public let look: ConfiguredLook
  /// What was found, in the order of the look's parameters.
  public let findings: [Finding]
  /// How far the look is with the values that it had.
  public let before: ColorError
  /// How far it is now.
  public let after: ColorError
  /// How far each pair is now, in their order.
  public let pairs: [ColorError]
  /// The residual error at each color of the pairs.
  public let residuals: [Residual]

  /// Fits a look to pairs of pictures.
  ///
  /// - Parameters:
  ///   - look: the look; its values are a start, and stay where nothing depends on them.
  ///   - held: the names of parameters that keep their value.
  /// - Throws: what rendering throws, such as `.limit`.
  public init(_ look: ConfiguredLook, holding held: Set<String>, to pairs: [PhotoPair]) throws(ImageError) {
    try self.init(look, holding: held, to: pairs.map(FitSample.init))
  }

  /// Fits a look to another one of which nothing depends on a place or on neighbors, such as a table.
  ///
  /// - Throws: `.corrupt` where the look depends on them, besides what rendering throws.
  public init(_ look: ConfiguredLook, holding held: Set<String>, toTable table: ConfiguredLook) throws(ImageError) {
    try self.init(look, holding: held, to: [FitSample([ColorSample](of: table))], haveNoPlace: true)
  }

  init(
    _ look: ConfiguredLook, holding held: Set<String>, to samples: [FitSample], haveNoPlace: Bool = false
  ) throws(ImageError) {
    let parameters = look.look.parameters
    let noise = try Self.noiseParameters(of: look, samples).filter { !held.contains(parameters[$0].name) }
    let still = look.replacing(all: look.values.enumerated().map { noise.contains($0) ? [0] : $1 })
    if haveNoPlace, try Trials(Array(samples.prefix(1)), still, leavingOpen: []).dependOnPlace {
      throw ImageError(
        .corrupt, "a table has colors and no places: set grain, and what blurs, sharpens or depends on a place, to 0")
    }
    // Blocks of colors say nothing on lengths.
    let sought = parameters.indices.filter {
      !held.contains(parameters[$0].name) && !noise.contains($0) && parameters[$0].type != .length
    }
    let search = try LookSearch(still, sought: sought, samples)
    let found = try search.result()
    // What is written counts: numbers are rounded to what can be seen.
    let rounded = RoundedValues(found, of: look.look)
    findings = parameters.indices.compactMap { index in
      let outcome: Outcome? = noise.contains(index) ? .noise : rounded.outcomes[index]
      return outcome.map { Finding(name: parameters[index].name, outcome: $0) }
    }
    let result = still.replacing(all: rounded.values)
    self.look = look.replacing(
      all: zip(rounded.values, look.values).enumerated().map { index, pair in
        noise.contains(index) ? pair.1 : pair.0
      })
    before = ColorError(try Trials(samples, still, leavingOpen: []).distances(still.values))
    residuals = try Trials(samples, result, leavingOpen: []).residualColors(result.values)
    let distances = residuals.map(\.distance)
    after = ColorError(distances)
    var place = 0
    self.pairs = samples.map { sample in
      defer { place += sample.targets.count }
      return ColorError(Array(distances[place..<place + sample.targets.count]))
    }
  }

  /// The parameters that end all noise at 0, and change nothing else by it.
  static func noiseParameters(
    of look: ConfiguredLook, _ samples: [FitSample]
  ) throws(ImageError) -> Set<Int> {
    let some = Array(samples.prefix(1))
    let now = try Trials(some, look, leavingOpen: [])
    guard now.hasNoise else { return [] }
    let colors = try now.colors(look.values)
    var found: Set<Int> = []
    for (index, parameter) in look.look.parameters.enumerated() {
      guard parameter.type == .scalar, parameter.hardRange?.contains(0) ?? true else { continue }
      var values = look.values
      values[index] = [0]
      let without = look.replacing(all: values)
      let trials = try Trials(some, without, leavingOpen: [])
      if trials.hasNoise { continue }
      let moved = zip(colors, try trials.colors(values)).map { $0.difference(from: $1) }
      if ColorError(moved).mean < 1 { found.insert(index) }
    }
    return found
  }
}

extension ConfiguredLook {
  /// The same look with these values, in the order of its parameters.
  func replacing(all values: [[Double]]) -> ConfiguredLook {
    replacing(Dictionary(zip(look.parameters.map(\.name), values)) { $1 })
  }
}
