import TintypeIR

/// How much of the gray scale a look at its default settings turns into pure black or pure white.
///
/// The scale is the 64 grays from black to white that a file can tell apart in 6 bits, each shown flat: noise stands at
/// its middle, the pixel in the middle of the frame. Black and white themselves do not count.
struct CrushedScale {
  /// The share of the scale that becomes black.
  let black: Double
  /// The share that becomes white.
  let white: Double

  /// nil where half of the scale or more keeps its tones, and where that cannot be told.
  init?(of program: Program) {
    let cone = Self.cone(of: program)
    guard cone.count <= 4_096 else { return nil }
    let grays = (1..<63).map { Double($0) / 63 }
    var (black, white) = (0, 0)
    for gray in grays {
      guard let color = Self.output(of: program, cone, gray) else { return nil }
      if color.allSatisfy({ $0 < 0.5 / 255 }) { black += 1 }
      if color.allSatisfy({ $0 > 254.5 / 255 }) { white += 1 }
    }
    self.black = Double(black) / Double(grays.count)
    self.white = Double(white) / Double(grays.count)
    // A look that gives one color whatever comes in means something else.
    guard self.black + self.white > 0.5, self.black < 1, self.white < 1 else { return nil }
  }

  /// What the output needs, in order.
  private static func cone(of program: Program) -> [Int] {
    var needed = Set<Int>()
    var open = [program.output.color]
    while let value = open.popLast() {
      if needed.insert(value.index).inserted { open += program[value].operands }
    }
    return needed.sorted()
  }

  private static func output(of program: Program, _ cone: [Int], _ gray: Double) -> [Double]? {
    var lanes: [Int: [Double]] = [:]
    for index in cone {
      let instruction = program.instructions[index]
      switch instruction.operation {
      case .parameter(let parameter): lanes[index] = program.parameters[parameter].defaultValue
      case .source: lanes[index] = [gray, gray, gray, 1]
      case .sourceBounds: lanes[index] = [0, 0, 300, 200]
      case .position: lanes[index] = [150, 100]
      case .noise: lanes[index] = [0.5, 0.5, 0.5, 0.5]
      case .frame: lanes[index] = [0]
      default:
        let operands = instruction.operands.compactMap { lanes[$0.index] }
        lanes[index] = instruction.meaning(of: operands, tables: program.tables)
      }
      if lanes[index] == nil { return nil }
    }
    return lanes[program.output.color.index].map { Array($0.prefix(3)) }
  }
}
