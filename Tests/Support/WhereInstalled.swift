public import Testing

extension Trait where Self == ConditionTrait {
  /// Needs programs, which `Scripts/setup --tests` installs.
  public static func whereInstalled(_ programs: String...) -> Self {
    let missing = programs.filter { programOnSearchPath($0) == nil }
    return .enabled(
      if: missing.isEmpty, "there is no \(missing.joined(separator: ", ")): Scripts/setup --tests installs it")
  }
}
