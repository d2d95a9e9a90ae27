import TintypePlan

extension Execution {
  /// Whether the photo is turned by a quarter on its way into the result.
  package var turnsPhoto: Bool {
    /// Of each field whether the photo is turned in it; nil for one that has nothing of the photo.
    var turned: [Bool?] = []
    func isTurned(_ pass: Plan.Pass) -> Bool? {
      var found: [Bool] = []
      for step in pass.steps {
        switch step {
        case .load(_, 0, _), .lookup(_, 0, _, _): found.append(false)
        case .field(let field, _, _): found += [turned[field]].compactMap { $0 }
        default: break
        }
      }
      found += pass.samples(uniforms).compactMap { sample in turned[sample.field].map { $0 != sample.exchangesAxes } }
      return found.isEmpty ? nil : found.contains(true)
    }
    for field in plan.fields {
      switch field.content {
      case .pass(let pass): turned.append(isTurned(pass))
      case .filtered(let inputs, _, _): turned.append(inputs.first.flatMap { turned[$0] })
      }
    }
    return isTurned(plan.lastPass) == true
  }
}
