import TintypeDiagnostics
import TintypeSyntax

extension SuppressionComment {
  /// Whether it suppresses a warning.
  func suppresses(_ warning: Diagnostic) -> Bool {
    guard warning.primary.location.file == location.file else { return false }
    let place = warning.primary.location.span.start
    return scope.start <= place && place < scope.end && codes.contains { $0.text == warning.code }
  }
}

/// Warnings without the suppressed ones, and with those about suppressions of nothing.
func heeding(_ suppressions: [SuppressionComment], _ warnings: [Diagnostic]) -> [Diagnostic] {
  let suppressible = Set(Warning.allCases.filter(\.isSuppressible).map(\.rawValue))
  let left = warnings.filter { warning in
    !suppressible.contains(warning.code) || !suppressions.contains { $0.suppresses(warning) }
  }
  let needless = suppressions.flatMap { suppression in
    suppression.codes.compactMap { code -> Diagnostic? in
      guard suppressible.contains(code.text) else { return .unknownSuppression(code, among: suppressible.sorted()) }
      let isNeeded = warnings.contains { $0.code == code.text && suppression.suppresses($0) }
      return isNeeded ? nil : .needlessSuppression(code, suppression)
    }
  }
  return left + needless
}
