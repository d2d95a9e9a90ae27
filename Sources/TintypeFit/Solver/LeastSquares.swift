import TintypeImage

/// A nonlinear least-squares problem over numbers within bounds.
///
/// Solved by the method of Levenberg and Marquardt with finite differences. Colors far off count less (the weights of
/// Huber), so that grain, dust and edges that are not quite aligned do not pull.
struct LeastSquares {
  /// One number that is sought.
  struct Unknown {
    /// The bounds.
    let range: ClosedRange<Double>
    /// A large step: the width of its usual range.
    let scale: Double
  }

  /// A solution.
  struct Minimum {
    /// The numbers.
    let values: [Double]
    /// Half the weighted sum of squares.
    let cost: Double
    /// The standard error of each number; nil where the residuals do not depend on it.
    let errors: [Double?]
    /// How many units of residual a unit of each number moves, in the mean.
    let slopes: [Double]
  }

  let unknowns: [Unknown]
  /// The weight of each color; nil for equal weights.
  var weights: [Float]?
  let residuals: ([Double]) throws(ImageError) -> [SIMD3<Float>]

  /// Half the weighted sum of squares at a place.
  func cost(at values: [Double]) throws(ImageError) -> Double {
    let found = try residuals(values)
    return cost(found, Self.spread(found))
  }

  /// Descends from a place.
  ///
  /// - Parameter iterations: the most steps.
  func minimum(from start: [Double], iterations: Int) throws(ImageError) -> Minimum {
    var values = zip(start, unknowns).map { min(max($0, $1.range.lowerBound), $1.range.upperBound) }
    var current = try residuals(values)
    var damping = 1e-3
    var system = try linearized(at: values, current)
    for _ in 0..<iterations {
      let before = cost(current, system.spread)
      var gain: Double?
      while gain == nil, damping < 1e8 {
        let step = system.step(damping, isHeld: isHeld(values, system.gradient))
        let tried = values.indices.map { index in
          min(
            max(values[index] + step[index] * unknowns[index].scale, unknowns[index].range.lowerBound),
            unknowns[index].range.upperBound)
        }
        let found = try residuals(tried)
        let after = cost(found, system.spread)
        if after < before {
          (values, current, gain) = (tried, found, (before - after) / before)
          damping = max(damping / 5, 1e-9)
        } else {
          damping *= 6
        }
      }
      guard let gain else { break }
      system = try linearized(at: values, current)
      if gain < 1e-5 { break }
    }
    return Minimum(
      values: values, cost: cost(current, system.spread), errors: system.errors(unknowns),
      slopes: zip(system.slopes, unknowns).map { $0 / $1.scale })
  }

  /// Numbers at a bound that want to go beyond it.
  private func isHeld(_ values: [Double], _ gradient: [Double]) -> [Bool] {
    values.indices.map { index in
      let range = unknowns[index].range
      return (values[index] <= range.lowerBound && gradient[index] > 0)
        || (values[index] >= range.upperBound && gradient[index] < 0)
    }
  }

  /// Twice the median length: beyond it residuals count linearly.
  private static func spread(_ residuals: [SIMD3<Float>]) -> Float {
    let lengths = residuals.map(\.length).sorted()
    return lengths.isEmpty ? 1 : max(2 * lengths[lengths.count / 2], 0.5)
  }

  private func cost(_ residuals: [SIMD3<Float>], _ spread: Float) -> Double {
    var sum = 0.0
    for (index, residual) in residuals.enumerated() {
      let length = residual.length
      let huber = length <= spread ? length * length / 2 : spread * (length - spread / 2)
      sum += Double(huber * (weights?[index] ?? 1))
    }
    return sum
  }

  private func linearized(at values: [Double], _ current: [SIMD3<Float>]) throws(ImageError) -> LinearSystem {
    var columns: [[SIMD3<Float>]] = []
    for (index, unknown) in unknowns.enumerated() {
      var moved = values
      let step = 0.01 * unknown.scale
      let forward = values[index] + step <= unknown.range.upperBound ? step : -step
      moved[index] += forward
      let factor = Float(unknown.scale / forward)
      columns.append(zip(try residuals(moved), current).map { ($0 - $1) * factor })
    }
    let spread = Self.spread(current)
    let weights = current.enumerated().map { index, residual in
      let length = residual.length
      return (length <= spread ? 1 : spread / length) * (self.weights?[index] ?? 1)
    }
    return LinearSystem(columns, current, weights, spread)
  }
}

