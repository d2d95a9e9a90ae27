public import TintypeIR
import TintypeIntrinsics

/// The Y'CbCr encoding of video: luma, and the color differences blue minus luma and red minus luma (ITU-T H.273).
public struct YCbCr: Sendable, Hashable {
  /// The weights of red and blue in luma; green has the rest.
  public enum Matrix: String, CaseIterable, Sendable {
    /// Standard definition: 0.299, 0.114.
    case bt601
    /// High definition: 0.2126, 0.0722.
    case bt709
    /// Ultra-high definition: 0.2627, 0.0593.
    case bt2020

    var weights: (red: Double, blue: Double) {
      switch self {
      case .bt601: (0.299, 0.114)
      case .bt709: (0.2126, 0.0722)
      case .bt2020: (0.2627, 0.0593)
      }
    }
  }

  /// The weights of red, green and blue in luma.
  public var matrix: Matrix
  /// Full range uses all codes; limited (broadcast) range uses 16 to 235 for luma and 16 to 240 for color differences,
  /// in units of 8 bits.
  public var isFullRange: Bool
  /// Bits per sample. In memory they are the upper bits of a 16-bit word.
  public var bits: Int
  /// Whether the picture has luma only.
  public var isGray: Bool

  /// Creates an encoding.
  public init(_ matrix: Matrix, isFullRange: Bool, bits: Int, isGray: Bool) {
    (self.matrix, self.isFullRange, self.bits, self.isGray) = (matrix, isFullRange, bits, isGray)
  }

  /// The factor from a stored number (0 to 1 for 16 bits) to a code.
  private var codes: Double { 65535 / Double(1 << (16 - bits)) }

  /// Black, and the distance from black to white, as stored numbers.
  fileprivate var light: (zero: Double, one: Double) {
    let unit = Double(1 << (bits - 8))
    return isFullRange ? (0, (256 * unit - 1) / codes) : (16 * unit / codes, 219 * unit / codes)
  }

  /// The neutral color difference, and the distance for a difference of 1, as stored numbers.
  fileprivate var color: (zero: Double, one: Double) {
    let unit = Double(1 << (bits - 8))
    return (128 * unit / codes, (isFullRange ? 256 * unit - 1 : 224 * unit) / codes)
  }
}

/// Converts frames from Y'CbCr to red, green and blue before the look, and back after it.
///
/// Works on the unsplit program, so the conversions fuse and fold with the rest. Colors outside the displayable range
/// are clipped on input and output: a look may rely on 0 to 1. The result has no alpha.
///
/// - Parameters:
///   - isLogarithmic: whether the codes are those of a camera's curve, which go on above white and are not clipped.
///   - isResult: whether the result is stored as well; if not, it remains as the look computes it.
public func storedAsYCbCr(
  _ program: Program, _ storage: YCbCr, isLogarithmic: Bool = false, isResult: Bool = true
) -> Program {
  var result = rebuild(program) { instruction, builder in
    let value = builder.add(instruction)
    guard instruction.operation == .source() else { return value }
    let color = read(value, storage, &builder)
    return builder.construct([isLogarithmic ? color : builder.apply(.saturate, color), builder.constant(1)], .rgba)
  }
  guard isResult else { return result }
  var builder = ProgramBuilder(continuing: result.instructions)
  result.output.color = written(result.output.color, storage, &builder)
  result.instructions = builder.instructions
  return result
}

/// Red, green and blue of a stored pixel.
private func read(_ stored: Value, _ storage: YCbCr, _ builder: inout ProgramBuilder) -> Value {
  func part(_ lane: Int, _ scale: (zero: Double, one: Double)) -> Value {
    let number = builder.component([lane], of: stored)
    let above = builder.apply(.subtract, number, builder.constant(scale.zero))
    return builder.apply(.multiply, above, builder.constant(1 / scale.one))
  }
  let light = part(0, storage.light)
  if storage.isGray { return builder.construct([light, light, light], .rgb) }
  let (blue, red) = (part(1, storage.color), part(2, storage.color))
  let (kr, kb) = storage.matrix.weights
  let kg = 1 - kr - kb
  func plus(_ sum: Value, _ factor: Double, _ color: Value) -> Value {
    builder.apply(.add, sum, builder.apply(.multiply, color, builder.constant(factor)))
  }
  let rgb = [
    plus(light, 2 * (1 - kr), red),
    plus(plus(light, -2 * kb * (1 - kb) / kg, blue), -2 * kr * (1 - kr) / kg, red),
    plus(light, 2 * (1 - kb), blue),
  ]
  return builder.construct(rgb, .rgb)
}

/// The stored pixel of a color.
private func written(_ color: Value, _ storage: YCbCr, _ builder: inout ProgramBuilder) -> Value {
  let shown = builder.apply(.saturate, builder.component([0, 1, 2], of: color))
  let (kr, kb) = storage.matrix.weights
  func weighed(_ weights: [Double], _ scale: (zero: Double, one: Double)) -> Value {
    let sum = builder.apply(.dot, shown, builder.constant(weights.map { $0 * scale.one }, .rgb))
    return builder.apply(.add, sum, builder.constant(scale.zero))
  }
  let light = [kr, 1 - kr - kb, kb]
  func difference(_ lane: Int) -> [Double] {
    (0..<3).map { (($0 == lane ? 1 : 0) - light[$0]) / (2 * (1 - light[lane])) }
  }
  let none = builder.constant(storage.color.zero)
  let parts = [
    weighed(light, storage.light), storage.isGray ? none : weighed(difference(2), storage.color),
    storage.isGray ? none : weighed(difference(0), storage.color), builder.constant(1),
  ]
  return builder.construct(parts, .rgba)
}
