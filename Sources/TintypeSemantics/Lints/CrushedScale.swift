import TintypeIR

/// How much of the gray scale a look at its default settings turns into pure black or pure white.
///
/// The scale is the 64 grays from black to white that a file can tell apart in 6 bits, each shown flat: noise has its
/// mean, and the pixel is the middle of the frame. Black and white themselves do not count.
struct CrushedScale {
  /// The share of the scale that becomes black.
  let black: Double
  /// The share that becomes white.
  let white: Double

  /// nil where half of the scale or more keeps its tones, and where that cannot be told.
  init?(of program: Program) {
    let needed = Self.needed(of: program)
    guard needed.count <= 4_096 else { return nil }
    let grays = (1..<63).map { Double($0) / 63 }
    var (black, white) = (0, 0)
    var (lanes, dependsOnGray) = (
      [[Double]](repeating: [], count: program.instructions.count),
      [Bool](repeating: false, count: program.instructions.count)
    )
    for (place, gray) in grays.enumerated() {
      // Most of a look depends on its parameters alone: that is computed once.
      for index in needed where place == 0 || dependsOnGray[index] {
        let instruction = program.instructions[index]
        dependsOnGray[index] =
          instruction.operation == .source || instruction.operands.contains { dependsOnGray[$0.index] }
        guard let found = Self.value(of: instruction, in: program, lanes, gray) else { return nil }
        lanes[index] = found
      }
      let color = lanes[program.output.color.index].prefix(3)
      if color.allSatisfy({ $0 < 0.5 / 255 }) { black += 1 }
      if color.allSatisfy({ $0 > 254.5 / 255 }) { white += 1 }
    }
    self.black = Double(black) / Double(grays.count)
    self.white = Double(white) / Double(grays.count)
    // A look that gives one color whatever comes in means something else.
    guard self.black + self.white > 0.5, self.black < 1, self.white < 1 else { return nil }
  }

  /// What the output needs, in order.
  private static func needed(of program: Program) -> [Int] {
    var needed = Set<Int>()
    var open = [program.output.color]
    while let value = open.popLast() {
      if needed.insert(value.index).inserted { open += program[value].operands }
    }
    return needed.sorted()
  }

  private static func value(
    of instruction: Instruction, in program: Program, _ lanes: [[Double]], _ gray: Double
  ) -> [Double]? {
    switch instruction.operation {
    case .parameter(let parameter): program.parameters[parameter].defaultValue
    case .source: [gray, gray, gray, 1]
    case .sourceBounds: [0, 0, 300, 200]
    case .position: [150, 100]
    case .noise: [0.5, 0.5, 0.5, 0.5]
    case .frame: [0]
    default: instruction.meaning(of: instruction.operands.map { lanes[$0.index] }, tables: program.tables)
    }
  }
}
