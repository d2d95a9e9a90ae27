/// Names that are given once each.
struct UniqueNames {
  private var used: Set<String>

  init(beside used: Set<String>) { self.used = used }

  mutating func reserve(_ names: some Sequence<String>) { used.formUnion(names) }

  /// The name that a label asks for, or one with a number behind it.
  mutating func name(for label: String) -> String {
    let base = ShaderName.identifier(label)
    var name = base
    var number = 2
    while !used.insert(name).inserted {
      name = "\(base)\(number)"
      number += 1
    }
    return name
  }
}
