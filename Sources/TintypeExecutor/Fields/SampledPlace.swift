import TintypeIntrinsics
import TintypePlan

/// Where a `sample` step reads: affine in the place of the pixel; nil where it may be anywhere.
struct SampledPlace {
  let field: Int
  let filter: SampleFilter
  let x: Affine?
  let y: Affine?

  /// Whether rows are read along columns, as where a picture is turned by a quarter.
  var exchangesAxes: Bool {
    guard let x, let y else { return false }
    return x.down.magnitude > x.across.magnitude && y.across.magnitude > y.down.magnitude
  }
}

extension Plan.Pass {
  /// The places of its `sample` steps, in their order.
  func samples(_ uniforms: [Float]) -> [SampledPlace] {
    var places = [Affine?](repeating: nil, count: registerCount)
    var samples: [SampledPlace] = []
    func place(_ operand: Plan.Operand) -> Affine? {
      switch operand {
      case .register(let register): places[register.index]
      case .uniform(let slot): Affine(constant: Double(uniforms[slot.index]))
      }
    }
    for step in steps {
      var result: Affine?
      switch step {
      case .position(let axis, _):
        result = Affine(across: axis == 0 ? 1 : 0, down: axis == 0 ? 0 : 1, constant: 0)
      case .lane(let operation, _, let operands): result = Affine(operation, operands.map(place))
      case .sample(let field, _, let filter, let x, let y, _):
        samples.append(SampledPlace(field: field, filter: filter, x: place(x), y: place(y)))
      case .interpolate, .load, .noise, .field, .lookup, .cubics, .letters: break
      }
      for register in step.results { places[register.index] = result }
    }
    return samples
  }
}

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
