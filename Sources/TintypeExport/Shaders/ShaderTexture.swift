import TintypeJSON
import TintypeTables
import TintypeText

/// Numbers that a shader reads as a texture: a table of colors, or the strokes of a line of text.
struct ShaderTexture: Hashable {
  let name: String

  /// Two or three dimensions.
  let size: [Int]

  /// 3 or 4.
  let channels: Int

  /// The first dimension varies fastest.
  let numbers: [Float]

  var type: ShaderType { size.count == 3 ? .table : .picture }

  /// The numbers with as many channels as wanted; further ones are 1.
  func texels(channels wanted: Int) -> [Float] {
    if wanted == channels { return numbers }
    return stride(from: 0, to: numbers.count, by: channels).flatMap { start in
      numbers[start..<start + channels] + Array(repeating: 1, count: wanted - channels)
    }
  }

  /// The texels as singles, little-endian.
  func base64(channels wanted: Int) -> String {
    texels(channels: wanted).flatMap { number in
      (0..<4).map { UInt8(truncatingIfNeeded: number.bitPattern >> (8 * $0)) }
    }.base64
  }

  private static let curveColumns = 1024

  /// A stage of a table. Each curve is a row, and a final row has the index of the last entry.
  init(_ stage: ColorTable.Stage, name: String) {
    self.name = name
    channels = 3
    var numbers = stage.entries.flatMap { [$0.x, $0.y, $0.z] }
    switch stage.shape {
    case .cube: size = [stage.edge, stage.edge, stage.edge]
    case .curves:
      let columns = min(stage.edge, Self.curveColumns)
      let rows = (stage.edge + columns - 1) / columns + 1
      size = [columns, rows]
      let last = Float(stage.edge - 1)
      numbers += [Float](repeating: last, count: columns * rows * 3 - numbers.count)
    }
    self.numbers = numbers
  }

  /// The strokes of a line, in cap heights.
  fileprivate init(strokes: [LetterStroke], name: String) {
    self.name = name
    (size, channels) = ([2, max(strokes.count, 1)], 4)
    let rows = strokes.flatMap { stroke in
      let (middle, along) = ((stroke.start + stroke.end) / 2, stroke.end - stroke.start)
      let length = (along.x * along.x + along.y * along.y).squareRoot()
      let direction = length > 0 ? along / length : SIMD2(1, 0)
      return [
        middle.x, middle.y, direction.x, direction.y, length / 2, stroke.radius, stroke.isPointed ? 1 : 0, 0,
      ].map { Float($0) }
    }
    numbers = rows.isEmpty ? [Float](repeating: 0, count: 8) : rows
  }
}

/// A line of text as a texture of strokes.
struct LetterTexture {
  let texture: ShaderTexture

  /// The width of the line in cap heights.
  let width: Double

  /// The bounds of all strokes: left, top, right, bottom, in cap heights.
  let box: [Double]

  init(_ line: LetterLine, name: String) {
    texture = ShaderTexture(strokes: line.strokes, name: name)
    width = line.width
    let ends = line.strokes.flatMap { stroke in
      [stroke.start, stroke.end].map { (low: $0 - stroke.radius, high: $0 + stroke.radius) }
    }
    box = [
      ends.map(\.low.x).min() ?? 0, ends.map(\.low.y).min() ?? 0, ends.map(\.high.x).max() ?? 0,
      ends.map(\.high.y).max() ?? 0,
    ]
  }
}
