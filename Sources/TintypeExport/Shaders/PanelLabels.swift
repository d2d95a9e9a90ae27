import TintypeIR

extension [Parameter] {
  /// What a panel without headings calls a parameter: its label, behind its heading where another one has the same; its
  /// name where that is not enough.
  func labelInPanel(of index: Int) -> String {
    func short(_ parameter: Parameter) -> String { parameter.label ?? parameter.name }
    func long(_ parameter: Parameter) -> String { (parameter.group.map { $0 + " " } ?? "") + short(parameter) }
    for label in [short, long] where count(where: { label($0) == label(self[index]) }) == 1 {
      return label(self[index])
    }
    return self[index].name
  }
}
