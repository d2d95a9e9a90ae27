public import TintypeIR
import TintypeIntrinsics

/// Adds noise of one code to 8-bit output, which prevents banding in smooth gradients.
///
/// The noise is the sum of two uniform ones (triangular, up to one code up and down), which makes mean and variance of
/// the rounding error independent of the color; it is the same for red, green and blue, so that it has no hue. It fades
/// within one code of 0 and 1: black and white stay clean, and nothing is clipped. It starts at the photo's own seed.
///
/// Works on the unsplit program, in the encoded values that are rounded.
public func dithered(_ program: Program) -> Program {
  var dithered = program
  var builder = ProgramBuilder(continuing: program.instructions)
  let color = program.output.color
  let one = builder.constant(1)
  let seed = builder.apply(.add, builder.shot(.seed), builder.constant(Double(1 << PhotoSeed.bits)))
  let noise = builder.noise(seed: seed)
  let sum = builder.apply(.add, builder.component([0], of: noise), builder.component([1], of: noise))
  let triangular = builder.apply(.subtract, sum, one)
  let codes = builder.constant(255)
  let lanes = (0..<3).map { lane in
    let stored = builder.component([lane], of: color)
    let room = builder.apply(.min, stored, builder.apply(.subtract, one, stored))
    let part = builder.apply(.clamp, builder.apply(.multiply, room, codes), builder.constant(0), one)
    return builder.apply(.add, stored, builder.apply(.divide, builder.apply(.multiply, triangular, part), codes))
  }
  dithered.output.color = builder.construct(lanes + [builder.component([3], of: color)], .rgba)
  dithered.instructions = builder.instructions
  return dithered
}
