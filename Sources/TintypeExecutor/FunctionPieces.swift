import CTintypeLanes
import TintypeIntrinsics

extension tt_pieces {
  /// The largest number of pieces that wide loops hold in registers.
  private static let mostAtOnce = 64

  private static func isShort(_ function: PiecewiseCubic) -> Bool { function.coefficients.count <= mostAtOnce + 1 }

  /// The memory of a function, in entries of four numbers.
  static func entryCount(of function: PiecewiseCubic) -> Int {
    function.coefficients.count + (isShort(function) ? mostAtOnce : 0)
  }

  /// A piecewise function in the layout of the loops: coefficients piece by piece, followed by coefficients power by
  /// power if there are few pieces.
  ///
  /// - Parameter memory: at least ``entryCount(of:)`` entries.
  init(_ function: PiecewiseCubic, in memory: UnsafeMutablePointer<SIMD4<Float>>) {
    let coefficients = function.coefficients
    for (index, piece) in coefficients.enumerated() { memory[index] = piece }
    let numbers = UnsafeMutableRawPointer(memory).assumingMemoryBound(to: Float.self)
    let byPower = numbers + 4 * coefficients.count
    if Self.isShort(function) {
      for power in 0..<4 {
        for piece in 0..<Self.mostAtOnce {
          byPower[power * Self.mostAtOnce + piece] = piece < coefficients.count ? coefficients[piece][power] : 0
        }
      }
    }
    self.init(
      coefficients: UnsafePointer(numbers), by_power: Self.isShort(function) ? UnsafePointer(byPower) : nil,
      // Adding 0 turns -0 into 0, as evaluating the piece would.
      end: coefficients[coefficients.count - 1].x + 0, scale: function.scale, offset: function.offset,
      last: function.last, rest_bits: Int32(function.restBits))
  }
}
