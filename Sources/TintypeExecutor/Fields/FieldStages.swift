import TintypeIntrinsics
import TintypePlan

/// All that is made before the last pass of a plan: the rows of its fields, and the steps that make them, in order.
struct FieldStages: Sendable {
  /// The rows of each field of the plan.
  private(set) var fields: [FieldRows] = []

  private(set) var stages: [RowStage] = []

  /// What is half as large as something: two blurs of one field halve it once.
  private var halves: [ObjectIdentifier: FieldRows] = [:]

  /// What the last pass reads.
  private(set) var last: [RowStage.Input] = []

  init(_ plan: Plan, uniforms: [Float], bounds: PixelRectangle, width: Int, height: Int, isDry: Bool = false) {
    let rectangles = plan.fieldPixels(uniforms: uniforms, width: width, height: height)
    for (index, (field, pixels)) in zip(plan.fields, rectangles).enumerated() {
      switch field.content {
      case .pass(let pass):
        let rows = FieldRows(pixels, channels: field.channels, isDry: isDry)
        stages.append(
          RowStage(
            making: .pass(index), inputs: inputs(of: pass, columns: pixels.columns, uniforms),
            readsSource: pass.readsSource, output: rows))
        fields.append(rows)
      case .blur(let of, let sigma):
        fields.append(blurred(fields[of], GaussianSteps(sigma: uniforms[sigma.index]), isDry: isDry))
      }
    }
    last = inputs(of: plan.lastPass, columns: bounds.columns, uniforms)
  }

  private func inputs(of pass: Plan.Pass, columns: Range<Int>, _ uniforms: [Float]) -> [RowStage.Input] {
    var reaches = RowFootprint.ofSamples(in: pass, columns: columns, uniforms: uniforms)[...]
    return pass.steps.compactMap { step in
      switch step {
      case .field(let field, _, _): .init(rows: fields[field], reach: .pass(.here))
      case .sample(let field, _, _, _, _, _): .init(rows: fields[field], reach: .pass(reaches.removeFirst()))
      case .load, .lookup, .interpolate, .cubics, .noise, .position, .letters, .lane: nil
      }
    }
  }

  private mutating func blurred(_ field: FieldRows, _ steps: GaussianSteps, isDry: Bool) -> FieldRows {
    var rows = field
    func halved(_ pixels: Range<Int>) -> Range<Int> { pixels.isEmpty ? pixels : GaussianSteps.halved(pixels) }
    func next(_ making: RowStage.Making, _ reach: RowStage.Reach, columns: Range<Int>, rows newRows: Range<Int>) {
      let made = FieldRows(
        PixelRectangle(columns: columns, rows: newRows), channels: rows.channels, isDry: isDry)
      stages.append(
        RowStage(making: making, inputs: [.init(rows: rows, reach: reach)], readsSource: false, output: made))
      rows = made
    }
    var sizes: [PixelRectangle] = []
    for _ in 0..<steps.halvings {
      let size = rows.pixels
      sizes.append(size)
      let whole = ObjectIdentifier(rows)
      if let half = halves[whole] {
        rows = half
        continue
      }
      next(.halveAcross, .pass(.here), columns: halved(size.columns), rows: size.rows)
      next(.halveDown, .halving, columns: rows.pixels.columns, rows: halved(size.rows))
      halves[whole] = rows
    }
    let (columns, down) = (rows.pixels.columns, rows.pixels.rows)
    next(.weighAcross(steps.weights), .pass(.here), columns: columns, rows: down)
    next(.weighDown(steps.weights), .neighbors(steps.weights.count - 1), columns: columns, rows: down)
    for size in sizes.reversed() {
      next(.doubleDown, .doubling, columns: rows.pixels.columns, rows: size.rows)
      next(.doubleAcross, .pass(.here), columns: size.columns, rows: size.rows)
    }
    return rows
  }
}
