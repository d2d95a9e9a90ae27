public import Tintype
import TintypeColor
import TintypeIR
import TintypeImage
import TintypeRender
import TintypeSystem

/// The values of a look's parameters with which it makes the grain of a scan.
///
/// Sought are the parameters that change nothing where the noise is off: amount, size, what layers share. Everything
/// else, what makes colors above all, keeps its value.
public struct GrainFit: Sendable {
  /// The grain of one tone.
  public struct Level: Sendable {
    /// The mean codes of red, green and blue, 0 to 255.
    public let codes: SIMD3<Double>
    /// The standard deviations in codes: of the scan, and of the look before and now.
    public let (wanted, before, now): (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

    /// The density of green, over white.
    public var density: Double { -log10(light) }
    /// The standard deviation of that density in the scan.
    public var densitySpread: Double {
      let slope = ToneCurve.srgb.light(of: (codes.y + 0.5) / 255) - ToneCurve.srgb.light(of: (codes.y - 0.5) / 255)
      return wanted.y * slope / light / log(10)
    }
    private var light: Double { ToneCurve.srgb.light(of: codes.y / 255) }
  }

  /// The correlation of pixels at a distance of 1, 2 and 4, or of red and green, green and blue, blue and red.
  public struct Correlation: Sendable {
    /// That of the scan, and of the look now.
    public let (wanted, now): (SIMD3<Double>, SIMD3<Double>)
  }

  /// The look with these values.
  public let look: ConfiguredLook
  /// What was found, in the order of the look's parameters.
  public let findings: [LookFit.Finding]
  /// The tones of which the scan shows the grain, from dark to light.
  public let levels: [Level]
  /// By distance: it tells the size of the grain.
  public let near: Correlation
  /// Between the channels.
  public let shared: Correlation

  /// Fits the grain of a look.
  ///
  /// - Parameters:
  ///   - look: the look; its values are a start.
  ///   - held: the names of parameters that keep their value.
  /// - Throws: for looks without grain and for tones that the look does not reach, besides what rendering throws.
  public init(_ look: ConfiguredLook, holding held: Set<String>, to scan: GrainScan) throws(ImageError) {
    let wedge = try GrainWedge(longEdge: scan.longEdge)
    let every = [FitSample(GrainTarget(wedge: wedge, scan: scan, grays: []))]
    let amounts = try LookFit.noiseParameters(of: look, every)
    guard !amounts.isEmpty else {
      throw ImageError(.corrupt, "has no parameter that turns its grain off at 0; the look 'grain' has one")
    }
    let still = look.replacing(all: look.values.enumerated().map { amounts.contains($0) ? [0] : $1 })
    let plain = try every[0].trial(of: still, leavingOpen: []).rendered(still.values)
    let grays = (0..<wedge.count).filter { scan.spread(at: wedge.statistics(of: $0, in: plain).codes) != nil }
    guard !grays.isEmpty else {
      throw ImageError(.corrupt, "makes no gray as dark or light as the flat parts of '\(scan.file)'")
    }
    let target = GrainTarget(wedge: wedge, scan: scan, grays: grays)
    let sample = FitSample(target)
    let parameters = look.look.parameters
    var sought: [Int] = []
    for index in parameters.indices where !held.contains(parameters[index].name) {
      if amounts.contains(index) {
        sought.append(index)
      } else if try Self.isOnlyNoise(index, of: still, sample, plain) {
        sought.append(index)
      }
    }
    // From some grain: without any, its size has no effect.
    let search = try LookSearch(look, sought: sought, [sample])
    let found = RoundedValues(try search.result(), of: look.look)
    findings = sought.compactMap { index in
      guard case .found? = found.outcomes[index] else { return nil }
      return found.outcomes[index].map { LookFit.Finding(name: parameters[index].name, outcome: $0) }
    }
    let result = look.replacing(all: found.values)
    self.look = result
    let before = try sample.trial(of: look, leavingOpen: []).rendered(look.values)
    let now = try sample.trial(of: result, leavingOpen: []).rendered(result.values)
    levels = grays.map { gray in
      let (first, last) = (wedge.statistics(of: gray, in: before), wedge.statistics(of: gray, in: now))
      return Level(
        codes: last.codes, wanted: scan.spread(at: last.codes) ?? last.spread, before: first.spread, now: last.spread)
    }
    let all = grays.map { wedge.statistics(of: $0, in: now) }
    func mean(_ part: (GrainStatistics) -> SIMD3<Double>) -> SIMD3<Double> {
      all.reduce(.zero) { $0 + part($1) } / Double(all.count)
    }
    near = Correlation(wanted: scan.near, now: mean(\.near))
    shared = Correlation(wanted: scan.shared, now: mean(\.shared))
  }

  /// Whether a parameter does nothing to a look whose noise is off, even where grays meet.
  private static func isOnlyNoise(
    _ index: Int, of still: ConfiguredLook, _ sample: FitSample, _ plain: StoredPicture
  ) throws(ImageError) -> Bool {
    let places = LookSearch.places(of: still.look.parameters[index], at: index, still.values[index])
    for place in places {
      for end in [place.usual.lowerBound, place.usual.upperBound] {
        var values = still.values
        values[index][place.lane] = end
        let changed = still.replacing(all: values)
        let render = try sample.trial(of: changed, leavingOpen: []).rendered(changed.values)
        guard render.bytes == plain.bytes else { return false }
      }
    }
    return !places.isEmpty
  }

  /// How far the standard deviations are from the scan's in the mean, as a share.
  public var error: Double {
    let shares = levels.map { level in
      let share = (level.now - level.wanted) / (level.wanted + 0.3)
      return (share * share).sum() / 3
    }
    return (shares.reduce(0, +) / Double(levels.count)).squareRoot()
  }

  /// A recipe that is the look with the values that were found.
  ///
  /// - Parameters:
  ///   - name: of the new look.
  ///   - base: how the recipe names the look: a shipped one by its name, a file from the recipe's folder.
  ///   - source: what it is fitted to, in a few words.
  public func recipe(named name: String, extending base: String, from source: String) -> [UInt8] {
    look.recipe(
      named: name, extending: base, findings,
      comment: "The grain of \(source): its strength within \(Int((error * 100).rounded(.up))) %.")
  }
}
