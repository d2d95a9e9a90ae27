import TintypeIntrinsics
import TintypePlan

/// The footprint of a row: which input rows it needs, whether or not they exist; edge rows are repeated outside. Known
/// from the plan, without the picture.
struct RowFootprint: Sendable {
  /// The input rows for a row: lower + slope * row ... upper + slope * row; nil for all rows.
  private let line: (lower: Double, upper: Double, slope: Double)?

  /// The row itself.
  static let here = RowFootprint(reach: 0)

  /// Rows `lower + slope * row` to `upper + slope * row`, rounded down.
  init(_ lower: Double, _ upper: Double, slope: Double) { line = (lower, upper, slope) }

  /// The row and some rows above and below it.
  init(reach: Int) { self.init(Double(-reach), Double(reach), slope: 1) }

  /// The input rows for one row.
  func rows(for row: Int, of all: Range<Int>) -> Range<Int> {
    guard let line, !all.isEmpty else { return all }
    let middle = line.slope * Double(row)
    func bounded(_ place: Double) -> Int {
      Int(min(max(place.rounded(.down), Double(all.lowerBound)), Double(all.upperBound - 1)))
    }
    return bounded(line.lower + middle)..<bounded(line.upper + middle) + 1
  }

  /// How many rows further down the input rows are for a row so many rows further down; nil if it needs all rows.
  func rows(down count: Int) -> Double? { line.map { $0.slope * Double(count) } }

  /// The first input row needed for a row or any row after it.
  func first(for row: Int, last: Int, of all: Range<Int>) -> Int {
    min(rows(for: row, of: all).lowerBound, rows(for: last, of: all).lowerBound)
  }
}

extension RowFootprint {
  /// The footprint of each `sample` step of a pass over some columns, in the order of the steps.
  ///
  /// A position that is an affine function of the pixel's column and row (turned, moved, scaled) is tracked through the
  /// steps; any other position may be anywhere.
  static func ofSamples(in pass: Plan.Pass, columns: Range<Int>, uniforms: [Float]) -> [RowFootprint] {
    pass.samples(uniforms).map { sample in
      RowFootprint(sample.y, sample.filter.taps, before: sample.filter.tapsBefore, sample.filter.offset, columns)
    }
  }

  private init(_ place: Affine?, _ taps: Int, before: Int, _ offset: Double, _ columns: Range<Int>) {
    guard let place, place.isUsable, !columns.isEmpty else {
      line = nil
      return
    }
    let ends = [Double(columns.lowerBound) + 0.5, Double(columns.upperBound) - 0.5].map { $0 * place.across }
    let middle = place.down * 0.5 + place.constant - offset - Double(before)
    // Half a pixel of slack for the rounding of the position.
    line = (ends.min()! + middle - 0.5, ends.max()! + middle + 0.5 + Double(taps - 1), place.down)
  }
}
