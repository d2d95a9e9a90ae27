import TintypeDiagnostics
import TintypeIR
import TintypeSyntax

// Other defaults for what a recipe extends and uses, and variants.
extension Analyzer {
  /// Reads the settings of used looks; those of what the recipe extends are read with the parameter they set.
  mutating func checkSettings() {
    for layer in module.layers {
      for setting in distinct(layer.recipe.declarations.compactMap(\.setting)) {
        check(setting, setting.path.map(\.text))
      }
    }
  }

  /// The settings whose names are good.
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

  /// Takes note of what a setting's names stand for.
  private mutating func mention(_ symbol: Symbol, _ setting: SettingSyntax) {
    _ = usedModule(setting.path.dropLast())
    if let name = setting.path.last { model.mentions.append((symbol, name.location)) }
  }

  /// What can be set in a module: what it extends, for the module at work, and what it uses.
  private func settableNames(of index: Int) -> [String] {
    let own = parameters(of: index).map(\.name)
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
      let settings = layer.recipe.declarations.lazy.compactMap(\.setting)
      if let setting = settings.first(where: { $0.name == name.text }) { return setting }
    }
    return nil
  }

  /// The default that the recipes on the way to a parameter of a used look give it: the outermost counts.
  func setting(of path: [String]) -> [Double]? {
    var index = SemanticModel.recipe
    for start in path.indices.dropLast() {
      if let lanes = model.modules[index].settings[path[start...].joined(separator: ".")] { return lanes }
      guard let next = model.modules[index].used(path[start]) else { return nil }
      index = next
    }
    return nil
  }

  // MARK: Variants

  /// The variants of the look, those of the files that it extends first; of one name the last counts.
  mutating func variants() -> [LookVariant] {
    var variants: [LookVariant] = []
    for layer in module.layers.reversed() {
      let named = distinct(layer.recipe.declarations.compactMap(\.variant)) { syntax in
        syntax.name.flatMap { name in name.stringValue.map { ($0, name.location) } }
      } else: {
        .duplicateVariant($0, first: $1)
      }
      for syntax in named {
        let variant = LookVariant(name: syntax.name?.stringValue ?? "", values: values(of: syntax.settings))
        let index = variants.firstIndex { $0.name == variant.name } ?? variants.count
        variants.replaceSubrange(index..<min(index + 1, variants.count), with: [variant])
      }
    }
    return variants
  }

  /// What settings give the parameters of the look.
  mutating func values(of settings: [SettingSyntax]) -> [String: [Double]] {
    var values: [String: [Double]] = [:]
    for setting in distinct(settings) {
      let name = setting.name
      guard let found = model.settable.first(where: { $0.parameter.name == name }) else {
        reportNotSettable(setting)
        continue
      }
      mention(.parameter(found.entry), setting)
      values[name] = try? value(of: setting, found.parameter, space: found.space)
    }
    return values
  }

  /// A parameter of a used look that the recipe itself gives a value is none of the whole look.
  private mutating func reportNotSettable(_ setting: SettingSyntax) {
    let path = setting.path.map(\.text)
    if path.count > 1, module.used(path[0]) != nil {
      if parameter(at: path, setting) != nil { report(.parameterNotOpen(setting)) }
    } else if !isInvalidParameter(path[0]) {
      reportUnknown(setting, among: model.settable.map(\.parameter.name))
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

  // MARK: What can be set

  /// The parameters of the look in the order in which its steps need them: its own, then those of used looks that
  /// nobody gives a value.
  mutating func settableParameters() -> [SettableParameter] {
    var found = SettableParameters(analyzer: self)
    found.collect()
    return found.parameters
  }
}

/// Walks through all that a look computes, and takes note of the parameters on the way.
private struct SettableParameters {
  let analyzer: Analyzer
  var parameters: [SettableParameter] = []
  private var names: Set<String> = []
  /// What has been walked through, by the names that lead to it and the parameters that are given.
  private var visited: Set<Visit> = []
  private var depth = 0

  private struct Visit: Hashable {
    let symbol: Symbol
    let path: [String]
    let given: Set<Int>
  }

  /// The module at work.
  private struct Instance {
    let module: Int
    var path: [String] = []
    var given: Set<Int> = []
  }

  init(analyzer: Analyzer) { self.analyzer = analyzer }

  mutating func collect() {
    let module = analyzer.model.recipe
    let instance = Instance(module: SemanticModel.recipe)
    for index in module.parameters { add(index, instance) }
    for step in module.steps { visit(step, instance) }
    if let output = module.output { walk(output, instance) }
  }

  private mutating func add(_ index: Int, _ instance: Instance) {
    let entry = analyzer.model.parameters[index]
    guard var parameter = entry.parameter, !instance.given.contains(index) else { return }
    let path = instance.path + [parameter.name]
    parameter.name = path.joined(separator: ".")
    guard names.insert(parameter.name).inserted else { return }
    if path.count > 1 { parameter.defaultValue = analyzer.setting(of: path) ?? parameter.defaultValue }
    parameters.append(
      SettableParameter(
        parameter: parameter, path: instance.path, entry: index,
        space: analyzer.model.modules[entry.module].header.workingSpace))
  }

  private mutating func visit(_ symbol: Symbol, _ instance: Instance) {
    depth += 1
    defer { depth -= 1 }
    guard depth <= CheckLimits.depth,
      visited.insert(Visit(symbol: symbol, path: instance.path, given: instance.given)).inserted
    else { return }
    switch symbol {
    case .parameter(let index): add(index, instance)
    case .constant(let index):
      let entry = analyzer.model.constants[index]
      if entry.numbers.isEmpty, let value = entry.value { walk(value, instance) }
    case .image(let index): if let value = analyzer.model.images[index].value { walk(value, instance) }
    case .module(let index): if let output = analyzer.model.modules[index].output { walk(output, instance) }
    default: break
    }
  }

  private mutating func walk(_ expression: TypedExpression, _ instance: Instance) {
    for expression in expression.all {
      switch expression.kind {
      case .reference(let symbol): visit(symbol, instance)
      case .member(let used, let symbol):
        visit(symbol, Instance(module: used.index, path: instance.path + used.path))
      case .develop(let used, _, let given):
        visit(
          .module(used.index),
          Instance(module: used.index, path: instance.path + used.path, given: Set(given.map(\.parameter))))
      default: break
      }
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
