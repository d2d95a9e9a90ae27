public import TintypeIR
import TintypeIntrinsics

/// What a program means: each value computed at one pixel in double precision, straight from the table of intrinsics.
///
/// It knows neither the optimizer nor the executor, so it can judge both.
public struct Interpreter {
  private let program: Program
  private let parameters: [[Double]]
  private let width: Int
  private let height: Int

  /// Prepares a program for a picture.
  ///
  /// - Parameters:
  ///   - program: any valid program, optimized or not.
  ///   - parameters: the value of each parameter, one number a lane.
  ///   - width: of the source, in pixels.
  ///   - height: of the source, in pixels.
  public init(_ program: Program, parameters: [[Double]], width: Int, height: Int) {
    self.program = program
    self.parameters = parameters
    self.width = width
    self.height = height
  }

  /// One pixel of the source.
  public struct Pixel: Sendable {
    /// Straight red, green, blue, alpha, encoded, 0 to 1.
    public var color: [Double]
    /// Column in source pixels.
    public var column: Int
    /// Row in source pixels.
    public var row: Int
    /// The frame, 0 for a still.
    public var frame: UInt32

    /// Makes a pixel.
    public init(color: [Double], column: Int = 0, row: Int = 0, frame: UInt32 = 0) {
      self.color = color
      self.column = column
      self.row = row
      self.frame = frame
    }
  }

  /// The colour to store for a pixel: straight red, green, blue, alpha, encoded, not clamped.
  public func color(at pixel: Pixel) -> [Double] { values(at: pixel)[program.output.color.index] }

  /// Left, top, right, bottom of what is stored, in source pixels.
  public var bounds: [Double] { values(at: Pixel(color: [0, 0, 0, 1]))[program.output.bounds.index] }

  /// The lanes of every value of the program; truth is 1 and 0.
  public func values(at pixel: Pixel) -> [[Double]] {
    var values: [[Double]] = []
    values.reserveCapacity(program.instructions.count)
    for instruction in program.instructions {
      values.append(lanes(of: instruction, instruction.operands.map { values[$0.index] }, pixel))
    }
    return values
  }

  private func lanes(of instruction: Instruction, _ operands: [[Double]], _ pixel: Pixel) -> [Double] {
    switch instruction.operation {
    case .parameter(let index): parameters[index]
    case .source: pixel.color
    case .sourceBounds: [0, 0, Double(width), Double(height)]
    case .noise: noise(seed: operands[0][0], pixel)
    case .position: [Double(pixel.column) + 0.5, Double(pixel.row) + 0.5]
    case .frame: [Double(pixel.frame)]
    default: instruction.meaning(of: operands, tables: program.tables)!
    }
  }

  private func noise(seed: Double, _ pixel: Pixel) -> [Double] {
    (0..<4).map { (channel: UInt32) in
      let noise = PixelNoise(
        seed: UInt32(LaneOperation.minimum.exact([LaneOperation.maximum.exact([seed, 0]), 0x1p24])), frame: pixel.frame,
        channel: channel, row: Int32(pixel.row))
      return Double(noise(column: Int32(pixel.column)))
    }
  }
}
