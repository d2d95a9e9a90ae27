import TintypeIntrinsics
import TintypePlan

/// The stages of a render, in order: the sources, the steps that compute fields, and the last pass.
struct FieldStages: Sendable {
  /// The rows of each source; 0 is the photo.
  let sources: [PixelRows]

  /// The rows of each field of the plan.
  private(set) var fields: [FieldRows] = []

  private(set) var stages: [RowStage] = []

  /// Halved pictures, shared: two blurs of one field halve it once.
  private var halves: [ObjectIdentifier: FieldRows] = [:]

  private let isDry: Bool

  init(_ execution: Execution, from sources: [PixelRows], to result: PixelRows, isDry: Bool) {
    (self.sources, self.isDry) = (sources, isDry)
    let (plan, uniforms) = (execution.plan, execution.uniforms)
    stages = sources.enumerated().map { RowStage(making: .read($0), inputs: [], output: $1.window) }
    for (index, (field, pixels)) in zip(plan.fields, execution.fieldPixels).enumerated() {
      switch field.content {
      case .pass(let pass):
        let rows = FieldRows(pixels, channels: field.channels, isDry: isDry)
        stages.append(
          RowStage(
            making: .pass(index), inputs: inputs(of: pass, columns: pixels.columns, uniforms), output: rows.window))
        fields.append(rows)
      case .filtered(let of, let operation, let amounts):
        fields.append(
          operation.rows(
            of: of.map { fields[$0] }, channels: field.channels, amounts: amounts.map { uniforms[$0.index] }, in: &self)
        )
      }
    }
    stages.append(
      RowStage(
        making: .last, inputs: inputs(of: plan.lastPass, columns: execution.bounds.columns, uniforms),
        output: result.window))
  }

  private func inputs(of pass: Plan.Pass, columns: Range<Int>, _ uniforms: [Float]) -> [RowStage.Input] {
    var footprints = RowFootprint.ofSamples(in: pass, columns: columns, uniforms: uniforms)[...]
    let read = pass.steps.compactMap { step -> RowStage.Input? in
      switch step {
      case .field(let field, _, _): .init(window: fields[field].window, footprint: .here)
      case .sample(let field, _, _, _, _, _): .init(window: fields[field].window, footprint: footprints.removeFirst())
      case .load, .lookup, .interpolate, .cubics, .noise, .position, .letters, .lane: nil
      }
    }
    return pass.sources.sorted().map { .init(window: sources[$0].window, footprint: .here) } + read
  }

  // MARK: Filters

  /// Adds a stage for the first channels of fields; returns its output.
  mutating func add(
    _ maker: some RowMaker, from inputs: FieldRows..., channels: Int, columns: Range<Int>, rows: Range<Int>
  ) -> FieldRows {
    add(maker, from: inputs, channels: channels, columns: columns, rows: rows)
  }

  mutating func add(
    _ maker: some RowMaker, from inputs: [FieldRows], channels: Int, columns: Range<Int>, rows: Range<Int>
  ) -> FieldRows {
    let made = FieldRows(PixelRectangle(columns: columns, rows: rows), channels: channels, isDry: isDry)
    stages.append(
      RowStage(
        making: .filter(AnyRowMaker(maker), of: inputs, into: made),
        inputs: inputs.map { .init(window: $0.window, footprint: maker.footprint) }, output: made.window))
    return made
  }

  /// Returns the shared derivative of a field; makes it on first use.
  mutating func shared(of input: FieldRows, _ make: (inout FieldStages, FieldRows) -> FieldRows) -> FieldRows {
    if let known = halves[ObjectIdentifier(input)] { return known }
    let made = make(&self, input)
    halves[ObjectIdentifier(input)] = made
    return made
  }
}
