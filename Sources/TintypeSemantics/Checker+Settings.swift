import TintypeDiagnostics
import TintypeIR
import TintypeSyntax

// Other defaults for what a recipe extends and uses, and variants.
extension Checker {
  /// Reads the settings of used looks; those of what the recipe extends are read with the parameter they set.
  mutating func checkSettings() {
    for layer in module.layers {
      var seen: [String: SourceLocation] = [:]
      for case .setting(let setting) in layer.recipe.declarations {
        let path = setting.path.map(\.text)
        guard !path.isEmpty, !distrusts(path[0]) else { continue }
        if let first = seen[setting.name] {
          report(.duplicateSetting(setting, first: first))
          continue
        }
        seen[setting.name] = setting.nameLocation
        check(setting, path)
      }
    }
  }

  private mutating func check(_ setting: SettingSyntax, _ path: [String]) {
    if path.count == 1 {
      guard case .parameter(let syntax)? = module.declared[path[0]]?.declaration else {
        return reportUnknown(setting, among: settableNames(of: instance.module))
      }
      if syntax.location.file == setting.location.file { report(.setOfOwnParameter(setting, syntax)) }
      return
    }
    guard let (used, parameter) = parameter(at: path, setting), module.settings[setting.name] == nil else { return }
    module.settings[setting.name] = value(of: setting, parameter, space: modules[used].header.workingSpace)
  }

  /// The module that declares the parameter at a dotted path, and the parameter; reported when there is none.
  private mutating func parameter(at path: [String], _ setting: SettingSyntax) -> (module: Int, Parameter)? {
    var index = instance.module
    for name in path.dropLast() {
      guard let next = modules[index].uses[name] else {
        reportUnknown(setting, among: settableNames(of: instance.module))
        return nil
      }
      index = next
    }
    guard modules[index].isGood else { return nil }
    guard let parameter = modules[index].parameters.first(where: { $0.name == path[path.count - 1] }) else {
      let prefix = path.dropLast().joined(separator: ".")
      reportUnknown(setting, among: settableNames(of: index).map { "\(prefix).\($0)" })
      return nil
    }
    return (index, parameter)
  }

  /// What can be set in a module: what it extends, for the module at work, and what it uses.
  private func settableNames(of index: Int) -> [String] {
    let own = modules[index].parameters.map(\.name)
    let extended = modules[index].declared.values.compactMap { declared in
      if case .parameter = declared.declaration { declared.name.text } else { nil }
    }
    let used = modules[index].uses.flatMap { name, module in modules[module].parameters.map { "\(name).\($0.name)" } }
    return Set(own + extended + used).sorted()
  }

  private mutating func reportUnknown(_ setting: SettingSyntax, among known: [String]) {
    if !module.isIncomplete { report(.unknownParameter(setting, of: module.name, known: known)) }
  }

  private func distrusts(_ name: String) -> Bool { module.distrustedNames.contains(name) }

  /// The setting by which a file that extends the one of a parameter gives it another default.
  func settings(of name: TokenSyntax, from file: SourceFile) -> SettingSyntax? {
    for layer in module.layers {
      if layer.recipe.location.file == file { return nil }
      for case .setting(let setting) in layer.recipe.declarations where setting.name == name.text { return setting }
    }
    return nil
  }

  /// The default that the recipes on the way to a parameter of a used look give it: the outermost counts.
  func setting(of path: [String]) -> [Double]? {
    var index = root
    for start in path.indices.dropLast() {
      if let lanes = modules[index].settings[path[start...].joined(separator: ".")] { return lanes }
      guard let next = modules[index].uses[path[start]] else { return nil }
      index = next
    }
    return nil
  }

  // MARK: Variants

  /// The variants of the look, those of the files that it extends first; of one name the last counts.
  mutating func variants() -> [LookVariant] {
    var variants: [LookVariant] = []
    for layer in module.layers.reversed() {
      var seen: [String: SourceLocation] = [:]
      for case .variant(let syntax) in layer.recipe.declarations {
        guard let name = syntax.name, let text = name.stringValue else { continue }
        if let first = seen[text] {
          report(.duplicateVariant(name, first: first))
          continue
        }
        seen[text] = name.location
        let variant = LookVariant(name: text, values: values(of: syntax.settings))
        if let index = variants.firstIndex(where: { $0.name == variant.name }) {
          variants[index] = variant
        } else {
          variants.append(variant)
        }
      }
    }
    return variants
  }

  /// What settings give the parameters of the look.
  mutating func values(of settings: [SettingSyntax]) -> [String: [Double]] {
    var values: [String: [Double]] = [:]
    var seen: [String: SourceLocation] = [:]
    for setting in settings where !setting.path.isEmpty && !distrusts(setting.path[0].text) {
      if let first = seen[setting.name] {
        report(.duplicateSetting(setting, first: first))
        continue
      }
      seen[setting.name] = setting.nameLocation
      guard let parameter = parameters.first(where: { $0.name == setting.name }) else {
        reportNotSettable(setting)
        continue
      }
      let space = imported[parameter.name]?.space ?? header.workingSpace
      values[parameter.name] = value(of: setting, parameter, space: space)
    }
    return values
  }

  /// A parameter of a used look that the recipe itself gives a value is none of the whole look.
  private mutating func reportNotSettable(_ setting: SettingSyntax) {
    let path = setting.path.map(\.text)
    if path.count > 1, modules[instance.module].uses[path[0]] != nil {
      if parameter(at: path, setting) != nil { report(.parameterNotOpen(setting)) }
    } else if module.declared[path[0]] == nil || names[path[0]]?.isPoison != true {
      reportUnknown(setting, among: parameters.map(\.name))
    }
  }
}

extension SettingSyntax {
  /// The names with dots.
  var name: String { path.map(\.text).joined(separator: ".") }

  /// Where they stand.
  var nameLocation: SourceLocation {
    guard let first = path.first, let last = path.last else { return location }
    return SourceLocation(first.location.file, first.span.union(last.span))
  }
}
