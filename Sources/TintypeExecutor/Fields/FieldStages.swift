import TintypeIntrinsics
import TintypePlan

/// The stages before the last pass of a plan: the rows of its fields, and the steps that compute them, in order.
struct FieldStages: Sendable {
  /// The rows of each field of the plan.
  private(set) var fields: [FieldRows] = []

  private(set) var stages: [RowStage] = []

  /// Halved pictures, shared: two blurs of one field halve it once.
  private var halves: [ObjectIdentifier: FieldRows] = [:]

  private let isDry: Bool

  /// The inputs of the last pass.
  private(set) var last: [RowStage.Input] = []

  init(_ plan: Plan, uniforms: [Float], bounds: PixelRectangle, rectangles: [PixelRectangle], isDry: Bool) {
    self.isDry = isDry
    for (index, (field, pixels)) in zip(plan.fields, rectangles).enumerated() {
      switch field.content {
      case .pass(let pass):
        let rows = FieldRows(pixels, channels: field.channels, isDry: isDry)
        stages.append(
          RowStage(
            making: .pass(index), inputs: inputs(of: pass, columns: pixels.columns, uniforms),
            sources: pass.sources, output: rows))
        fields.append(rows)
      case .filtered(let of, let operation, let amounts):
        fields.append(
          operation.rows(
            of: of.map { fields[$0] }, channels: field.channels, amounts: amounts.map { uniforms[$0.index] }, in: &self)
        )
      }
    }
    last = inputs(of: plan.lastPass, columns: bounds.columns, uniforms)
  }

  private func inputs(of pass: Plan.Pass, columns: Range<Int>, _ uniforms: [Float]) -> [RowStage.Input] {
    var footprints = RowFootprint.ofSamples(in: pass, columns: columns, uniforms: uniforms)[...]
    return pass.steps.compactMap { step in
      switch step {
      case .field(let field, _, _): .init(rows: fields[field], footprint: .pass(.here))
      case .sample(let field, _, _, _, _, _): .init(rows: fields[field], footprint: .pass(footprints.removeFirst()))
      case .load, .lookup, .interpolate, .cubics, .noise, .position, .letters, .lane: nil
      }
    }
  }

  // MARK: Filters

  /// Adds a stage for the first channels of fields; returns its output.
  mutating func add(
    _ maker: some RowMaker, from inputs: FieldRows..., channels: Int, columns: Range<Int>, rows: Range<Int>
  ) -> FieldRows {
    let made = FieldRows(PixelRectangle(columns: columns, rows: rows), channels: channels, isDry: isDry)
    stages.append(
      RowStage(
        making: .rows(maker), inputs: inputs.map { .init(rows: $0, footprint: .rows(maker)) }, sources: [],
        output: made))
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