/// The normal equations at a place, in units of each unknown's scale.
private struct LinearSystem {
  /// See ``LeastSquares/spread(_:)``.
  let spread: Float
  let gradient: [Double]
  let slopes: [Double]
  private let matrix: [[Double]]
  private let variance: Double

  init(_ columns: [[SIMD3<Float>]], _ residuals: [SIMD3<Float>], _ weights: [Float], _ spread: Float) {
    self.spread = spread
    let weighted = columns.map { column in zip(column, weights).map { $0 * $1 } }
    func product(_ a: [SIMD3<Float>], _ b: [SIMD3<Float>]) -> Double {
      var sum = 0.0
      for index in a.indices { sum += Double((a[index] * b[index]).sum()) }
      return sum
    }
    gradient = weighted.map { product($0, residuals) }
    var matrix = columns.map { _ in [Double](repeating: 0, count: columns.count) }
    for row in columns.indices {
      for column in 0...row {
        matrix[row][column] = product(weighted[row], columns[column])
        matrix[column][row] = matrix[row][column]
      }
    }
    self.matrix = matrix
    let total = Double(weights.reduce(0, +))
    slopes = weighted.map { column in Double(column.reduce(0) { $0 + $1.length }) / max(total, 1e-9) }
    let sum = zip(residuals, weights).reduce(0.0) { $0 + Double(($1.0 * $1.0).sum() * $1.1) }
    variance = sum / max(Double(3 * residuals.count - columns.count), 1)
  }

  /// The step of Levenberg and Marquardt; 0 for what is held.
  func step(_ damping: Double, isHeld: [Bool]) -> [Double] {
    let free = gradient.indices.filter { !isHeld[$0] }
    let floor = 1e-9 * (free.map { matrix[$0][$0] }.max() ?? 1) + 1e-12
    let reduced = free.map { row in
      free.map { matrix[row][$0] + (row == $0 ? damping * matrix[row][row] + floor : 0) }
    }
    var step = [Double](repeating: 0, count: gradient.count)
    guard let factor = Cholesky(reduced) else { return step }
    for (index, value) in zip(free, factor.solved(free.map { -gradient[$0] })) { step[index] = value }
    return step
  }

  /// The standard errors, in the unknowns' own units.
  func errors(_ unknowns: [LeastSquares.Unknown]) -> [Double?] {
    let largest = matrix.indices.map { matrix[$0][$0] }.max() ?? 0
    let known = matrix.indices.filter { matrix[$0][$0] > 1e-9 * largest }
    guard let factor = Cholesky(known.map { row in known.map { matrix[row][$0] + (row == $0 ? 1e-9 * largest : 0) } })
    else { return unknowns.map { _ in nil } }
    var errors = [Double?](repeating: nil, count: unknowns.count)
    for (place, index) in known.enumerated() {
      var unit = [Double](repeating: 0, count: known.count)
      unit[place] = 1
      errors[index] = (factor.solved(unit)[place] * variance).squareRoot() * unknowns[index].scale
    }
    return errors
  }
}

/// A symmetric positive definite matrix as the product of a triangle and its transpose.
private struct Cholesky {
  private var lower: [[Double]]

  /// Nil for a matrix that is not positive definite.
  init?(_ matrix: [[Double]]) {
    lower = matrix
    for row in matrix.indices {
      for column in 0...row {
        var sum = matrix[row][column]
        for index in 0..<column { sum -= lower[row][index] * lower[column][index] }
        if row == column {
          guard sum > 0, sum.isFinite else { return nil }
          lower[row][row] = sum.squareRoot()
        } else {
          lower[row][column] = sum / lower[column][column]
        }
      }
    }
  }

  /// The solution for a right side.
  func solved(_ right: [Double]) -> [Double] {
    var x = right
    for row in x.indices {
      for column in 0..<row { x[row] -= lower[row][column] * x[column] }
      x[row] /= lower[row][row]
    }
    for row in x.indices.reversed() {
      for column in row + 1..<x.count { x[row] -= lower[column][row] * x[column] }
      x[row] /= lower[row][row]
    }
    return x
  }
}
