public import TintypeIR
import TintypeIntrinsics

/// Adds noise of one code to 8-bit output, which prevents banding in smooth gradients.
///
/// The noise is the sum of two uniform ones (triangular, up to one code up and down), which makes mean and variance of
/// the rounding error independent of the color; it is the same for red, green and blue, so that it has no hue. Within
/// one code of 0 and 1 it is a single uniform number, up to half a code up and down: the mean is exact there, too,
/// black and white stay clean, and nothing is clipped. It starts at the photo's own seed.
///
/// Works on the unsplit program, in the encoded values that are rounded.
public func dithered(_ program: Program) -> Program {
  var dithered = program
  var builder = ProgramBuilder(continuing: program.instructions)
  let color = program.output.color
  let one = builder.constant(1)
  let seed = builder.apply(.add, builder.shot(.seed), builder.constant(Double(1 << PhotoSeed.bits)))
  let noise = builder.noise(seed: seed)
  let half = builder.constant(0.5)
  let code = builder.constant(1 / 255)
  // Less than half a code, so that none of black and white is rounded away.
  let uniforms = (0..<2).map { lane in
    builder.apply(
      .multiply, builder.apply(.subtract, builder.component([lane], of: noise), half), builder.constant(0.999999 / 255))
  }
  let triangular = builder.apply(.add, uniforms[0], uniforms[1])
  let lanes = (0..<3).map { lane in
    let stored = builder.component([lane], of: color)
    let room = builder.apply(.min, stored, builder.apply(.subtract, one, stored))
    let isInside = builder.apply(.greaterOrEqual, room, code)
    return builder.apply(.add, stored, builder.apply(.select, uniforms[0], triangular, isInside))
  }
  dithered.output.color = builder.construct(lanes + [builder.component([3], of: color)], .rgba)
  dithered.instructions = builder.instructions
  return dithered
}
