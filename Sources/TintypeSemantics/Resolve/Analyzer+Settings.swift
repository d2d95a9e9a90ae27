import TintypeDiagnostics
import TintypeIR
import TintypeSyntax

// Other defaults for what a recipe extends and uses, and variants.
extension Analyzer {
  /// Reads the settings of used looks; those of what the recipe extends are read with the parameter they set.
  mutating func checkSettings() {
    for layer in module.layers {
      for setting in distinct(layer.recipe.declarations.compactMap({ $0.setting })) {
        check(setting, setting.path.map { $0.text })
      }
    }
  }

  /// The first setting of each valid name.
  private mutating func distinct(_ settings: [SettingSyntax]) -> [SettingSyntax] {
    let invalid = module.invalidNames
    let good = settings.filter { $0.path.first.map { !invalid.contains($0.text) } ?? false }
    return distinct(good) {
      ($0.name, $0.nameLocation)
    } else: {
      .duplicateSetting($0, first: $1)
    }
  }

  private mutating func check(_ setting: SettingSyntax, _ path: [String]) {
    if path.count == 1 {
      guard case .parameter(let syntax)? = module.declared[path[0]]?.declaration else {
        return reportUnknown(setting, among: settableNames(of: current))
      }
      if syntax.location.file == setting.location.file { report(.setOfOwnParameter(setting, syntax)) }
      if let symbol = module.declared[path[0]]?.symbol { mention(symbol, setting) }
      return
    }
    guard let (used, parameter) = parameter(at: path, setting), module.settings[setting.name] == nil else { return }
    module.settings[setting.name] = try? value(of: setting, parameter, space: model.modules[used].header.workingSpace)
  }

  /// The module that declares the parameter at a dotted path, and the parameter; reported when there is none.
  private mutating func parameter(at path: [String], _ setting: SettingSyntax) -> (module: Int, Parameter)? {
    guard let used = usedModule(setting.path.dropLast()), used.path.count == path.count - 1 else {
      reportUnknown(setting, among: settableNames(of: current))
      return nil
    }
    guard model.modules[used.index].isGood else { return nil }
    guard let parameter = parameters(of: used.index).first(where: { $0.name == path[path.count - 1] }) else {
      let prefix = used.path.joined(separator: ".")
      reportUnknown(setting, among: settableNames(of: used.index).map { "\(prefix).\($0)" })
      return nil
    }
    if let symbol = model.modules[used.index].declared[parameter.name]?.symbol { mention(symbol, setting) }
    return (used.index, parameter)
  }

  /// Records the symbols that a setting names.
  private mutating func mention(_ symbol: Symbol, _ setting: SettingSyntax) {
    _ = usedModule(setting.path.dropLast())
    if let name = setting.path.last { model.mentions.append((symbol, name.location)) }
  }

  /// What can be set in a module: what it extends, for the module at work, and what it uses.
  private func settableNames(of index: Int) -> [String] {
    let own = parameters(of: index).map { $0.name }
    let extended = model.modules[index].declared.values.compactMap { declared in
      if case .parameter = declared.declaration { declared.name.text } else { nil }
    }
    let used = model.modules[index].declared.flatMap { name, declared in
      declared.symbol?.module.map { parameters(of: $0) }?.map { "\(name).\($0.name)" } ?? []
    }
    return Set(own + extended + used).sorted()
  }

  private mutating func reportUnknown(_ setting: SettingSyntax, among known: [String]) {
    if module.isIncomplete { return }
    let nearest = nearest(to: setting.name, among: known)
    report(.unknownParameter(setting, of: module.name, known: known, nearest: nearest))
  }

  /// The setting by which a file that extends the one of a parameter gives it another default.
  func settings(of name: TokenSyntax, from file: SourceFile) -> SettingSyntax? {
    for layer in module.layers {
      if layer.recipe.location.file == file { return nil }
      let settings = layer.recipe.declarations.lazy.compactMap { $0.setting }
      if let setting = settings.first(where: { $0.name == name.text }) { return setting }
    }
    return nil
  }

  // MARK: Variants

  /// The variants of the look, those of the files that it extends first; of one name the last counts.
  mutating func variants() -> [LookVariant] {
    var variants: [LookVariant] = []
    var places: [String: Int] = [:]
    for layer in module.layers.reversed() {
      let named = distinct(layer.recipe.declarations.compactMap { $0.variant }) { syntax in
        syntax.name.flatMap { name in name.stringValue.map { ($0, name.location) } }
      } else: {
        .duplicateVariant($0, first: $1)
      }
      for syntax in named {
        let variant = LookVariant(name: syntax.name?.stringValue ?? "", values: values(of: syntax.settings))
        if let place = places[variant.name] {
          variants[place] = variant
        } else {
          places[variant.name] = variants.count
          variants.append(variant)
        }
      }
    }
    return variants
  }

  /// What settings give the parameters of the look.
  mutating func values(of settings: [SettingSyntax]) -> [String: [Double]] {
    var values: [String: [Double]] = [:]
    for setting in distinct(settings) {
      let name = setting.name
      guard let found = model.settablePlaces[name].map({ model.settable[$0] }) else {
        reportNotSettable(setting)
        continue
      }
      mention(.parameter(found.entry), setting)
      values[name] = try? value(of: setting, found.parameter, space: found.space)
    }
    return values
  }

  /// Reports a name that is no parameter of the whole look, or one that the recipe itself gives a value.
  private mutating func reportNotSettable(_ setting: SettingSyntax) {
    let path = setting.path.map { $0.text }
    if path.count > 1, module.used(path[0]) != nil {
      if parameter(at: path, setting) != nil { report(.parameterNotOpen(setting)) }
    } else if !isInvalidParameter(path[0]) {
      reportUnknown(setting, among: model.settable.map { $0.parameter.name })
    }
  }
}

extension Analyzer {
  /// The parameters of a module, without those that it uses.
  func parameters(of index: Int) -> [Parameter] {
    model.modules[index].parameters.compactMap { model.parameters[$0].parameter }
  }

  /// Whether a name is a parameter whose declaration has been reported.
  private func isInvalidParameter(_ name: String) -> Bool {
    guard let declared = module.declared[name] else { return false }
    if case .parameter(let index)? = declared.symbol { return model.parameters[index].parameter == nil }
    if case .image(let index)? = declared.symbol { return model.images[index].value?.type.isUnknown != false }
    return false
  }
}

extension SettingSyntax {
  /// The names with dots.
  var name: String { path.map { $0.text }.joined(separator: ".") }

  /// Where they stand.
  var nameLocation: SourceLocation {
    guard let first = path.first, let last = path.last else { return location }
    return SourceLocation(first.location.file, first.span.union(last.span))
  }
}
