import TintypeIntrinsics
import TintypeText

/// The reference semantics of a program: computes each value at one pixel in double precision, directly from the table
/// of intrinsics. Numbers have the range of single precision, beyond which they are infinities or 0.
///
/// Spatial steps need the picture: ``makeFields(of:)`` computes them for a whole picture, meant for small ones. Without
/// a picture, all pixels have the color given for one: a blur returns it, and so does a sample elsewhere. Noise that is
/// blurred is at its mean then.
///
/// The interpreter shares no code with the optimizer or the executor, so tests compare both with it.
public struct Interpreter {
  private let program: Program
  private let parameters: [[Double]]
  private let width: Int
  private let height: Int
  private let pictures: [ExactField]
  private let hasNoise: Bool
  /// The input field of each spatial step, or the output of a filter, for a given picture.
  private var fields: [Int: ExactField] = [:]

  /// Prepares a program for a picture.
  ///
  /// - Parameters:
  ///   - program: any valid program, optimized or not.
  ///   - parameters: the value of each parameter, one number per lane.
  ///   - width: of the source, in pixels.
  ///   - height: of the source, in pixels.
  ///   - pictures: the other sources from 0, 0: straight red, green, blue, alpha, encoded, 0 to 1.
  public init(
    _ program: Program, parameters: [[Double]], width: Int, height: Int, pictures: [ExactField] = []
  ) {
    self.pictures = pictures
    self.program = program
    self.parameters = parameters
    self.width = width
    self.height = height
    hasNoise = program.instructions.contains { $0.operation == .noise }
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

    /// Creates a pixel.
    public init(color: [Double], column: Int = 0, row: Int = 0, frame: UInt32 = 0) {
      self.color = color
      self.column = column
      self.row = row
      self.frame = frame
    }
  }

  /// The color to store for a pixel: straight red, green, blue, alpha, encoded, not clamped.
  public func color(at pixel: Pixel) -> [Double] { values(at: pixel)[program.output.color.index] }

  /// Left, top, right, bottom of the result, in source pixels.
  public var bounds: [Double] { values(at: Pixel(color: [0, 0, 0, 1]))[program.output.bounds.index] }

  /// Computes the spatial steps for all pixels of a picture.
  ///
  /// - Parameters:
  ///   - isInterrupted: asked before each row of a field; once true, no pixel may be asked for.
  ///   - color: of a pixel of the source: straight red, green, blue, alpha, encoded, 0 to 1.
  public mutating func makeFields(
    frame: UInt32 = 0, isInterrupted: @escaping @Sendable () -> Bool = { false },
    of color: (_ column: Int, _ row: Int) -> [Double]
  ) {
    fields = [:]
    for (index, instruction) in program.instructions.enumerated() {
      guard case .spatial(let operation) = instruction.operation else { continue }
      let edges = values(at: Pixel(color: [0, 0, 0, 1]), count: index, hops: 0)
      let operands = instruction.operands.map { $0.index }
      let rectangle = edges[operands[operands.count - 1]].map { max(0, Int(min($0, 1e6))) }
      let read = operands.prefix(operation.fieldCount).map { operand in
        ExactField(
          columns: rectangle[0]..<max(rectangle[0], rectangle[2]), rows: rectangle[1]..<max(rectangle[1], rectangle[3]),
          isInterrupted: isInterrupted
        ) { column, row in
          let isInside = 0..<width ~= column && 0..<height ~= row
          let pixel = Pixel(
            color: isInside ? color(column, row) : [0, 0, 0, 0], column: column, row: row, frame: frame)
          return values(at: pixel, count: index, hops: 0)[operand]
        }
      }
      fields[index] =
        operation.filter.map { filter in
          filter.exact(read, operands.dropFirst(read.count).prefix(filter.amounts.count).map { edges[$0][0] })
        } ?? read[0]
    }
  }

  /// The lanes of every value of the program; truth is 1 and 0.
  public func values(at pixel: Pixel) -> [[Double]] { values(at: pixel, count: program.instructions.count, hops: 2) }

