import TintypeDiagnostics
import TintypeSyntax

extension SilenceComment {
  /// Whether it asks not to be told this.
  func silences(_ warning: Diagnostic) -> Bool {
    guard warning.primary.location.file == location.file else { return false }
    let place = warning.primary.location.span.start
    return reach.start <= place && place < reach.end && codes.contains { $0.text == warning.code }
  }
}

/// Warnings without those that the text asks not to hear, and with those about silences that silence nothing.
func heeding(_ silences: [SilenceComment], _ warnings: [Diagnostic]) -> [Diagnostic] {
  let silenceable = Set(Warning.allCases.filter(\.canBeSilenced).map(\.rawValue))
  let left = warnings.filter { warning in
    !silenceable.contains(warning.code) || !silences.contains { $0.silences(warning) }
  }
  let vain = silences.flatMap { silence in
    silence.codes.compactMap { code -> Diagnostic? in
      guard silenceable.contains(code.text) else { return .unknownSilence(code, among: silenceable.sorted()) }
      let isNeeded = warnings.contains { $0.code == code.text && silence.silences($0) }
      return isNeeded ? nil : .needlessSilence(code, silence)
    }
  }
  return left + vain
}
