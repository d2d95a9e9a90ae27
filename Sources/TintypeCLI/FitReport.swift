import Tintype
import TintypeFit

/// What a fit has found, in lines for people.
enum FitReport {
  /// A residual error that is visible side by side.
  private static let muchRemains = 2.0

  /// Of values for a look's parameters.
  ///
  /// - Parameters:
  ///   - source: what it was fitted to, in a few words.
  ///   - pairs: the pairs of pictures; none for a table.
  static func lines(on fit: LookFit, to source: String, _ pairs: [PhotoPair] = []) -> [String] {
    var lines = fit.findings.map { row($0, pairs.isEmpty ? "colors" : "pictures") }.alignedColumns
    lines += ["\(source): dE2000 \(fit.before.summary)", "now dE2000 \(fit.after.summary)"]
    for (pair, error) in zip(pairs, fit.pairs) where error.mean > max(muchRemains, 2 * fit.after.mean) {
      lines.append("note: '\(displayed(pair.after.description))' remains \(error.summary)")
    }
    if fit.after.mean > muchRemains {
      let held = pairs.isEmpty ? "the table holds" : "the pictures hold"
      lines.append("note: \(held) more than these parameters can do; without LOOK, a new look is fitted")
    }
    return lines
  }

  /// A parameter, and what was found for it.
  private static func row(_ finding: LookFit.Finding, _ compared: String) -> [String] {
    switch finding.outcome {
    case .found(let text, let errors):
      [finding.name, text, errors.isEmpty ? "" : "± " + errors.joined(separator: ", ")]
    case .withoutEffect: [finding.name, "no effect on these \(compared)", ""]
    case .noise: [finding.name, "makes noise, which is not fitted", ""]
    }
  }

  /// Of the grain of a look.
  static func lines(on fit: GrainFit, to scan: GrainScan) -> [String] {
    func numbers(_ numbers: SIMD3<Double>, digits: Double = 10) -> String {
      // 0 is added so that there is no -0.
      (0..<3).map { "\((numbers[$0] * digits).rounded() / digits + 0)" }.joined(separator: " ")
    }
    let rows =
      [["code", "density", "1000 x RMS", "RMS in codes", "before", "now"]]
      + fit.levels.map { level in
        [
          "\(Int(level.codes.y.rounded()))", "\((level.density * 100).rounded() / 100)",
          "\((level.densitySpread * 10_000).rounded() / 10)", numbers(level.wanted), numbers(level.before),
          numbers(level.now),
        ]
      }
    var lines = fit.findings.map { row($0, "tones") }.alignedColumns
    lines.append("'\(displayed(scan.file.description))': \(scan.blockCount) flat blocks")
    lines += rows.alignedColumns
    let (near, shared) = (fit.near, fit.shared)
    lines.append(
      "correlation at 1, 2 and 4 pixels: \(numbers(near.wanted, digits: 100)), now \(numbers(near.now, digits: 100))")
    lines.append(
      "of red and green, green and blue, blue and red: \(numbers(shared.wanted, digits: 100)), now "
        + numbers(shared.now, digits: 100))
    lines.append("the strength is within \(Int((fit.error * 100).rounded(.up))) % in the mean")
    if scan.hasCoarseColor {
      lines.append(
        "note: the file keeps color at a lower resolution, so grain of one layer is lost; TIFF and PNG keep it")
    }
    if fit.error > 0.25 {
      lines.append(
        "note: this grain is not what these parameters can do; 'tintype new film.tint --template stock' has more")
    }
    return lines
  }

  /// Of a new recipe.
  static func lines(on fit: NewLookFit, to source: String) -> [String] {
    var lines = ["\(source): dE2000 \(fit.before.summary)", "now dE2000 \(fit.after.summary)"]
    if let other = fit.withoutFilm {
      lines.append(
        "note: it is a film, by the template 'stock'; curves and steps by hue remain \(other.summary). "
          + "Its grain is at 1, which a fit does not find")
    }
    if fit.after.mean > muchRemains {
      lines.append(
        "note: this much is visible. What no curves and matrices describe stays in a table: tintype import")
    }
    return lines
  }
}
