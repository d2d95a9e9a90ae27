import TintypeColor
import TintypeExecutor
package import TintypeIR
import TintypeIntrinsics
import TintypeLowering
import TintypeOptimizer
import TintypePlan
import TintypeRaster

// What a look measures over a photo before it is rendered.
extension BoundLook {
  /// Whether it measures anything.
  package var measures: Bool { !look.measurements.isEmpty }

  /// The program for a photo, with what was measured.
  package func program(for shot: Shot) -> Program {
    look.program.measured(results(for: shot)).lit(bySceneLight: shot.isSceneLight, hasHeadroom: shot.hasHeadroom)
  }

  /// What was measured over a photo; where nothing was, the results of the 256 grays.
  package func results(for shot: Shot) -> [[Double]] {
    guard measures else { return [] }
    return shot.measurements.flatMap { fits($0) ? $0 : nil } ?? measurements(over: .grays, shot)
  }

  /// Whether results are those of this look's measurements.
  package func fits(_ results: [[Double]]) -> Bool {
    results.map { $0.count } == look.measurements.map { look.program[$0.value].type.width }
  }

  /// The results of all measurements over a photo, in order, one number a lane.
  ///
  /// A later one may depend on the results before it.
  ///
  /// - Parameter shot: what is known of the photo otherwise.
  package func measurements(over photo: ReducedPhoto, _ shot: Shot) -> [[Double]] {
    var results: [[Double]] = []
    for measurement in look.measurements {
      results.append(result(of: measurement, look.program.measured(results), over: photo, shot))
    }
    return results
  }

  /// What the look measures first, before any statistic: red, green and blue of each block, row after row.
  package func colors(of photo: ReducedPhoto) -> [[Float]] {
    let first = look.measurements[0]
    return Array(colors(first.value, nil, in: first.bounds, of: look.program, over: photo, Shot()).planes.prefix(3))
  }

  private func result(
    of measurement: Measurement, _ program: Program, over photo: ReducedPhoto, _ shot: Shot
  ) -> [Double] {
    let width = program[measurement.value].type.width
    let (planes, bounds) = colors(
      measurement.value, measurement.fraction, in: measurement.bounds, of: program, over: photo, shot)
    let (columns, rows) = photo.blocks(in: bounds)
    return (0..<width).map { lane in
      var numbers: [Float] = []
      numbers.reserveCapacity(columns.count * rows.count)
      for row in rows {
        let start = row * photo.picture.format.width
        for column in columns where planes[lane][start + column].isFinite {
          numbers.append(planes[lane][start + column])
        }
      }
      return measurement.statistic.result(of: numbers, fraction: Double(planes[3][0]))
    }
  }

  /// A color or a number of a program at each block, four lanes: the last is a number that stands in place of alpha.
  private func colors(
    _ value: Value, _ number: Value?, in bounds: Value, of program: Program, over photo: ReducedPhoto, _ shot: Shot
  ) -> (planes: [[Float]], bounds: PixelRectangle) {
    var builder = ProgramBuilder(continuing: program.instructions)
    let lanes = Array(repeating: value, count: program[value].type.width == 1 ? 3 : 1)
    let color = builder.construct(Operands(lanes + [number ?? builder.constant(0)]), .rgba)
    var measuring = program
    measuring.instructions = builder.instructions
    measuring.output = Program.Output(color: color, bounds: bounds)
    let pixels = photo.picture.format.pixels
    var target = RenderTarget(
      source: .init(photo.picture.format, photo.space),
      result: .init(depth: .sixteen, hasAlpha: true, space: .srgb), storage: photo.storage)
    target.source.coding = photo.coding
    (target.isMeasured, target.isSceneLight, target.hasHeadroom) = (true, shot.isSceneLight, shot.hasHeadroom)
    let execution = RenderPlan(removeDeadValues(measuring), values: values(for: shot), for: target)
      .answered(by: shot)
      .execution(
        width: photo.size.width, height: photo.size.height, source: pixels,
        result: PixelFormat(channels: 4, depth: .sixteen))
    let planes = photo.picture.withRows { execution.colors(photo.picture.format.pixelCount.count, from: $0) }
    return (planes, execution.bounds)
  }
}

extension Statistic {
  /// The statistic of some numbers; 0 of none.
  ///
  /// A percentile is interpolated between the two numbers in order that are next to it, as NumPy does by default.
  fileprivate func result(of numbers: [Float], fraction: Double) -> Double {
    guard !numbers.isEmpty else { return 0 }
    switch self {
    case .mean: return numbers.reduce(0.0) { $0 + Double($1) } / Double(numbers.count)
    case .minimum: return Double(numbers.min() ?? 0)
    case .maximum: return Double(numbers.max() ?? 0)
    case .percentile:
      let ordered = numbers.sorted()
      let place = min(max(fraction, 0), 1) * Double(ordered.count - 1)
      let (before, part) = (Int(place), place - place.rounded(.down))
      let after = min(before + 1, ordered.count - 1)
      return Double(ordered[before]) + part * (Double(ordered[after]) - Double(ordered[before]))
    }
  }
}
