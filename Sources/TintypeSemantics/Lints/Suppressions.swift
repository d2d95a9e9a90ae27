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

extension [SuppressionComment] {
  /// The positions of the warnings that each comment suppresses.
  ///
  /// A binary search finds the warnings in a scope, since a file may have thousands of comments and warnings.
  func matches(_ warnings: [Diagnostic]) -> [[Int]] {
    func start(_ index: Int) -> Int { warnings[index].primary.location.span.start }
    let order = warnings.indices.sorted { start($0) < start($1) }
    return map { comment in
      var (low, high) = (0, order.count)
      while low < high {
        let middle = (low + high) / 2
        if start(order[middle]) < comment.scope.start { low = middle + 1 } else { high = middle }
      }
      return order[low...].prefix { start($0) < comment.scope.end }.filter { comment.suppresses(warnings[$0]) }
    }
  }
}

/// Warnings without the suppressed ones, plus warnings about needless suppressions.
func applying(_ suppressions: [SuppressionComment], to warnings: [Diagnostic]) -> [Diagnostic] {
  let suppressible = Set(Warning.allCases.filter { $0.isSuppressible }.map { $0.rawValue })
  let matches = suppressions.matches(warnings)
  let suppressed = Set(matches.joined())
  let left = warnings.indices.filter { !suppressed.contains($0) || !suppressible.contains(warnings[$0].code) }
  let needless = zip(suppressions, matches).flatMap { suppression, matches in
    suppression.codes.compactMap { code -> Diagnostic? in
      guard suppressible.contains(code.text) else { return .unknownSuppression(code, among: suppressible.sorted()) }
      let isNeeded = matches.contains { warnings[$0].code == code.text }
      return isNeeded ? nil : .needlessSuppression(code, suppression)
    }
  }
  return left.map { warnings[$0] } + needless
}
