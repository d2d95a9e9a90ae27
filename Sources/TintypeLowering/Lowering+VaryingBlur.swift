import TintypeIR
import TintypeIntrinsics
import TintypeSemantics

// A blur whose standard deviation differs from pixel to pixel: between neighbors of a stack of blurred pictures.
//
//   sigma   0 ... 1/4   1/2   0.71   1   1.41   2 ... radius
//           sharp       └──── levels, each a blur of the whole picture ────┘
extension Lowering {
  /// `blur(image, radius, by: mask)`: at each pixel p the weighted mean of the image with the Gaussian of sigma(p) =
  /// radius * saturate(mask(p)) around p.
  ///
  /// The levels are in a ratio of sqrt 2, up to the radius. Between two of them the weight is linear in sigma, so the
  /// Gaussian becomes a mean of two Gaussians. That is within 0.008 of the height of a hard edge, 0.006 for a sigma
  /// from 1 pixel on, and within 0.041 of the range of any picture, which would have to be rings around the pixel. The
  /// result at a pixel depends only on its own sigma, so an edge of the mask adds no error.
  ///
  /// Below 1/2 pixel the sampled Gaussian is three numbers, and thus a mean of the image and the first level; up to 1/4
  /// pixel the image stays as it is, bit for bit.
  mutating func varyingBlur(_ inputs: Inputs) -> Operand {
    guard let mask = inputs[.by] else { preconditionFailure("a blur that varies has a mask") }
    var field = field(inputs)
    let share = Formula.apply(.saturate, [.value(value(mask))])
    let radius = pixelCount(.radius, inputs, in: field.bounds)
    let sigma = radius * share
    let amount = builder.write(sigma)
    if builder.rate(of: amount) == .uniform {
      field.lanes = builder.spatial(.blur, field.lanes, amount, in: field.bounds)
    } else {
      if let place = inputs.call[.by]?.location { mark(.mask(value(mask)), at: place) }
      field.lanes = blurred(field, radius, sigma)
    }
    if let others = mask.bounds { field.bounds = builder.intersect(field.bounds, others) }
    return field.operand
  }

  /// The standard deviations of the levels below the radius, in pixels; the radius itself comes last. A radius beyond
  /// twice the largest leaves a wider gap below it.
  private static let levels: [Double] = (0...24).map { step in
    let octave = Double(1 << (step / 2))
    return step % 2 == 0 ? 0.5 * octave : 0.5.squareRoot() * octave
  }

  private mutating func blurred(_ field: Field, _ radius: Formula, _ sigma: Formula) -> Value {
    var result = field.lanes
    var last = Formula.number(Self.levels[0])
    func level(_ sigma: Formula, _ builder: inout ProgramBuilder) -> Value {
      builder.spatial(.blur, field.lanes, builder.write(sigma), in: field.bounds)
    }
    // (sigma - 1/4) / (1/4) squared: within 0.045 of the part that the neighbors of a pixel have, of that in the first
    // level, where it is 0.107 each.
    let start = Formula.apply(.saturate, [sigma * 4 - 1])
    result = builder.apply(.mix, result, level(last, &builder), builder.write(start * start))
    let least = last
    for next in Self.levels.dropFirst().map(Formula.number) + [radius] {
      // A level above the radius is clamped to the radius, and gets the weight 0.
      let next = Formula.max(.min(next, radius), least)
      let gap = builder.write(next - last)
      let scale = builder.apply(
        .select, builder.constant(0), builder.write(1 / .value(gap)),
        builder.apply(.greater, gap, builder.constant(0)))
      let weight = Formula.apply(.saturate, [(sigma - last) * .value(scale)])
      result = builder.apply(.mix, result, level(next, &builder), builder.write(weight))
      last = next
    }
    let isSoft = builder.apply(.less, builder.constant(0.25), builder.write(sigma))
    return builder.apply(.select, field.lanes, result, isSoft)
  }
}
