import TintypeIR

/// Collects the parameters of a look in the order of evaluation: its own, then those of used looks that nobody gives a
/// value.
struct SettableParameters {
  private let model: SemanticModel
  private(set) var parameters: [SettableParameter] = []
  private var names: Set<String> = []
  private var visited: Set<Visit> = []
  private var depth = 0

  /// A symbol, the names that lead to its module, and the parameters of that module which are given.
  private struct Visit: Hashable {
    let symbol: Symbol
    var path: [String] = []
    var given: Set<Int> = []
  }

  init(of model: SemanticModel) {
    self.model = model
    for index in model.recipe.parameters { visit(Visit(symbol: .parameter(index))) }
    for step in model.recipe.steps { visit(Visit(symbol: step)) }
    visit(Visit(symbol: .module(SemanticModel.recipe)))
  }

  private mutating func visit(_ visit: Visit) {
    depth += 1
    defer { depth -= 1 }
    guard depth <= CheckLimits.depth, visited.insert(visit).inserted else { return }
    switch visit.symbol {
    case .parameter(let index): if !visit.given.contains(index) { add(index, visit.path) }
    case .constant(let index): if model.constants[index].isOpen { walk(model.constants[index].value, visit) }
    case .image(let index): walk(model.images[index].value, visit)
    case .module(let index): walk(model.modules[index].output, visit)
    case .source, .frame, .function, .local, .intrinsic, .operation: break
    }
  }

  private mutating func walk(_ root: TypedExpression?, _ place: Visit) {
    for expression in root?.all ?? [] {
      switch expression.kind {
      case .reference(let symbol): visit(Visit(symbol: symbol, path: place.path, given: place.given))
      case .member(let used, let symbol): visit(Visit(symbol: symbol, path: place.path + used.path))
      case .develop(let used, _, let given):
        let given = Set(given.map { $0.parameter })
        visit(Visit(symbol: .module(used.index), path: place.path + used.path, given: given))
      case .constant, .converted, .color, .local, .word, .date, .shot, .parenthesized, .apply, .construct, .component,
        .bounds,
        .place, .conditional, .curve, .evaluate, .lookUp, .list, .element, .operation, .call, .invalid:
        break
      }
    }
  }

  private mutating func add(_ index: Int, _ path: [String]) {
    let entry = model.parameters[index]
    guard var parameter = entry.parameter else { return }
    let names = path + [parameter.name]
    parameter.name = names.joined(separator: ".")
    guard self.names.insert(parameter.name).inserted else { return }
    parameter.defaultValue = setting(of: names) ?? parameter.defaultValue
    parameters.append(
      SettableParameter(
        parameter: parameter, path: path, entry: index, space: model.modules[entry.module].header.workingSpace))
  }

  /// The default that the recipes on the way to a parameter of a used look give it: the outermost counts.
  private func setting(of names: [String]) -> [Double]? {
    var index = SemanticModel.recipe
    for start in names.indices.dropLast() {
      if let lanes = model.modules[index].settings[names[start...].joined(separator: ".")] { return lanes }
      guard let next = model.modules[index].used(names[start]) else { return nil }
      index = next
    }
    return nil
  }
}
