import Testing
import Tintype
import TintypeDrawing

/// One step, what it gives for four colors by a calculation outside of this project, and how many codes it may be off.
struct KnownStep: Sendable, CustomTestStringConvertible {
  /// The colors of the calculations: a skin, a blue, a green, a gray.
  static let colors: [(UInt8, UInt8, UInt8)] = [(200, 120, 90), (30, 60, 160), (90, 140, 60), (128, 128, 128)]

  let step: String
  let values: [[Int]]
  var tolerance = 0
  var testDescription: String { step }

  func check() throws {
    let look = try TestedLook(step: step)
    for (color, value) in zip(Self.colors, values) {
      let found = try look(color.0, color.1, color.2)
      #expect(zip(found, value).allSatisfy { abs($0 - $1) <= tolerance }, "\(color): \(found), not \(value)")
    }
  }
}
