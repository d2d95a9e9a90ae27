import CTintypeLanes
import TintypeIntrinsics

extension tt_pieces {
  /// The largest number of pieces that wide loops hold in registers.
  private static func mostAtOnce(_ function: PiecewiseCubic) -> Int { function.starts.isEmpty ? 64 : 32 }

  private static func isShort(_ function: PiecewiseCubic) -> Bool {
    function.coefficients.count <= mostAtOnce(function) + 1
  }

  /// The starts in entries of four numbers: a multiple of 32 numbers.
  private static func startEntries(_ function: PiecewiseCubic) -> Int { (function.starts.count + 31) / 32 * 8 }

  /// The memory of a function, in entries of four numbers.
  static func entryCount(of function: PiecewiseCubic) -> Int {
    function.coefficients.count + (isShort(function) ? mostAtOnce(function) : 0) + startEntries(function)
  }

  /// A piecewise function in the layout of the loops: coefficients piece by piece, followed by coefficients power by
  /// power if there are few pieces, and by the starts of the pieces if they have any.
  ///
  /// - Parameter memory: at least ``entryCount(of:)`` entries.
  init(_ function: PiecewiseCubic, in memory: UnsafeMutablePointer<SIMD4<Float>>) {
    let (coefficients, mostAtOnce) = (function.coefficients, Self.mostAtOnce(function))
    for (index, piece) in coefficients.enumerated() { memory[index] = piece }
    let numbers = UnsafeMutableRawPointer(memory).assumingMemoryBound(to: Float.self)
    let byPower = numbers + 4 * coefficients.count
    if Self.isShort(function) {
      for power in 0..<4 {
        for piece in 0..<mostAtOnce {
          byPower[power * mostAtOnce + piece] = piece < coefficients.count ? coefficients[piece][power] : 0
        }
      }
    }
    let starts = byPower + (Self.isShort(function) ? 4 * mostAtOnce : 0)
    for index in 0..<4 * Self.startEntries(function) {
      starts[index] = index < function.starts.count ? function.starts[index] : .infinity
    }
    self.init(
      coefficients: UnsafePointer(numbers), by_power: Self.isShort(function) ? UnsafePointer(byPower) : nil,
      starts: function.starts.isEmpty ? nil : UnsafePointer(starts), count: Int32(function.starts.count),
      // Adding 0 turns -0 into 0, as evaluating the piece would.
      end: coefficients[coefficients.count - 1].x + 0, scale: function.scale, offset: function.offset,
      last: function.last, rest_bits: Int32(function.restBits))
  }
}
