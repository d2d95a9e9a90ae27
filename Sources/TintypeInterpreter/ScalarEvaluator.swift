public import TintypeIntrinsics
public import TintypePlan
import TintypeTables

/// What the bytes of a plan are: its steps run on one pixel, one lane at a time, in single precision.
///
/// The executor has to give the same bits with vectors, tiles and threads.
public struct ScalarEvaluator {
  private let plan: Plan
  private let uniforms: [Float]
  private let frame: UInt32

  /// Prepares a plan for a picture; see `Plan.uniformValues`.
  public init(_ plan: Plan, parameters: [[Double]] = [], width: Int, height: Int, frame: UInt32 = 0) {
    self.plan = plan
    self.frame = frame
    uniforms = plan.uniformValues(parameters: parameters, width: width, height: height, frame: frame)
  }

  /// The colour to store for a pixel: straight red, green, blue, alpha, encoded, not clamped.
  ///
  /// - Parameters:
  ///   - source: the stored codes of the pixel, 3 or 4.
  ///   - depth: of the codes.
  ///   - column: in source pixels.
  ///   - row: in source pixels.
  public func color(of source: [UInt16], depth: SampleDepth, column: Int, row: Int) -> [Float] {
    var registers = [Float](repeating: 0, count: plan.registerCount)
    func read(_ operand: Plan.Operand) -> Float {
      switch operand {
      case .register(let register): registers[register.index]
      case .uniform(let slot): uniforms[slot.index]
      }
    }
    for step in plan.steps {
      switch step {
      case .load(let channel, let register):
        registers[register.index] = channel < source.count ? depth.value(of: source[channel]) : 1
      case .lookup(let channel, let table, let register):
        registers[register.index] = plan.tables[table][channel < source.count ? Int(source[channel]) : 255]
      case .interpolate(let table, let results, let operands):
        for (register, number) in zip(results, plan.colorTables[table](operands.map(read))) {
          registers[register.index] = number
        }
      case .noise(let channel, let seed, let register):
        let noise = PixelNoise(
          seed: Plan.seed(uniforms[seed.index]), frame: frame, channel: UInt32(channel), row: Int32(row))
        registers[register.index] = noise(column: Int32(column))
      case .position(let axis, let register):
        registers[register.index] = Float(axis == 0 ? column : row) + 0.5
      case .lane(let operation, let register, let operands):
        let values = operands.map(read) + [0, 0]
        registers[register.index] = operation(values[0], values[1], values[2])
      }
    }
    return plan.color.map(read)
  }
}
