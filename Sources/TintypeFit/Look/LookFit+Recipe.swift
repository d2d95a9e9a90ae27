import Tintype
import TintypeIR
import TintypeImport

extension LookFit {
  /// A recipe that is the look with the values that were found.
  ///
  /// - Parameters:
  ///   - name: of the new look.
  ///   - base: how the recipe names the look: a shipped one by its name, a file from the recipe's folder.
  ///   - source: what it is fitted to, in a few words.
  public func recipe(named name: String, extending base: String, from source: String) -> [UInt8] {
    look.recipe(
      named: name, extending: base, findings, comment: "Fitted to \(source): dE2000 \(after.summary).")
  }

  /// The parameters that are not at their defaults, and their values as the language writes them.
  public var changes: [(name: String, value: String)] { look.changes(findings) }
}

extension ConfiguredLook {
  /// A recipe that is the look with its values, under a comment.
  func recipe(
    named name: String, extending base: String, _ findings: [LookFit.Finding], comment: String
  ) -> [UInt8] {
    let set = changes(findings).map { "set \($0.name) = \($0.value)" }
    return formattedRecipe(
      """
      tintype 1

      // \(comment)

      extends \(writtenText(base))

      look \(writtenText(name)) {}

      \(set.joined(separator: "\n"))

      """)
  }

  /// The parameters that are not at their defaults, and their values as the language writes them.
  func changes(_ findings: [LookFit.Finding]) -> [(name: String, value: String)] {
    zip(look.parameters, values).compactMap { parameter, value in
      parameter.defaultValue == value ? nil : (parameter.name, text(value, of: parameter, findings))
    }
  }

  /// A value as it was found, with as many digits as count.
  private func text(_ value: [Double], of parameter: Parameter, _ findings: [LookFit.Finding]) -> String {
    for case .found(let text, _) in findings.filter({ $0.name == parameter.name }).map(\.outcome) { return text }
    return look.listed(value, of: parameter)
  }
}

extension ColorError {
  /// The spelling in reports and recipes.
  public var summary: String { "\(Self.rounded(mean)) in the mean, 95 % below \(Self.rounded(percentile95))" }

  /// With one decimal, or two below 1.
  private static func rounded(_ distance: Double) -> String {
    let scale: Double = distance < 1 ? 100 : 10
    return "\((distance * scale).rounded() / scale)"
  }
}
