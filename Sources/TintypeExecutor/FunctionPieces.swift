import CTintypeLanes
import TintypeIntrinsics

extension tt_pieces {
  /// As many pieces as wide loops keep in registers.
  private static let mostAtOnce = 64

  private static func isShort(_ function: PiecewiseCubic) -> Bool { function.coefficients.count <= mostAtOnce + 1 }

  /// How many times four numbers a function takes in memory.
  static func entryCount(of function: PiecewiseCubic) -> Int {
    function.coefficients.count + (isShort(function) ? mostAtOnce : 0)
  }

  /// A function in pieces where loops find it: its coefficients piece by piece and, where there are few, power by power behind
  /// them.
  ///
  /// - Parameter memory: room for ``entryCount(of:)``.
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
      // As if computed: a sum of nothing and -0 is 0.
      end: coefficients[coefficients.count - 1].x + 0, scale: function.scale, offset: function.offset,
      last: function.last, rest_bits: Int32(function.restBits))
  }
}
