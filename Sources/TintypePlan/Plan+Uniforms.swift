import TintypeIntrinsics
import TintypeTables

extension Plan {
  /// The values of all slots for one render, in single precision.
  ///
  /// - Parameters:
  ///   - parameters: the value of each parameter that is still open, one number per lane.
  ///   - width: of the photo, in pixels.
  ///   - height: of the photo, in pixels.
  ///   - pictures: the sizes of the other sources.
  ///   - frame: the number of the frame, 0 for a still.
  public func uniformValues(
    parameters: [[Double]], width: Int, height: Int, pictures: [PictureSize] = [], frame: UInt32
  ) -> [Float] {
    let sizes = [PictureSize(width: width, height: height)] + pictures
    var values: [Float] = []
    values.reserveCapacity(uniforms.count)
    for uniform in uniforms {
      switch uniform {
      case .constant(let number): values.append(number)
      case .truth(let truth): values.append(.truth(truth))
      case .parameter(let index, let lane): values.append(Float(parameters[index][lane]))
      case .truthParameter(let index): values.append(.truth(parameters[index][0] != 0))
      case .sourceBounds(let source, let edge):
        values.append([0, 0, Float(sizes[source].width), Float(sizes[source].height)][edge])
      case .frame: values.append(Float(frame))
      case .interpolate(let table, let lane, let slots):
        values.append(colorTables[table](slots.map { values[$0.index] })[lane])
      case .lane(let operation, let slots):
        let operands = slots.map { values[$0.index] } + [0, 0]
        values.append(operation(operands[0], operands[1], operands[2]))
      }
    }
    return values
  }

  /// The value of a slot as a noise seed: a nonnegative integer. NaN and values out of range are clamped to the nearest
  /// valid seed.
  public static func seed(_ value: Float) -> UInt32 {
    UInt32(least(greatest(value, 0), 0x1p24))
  }
}
