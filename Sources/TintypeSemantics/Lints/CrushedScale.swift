import TintypeIR

/// The part of the gray scale that a look at its default settings clips to black or white.
///
/// The scale has 64 grays, each a uniform picture: noise has its mean, and the pixel is in the middle. Black and white
/// themselves do not count.
struct CrushedScale {
  /// The share of the scale that becomes black.
  let black: Double
  /// The share that becomes white.
  let white: Double
  /// Whether nothing is left.
  let isTotal: Bool
  /// Whether all grays become black in the middle of the picture, and few at its edge.
  let isBlackInMiddle: Bool

  /// Nil if at least half of the scale is not clipped, or if that is unknown.
  init?(of program: Program) {
    guard let found = Self.clipped(program, at: 0.5) else { return nil }
    black = Double(found.black) / Double(found.count)
    white = Double(found.white) / Double(found.count)
    // A look with a single result color is intended; one that clips all of them to it is not.
    isTotal = black == 1 || white == 1
    let edge = black == 1 ? Self.clipped(program, at: 0.01) : nil
    isBlackInMiddle = edge.map { $0.black < $0.count / 2 } ?? false
    guard black + white > 0.5, !isTotal || isBlackInMiddle || found.beyond > found.count / 2 else { return nil }
  }

  /// The numbers of grays that become black and white, and of those that lie beyond; nil if that is unknown.
  ///
  /// - Parameter place: of the pixel, from 0 to 1 across and down.
  private static func clipped(
    _ program: Program, at place: Double
  ) -> (black: Int, white: Int, beyond: Int, count: Int)? {
    let needed = program.needed(for: program.output.color)
    guard needed.count <= 4_096 else { return nil }
    let grays = (1..<63).map { Double($0) / 63 }
    var (black, white) = (0, 0)
    // Beyond black or white, which a look with a single result color is not.
    var beyond = 0
    var (lanes, dependsOnGray) = (
      [[Double]](repeating: [], count: program.instructions.count),
      [Bool](repeating: false, count: program.instructions.count)
    )
    for (round, gray) in grays.enumerated() {
      // Values that do not depend on the gray are computed once.
      for index in needed where round == 0 || dependsOnGray[index] {
        let instruction = program.instructions[index]
        dependsOnGray[index] =
          instruction.operation == .source() || instruction.operands.contains { dependsOnGray[$0.index] }
        guard let found = program.lanes(of: instruction, lanes, gray: gray, size: (300, 200), at: place) else {
          return nil
        }
        lanes[index] = found
      }
      let color = lanes[program.output.color.index].prefix(3)
      if color.allSatisfy({ $0 < -1e-6 }) || color.allSatisfy({ $0 > 1 + 1e-6 }) { beyond += 1 }
      if color.allSatisfy({ $0 < 0.5 / 255 }) { black += 1 }
      if color.allSatisfy({ $0 > 254.5 / 255 }) { white += 1 }
    }
    return (black, white, beyond, grays.count)
  }
}

// What a look at its default settings does to a uniform picture.
extension Program {
  /// The instructions that a value depends on, in order.
  func needed(for value: Value) -> [Int] {
    var needed = Set<Int>()
    var open = [value]
    while let value = open.popLast() {
      if needed.insert(value.index).inserted { open += self[value].operands }
    }
    return needed.sorted()
  }

  /// The lanes of an instruction at a place of a gray picture of a size; nil if they are unknown.
  ///
  /// - Parameter place: from 0 to 1 across and down.
  func lanes(
    of instruction: Instruction, _ lanes: [[Double]], gray: Double, size: (width: Double, height: Double),
    at place: Double = 0.5
  ) -> [Double]? {
    switch instruction.operation {
    case .parameter(let parameter): parameters[parameter].defaultValue
    case .source(0, _): [gray, gray, gray, 1]
    case .source: [0.5, 0.5, 0.5, 1]
    case .sourceBounds: [0, 0, size.width, size.height]
    case .position: [size.width * place, size.height * place]
    case .noise: [0.5, 0.5, 0.5, 0.5]
    case .frame: [0]
    default: instruction.meaning(of: instruction.operands.map { lanes[$0.index] }, tables: tables)
    }
  }
}
