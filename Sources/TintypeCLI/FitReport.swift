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
    let rows = fit.findings.map { finding in
      switch finding.outcome {
      case .found(let text, let errors):
        [finding.name, text, errors.isEmpty ? "" : "± " + errors.joined(separator: ", ")]
      case .withoutEffect: [finding.name, "no effect on these \(pairs.isEmpty ? "colors" : "pictures")", ""]
      case .noise: [finding.name, "makes noise, which is not fitted", ""]
      }
    }
    var lines = rows.alignedColumns
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

  /// Of a new recipe.
  ///
  /// - Parameter film: the film that was taken instead, because it is nearer.
  static func lines(on fit: ModelFit, to source: String, insteadOf film: LookFit? = nil) -> [String] {
    var lines = ["\(source): dE2000 \(fit.before.summary)", "now dE2000 \((film?.after ?? fit.after).summary)"]
    if film != nil {
      lines.append(
        "note: it is a film, by the template 'stock'; curves and steps by hue remain \(fit.after.summary). "
          + "Its grain is at 1, which a fit does not find")
    }
    if (film?.after ?? fit.after).mean > muchRemains {
      lines.append(
        "note: this much is visible. What no curves and matrices describe stays in a table: tintype import")
    }
    return lines
  }
}
