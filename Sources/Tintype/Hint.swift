/// Suggestions for an unknown name: the nearest existing names, or else all of them.
package func hint(for name: String, among names: [String]) -> String {
  nearestName(to: name, among: names).map { "did you mean '\($0)'?" }
    ?? (names.isEmpty ? "it has none." : "there are \(names.joined(separator: ", ")).")
}