  /// The lanes of the first `count` values. Without a picture, `hops` limits how often one sample may lead to another,
  /// since each would lead to many.
  private func values(at pixel: Pixel, count: Int, hops: Int) -> [[Double]] {
    var values: [[Double]] = []
    values.reserveCapacity(count)
    // The same with noise at its mean.
    var means: [[Double]] = []
    for (index, instruction) in program.instructions.prefix(count).enumerated() {
      func found(_ values: [[Double]]) -> [Double] {
        let operands = instruction.operands.map { values[$0.index] }
        return lanes(of: instruction, index, operands, pixel, hops: hops).map(inSingleRange)
      }
      guard hasNoise, fields.isEmpty, hops > 0 else {
        values.append(found(values))
        continue
      }
      let isSame = instruction.operands.allSatisfy { values[$0.index] == means[$0.index] }
      switch instruction.operation {
      case .noise: means.append([0.5, 0.5, 0.5, 0.5])
      case _ where isSame: means.append(found(values))
      default: means.append(found(means))
      }
      // The noise of the neighbors is not known; all together it is near its mean.
      let isMean = instruction.operation.isFilter || isSame && instruction.operation != .noise
      values.append(isMean ? means[index] : found(values))
    }
    return values
  }

  private func lanes(
    of instruction: Instruction, _ index: Int, _ operands: [[Double]], _ pixel: Pixel, hops: Int
  ) -> [Double] {
    switch instruction.operation {
    case .spatial(let operation):
      switch operation.reading {
      case .around:
        fields[index].map { $0[pixel.column, pixel.row] } ?? instruction.meaning(of: operands, tables: program.tables)!
      case .elsewhere(let sample):
        fields[index].map { sample.exact($0, x: operands[1][0], y: operands[1][1]) }
          ?? (hops > 0 ? elsewhere(instruction, operands, pixel, hops: hops - 1) : operands[0])
      }
    case .parameter(let index): parameters[index]
    case .source(0, _): pixel.color
    case .source(let number, _): pictures[number - 1].stored(pixel.column, pixel.row)
    case .sourceBounds(0): [0, 0, Double(width), Double(height)]
    case .sourceBounds(let number):
      [0, 0, Double(pictures[number - 1].columns.count), Double(pictures[number - 1].rows.count)]
    case .noise: noise(seed: operands[0][0], pixel)
    case .position: [Double(pixel.column) + 0.5, Double(pixel.row) + 0.5]
    case .letters(let lettering): [letters(lettering, operands, pixel)]
    case .frame: [Double(pixel.frame)]
    case .shot(let field, _): field.unknown
    case .measured: Array(repeating: 0, count: instruction.type.width)
    case .constant, .curve, .evaluate, .interpolate, .lookup, .cubics, .construct, .text, .component, .apply, .lane,
      .intersect:
      instruction.meaning(of: operands, tables: program.tables)!
    }
  }

  /// The operand at the pixel that contains another position, for a source of one color.
  private func elsewhere(
    _ instruction: Instruction, _ operands: [[Double]], _ pixel: Pixel, hops: Int
  ) -> [Double] {
    let (place, edges) = (operands[1], operands[2])
    func bounded(_ place: Double, _ low: Double, _ high: Double) -> Int {
      place > low ? Int(min(place, high - 1).rounded(.down)) : Int(low)
    }
    var other = pixel
    other.column = bounded(place[0], edges[0], edges[2])
    other.row = bounded(place[1], edges[1], edges[3])
    let field = instruction.operands[0].index
    return values(at: other, count: field + 1, hops: hops)[field]
  }

  private func letters(_ lettering: Lettering, _ operands: [[Double]], _ pixel: Pixel) -> Double {
    let place = operands.dropFirst().map { $0[0] }
    let text = PlacedText(
      LetterLine.lines(of: TextLanes.text(of: operands[0]), lettering), x: place[0], y: place[1], anchorX: place[2],
      anchorY: place[3], height: place[4], align: place[5])
    return text.coverage(Double(pixel.column) + 0.5, Double(pixel.row) + 0.5)
  }

  private func noise(seed: Double, _ pixel: Pixel) -> [Double] {
    (0..<4).map { (channel: UInt32) in
      let noise = PixelNoise(
        seed: UInt32(least(greatest(seed, 0), 0x1p24)), frame: pixel.frame,
        channel: channel, row: Int32(pixel.row))
      return Double(noise(column: Int32(pixel.column)))
    }
  }
}

extension ExactField {
  /// The lanes of a pixel; 0 outside.
  fileprivate func stored(_ column: Int, _ row: Int) -> [Double] {
    columns ~= column && rows ~= row ? self[column, row] : [0, 0, 0, 0]
  }
}
