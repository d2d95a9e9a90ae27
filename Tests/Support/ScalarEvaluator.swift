import TintypeIR
public import TintypeIntrinsics
public import TintypePlan
import TintypeTables
import TintypeText

/// The reference for the bytes of a plan: runs its steps on one pixel, one lane at a time, in single precision.
///
/// The executor must give the same bits with vectors, tiles and threads.
public struct ScalarEvaluator {
  private let plan: Plan
  private let uniforms: [Float]
  private let frame: UInt32
  private let lines: [PlacedText<Float>]
  private let size: (width: Int, height: Int)
  private let pictures: [RandomPicture]
  /// The channels of each field that is already computed.
  private var fields: [[SingleField]] = []

  /// Prepares a plan for a picture; see `Plan.uniformValues`.
  ///
  /// - Parameter pictures: the sources besides the photo.
  public init(
    _ plan: Plan, parameters: [[Double]] = [], width: Int, height: Int, pictures: [RandomPicture] = [],
    frame: UInt32 = 0
  ) {
    self.pictures = pictures
    self.plan = plan
    self.frame = frame
    size = (width, height)
    uniforms = plan.uniformValues(
      parameters: parameters, width: width, height: height, pictures: pictures.map(\.size), frame: frame)
    lines = plan.placedLines(uniforms: uniforms)
  }

  /// Computes the fields of the plan. Call this before computing colors.
  ///
  /// - Parameters:
  ///   - depth: of the codes.
  ///   - source: the stored codes of a pixel, 3 or 4.
  public mutating func makeFields(depth: SampleDepth, source: (_ column: Int, _ row: Int) -> [UInt16]) {
    fields = []
    let rectangles = plan.fieldPixels(uniforms: uniforms, width: size.width, height: size.height)
    for (field, pixels) in zip(plan.fields, rectangles) {
      switch field.content {
      case .filtered(let of, let operation, let amounts):
        fields.append(
          (0..<field.channels).map { channel in
            operation.single(of.map { fields[$0][channel] }, amounts.map { uniforms[$0.index] })
          })
      case .pass(let pass):
        let colors = pixels.rows.map { row in
          pixels.columns.map { column in
            results(
              of: pass, source: pass.readsSource ? source(column, row) : [], depth: depth, column: column, row: row)
          }
        }
        fields.append(
          (0..<field.channels).map { channel in
            SingleField(columns: pixels.columns, rows: pixels.rows) {
              colors[$1 - pixels.rows.lowerBound][$0 - pixels.columns.lowerBound][channel]
            }
          })
      }
    }
  }

  /// The color to store for a pixel: straight red, green, blue, alpha, encoded, not clamped.
  ///
  /// - Parameters:
  ///   - source: the stored codes of the pixel, 3 or 4.
  ///   - depth: of the codes.
  ///   - column: in source pixels.
  ///   - row: in source pixels.
  public func color(of source: [UInt16], depth: SampleDepth, column: Int, row: Int) -> [Float] {
    results(of: plan.lastPass, source: source, depth: depth, column: column, row: row)
  }

  private func results(
    of pass: Plan.Pass, source: [UInt16], depth: SampleDepth, column: Int, row: Int
  ) -> [Float] {
    var registers = [Float](repeating: 0, count: pass.registerCount)
    func read(_ operand: Plan.Operand) -> Float {
      switch operand {
      case .register(let register): registers[register.index]
      case .uniform(let slot): uniforms[slot.index]
      }
    }
    func pixel(_ number: Int) -> (codes: [UInt16], depth: SampleDepth) {
      if number == 0 { return (source, depth) }
      let picture = pictures[number - 1]
      return (picture.pixel(column: column, row: row), picture.sampleBytes == 1 ? .eight : .sixteen)
    }
    for step in pass.steps {
      switch step {
      case .load(let channel, let number, let register):
        let (codes, depth) = pixel(number)
        registers[register.index] = channel < codes.count ? depth.value(of: codes[channel]) : 1
      case .lookup(let channel, let number, let table, let register):
        let codes = pixel(number).codes
        registers[register.index] = plan.tables[table][channel < codes.count ? Int(codes[channel]) : 255]
      case .interpolate(let table, let results, let operands):
        for (register, number) in zip(results, plan.colorTables[table](operands.map(read))) {
          registers[register.index] = number
        }
      case .cubics(let function, let register, let operand):
        registers[register.index] = plan.functions[function](read(operand))
      case .noise(let channel, let seed, let register):
        let noise = PixelNoise(
          seed: Plan.seed(uniforms[seed.index]), frame: frame, channel: UInt32(channel), row: Int32(row))
        registers[register.index] = noise(column: Int32(column))
      case .position(let axis, let register):
        registers[register.index] = Float(axis == 0 ? column : row) + 0.5
      case .letters(let line, let register):
        registers[register.index] = lines[line].coverage(Float(column) + 0.5, Float(row) + 0.5)
      case .field(let field, let channel, let register): registers[register.index] = fields[field][channel][column, row]
      case .sample(let field, let channel, let filter, let x, let y, let register):
        registers[register.index] = Sample(filter: filter).single(fields[field][channel], x: read(x), y: read(y))
      case .lane(let operation, let register, let operands):
        let values = operands.map(read) + [0, 0]
        registers[register.index] = operation(values[0], values[1], values[2])
      }
    }
    return pass.results.map(read)
  }
}
