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
