import Tintype
import TintypeColor
import TintypeIR
import TintypeImage
import TintypeIntrinsics

/// The search for the values of a look.
struct LookSearch {
  /// A number that is sought: a lane of a parameter.
  struct Place {
    let parameter: Int
    let lane: Int
    let unknown: LeastSquares.Unknown
    /// The usual values.
    let usual: ClosedRange<Double>
  }

  /// What is found.
  struct Result {
    var values: [[Double]]
    let places: [Place]
    /// The standard error of each number, and what a unit of it moves, in the mean.
    let errors: [Double?]
    let slopes: [Double]
    /// Parameters on which the pictures do not depend.
    let idle: Set<Int>
    /// Parameters that were sought by trying.
    let tried: Set<Int>
  }

  private let look: ConfiguredLook
  private let samples: [FitSample]
  private let places: [Place]
  private let alternatives: [(parameter: Int, count: Int)]
  private let open: Set<Int>

  init(_ look: ConfiguredLook, sought: [Int], _ samples: [FitSample]) throws(ImageError) {
    (self.look, self.samples) = (look, samples)
    let parameters = look.look.parameters
    places = sought.flatMap { Self.places(of: parameters[$0], at: $0, look.values[$0]) }
    alternatives = sought.compactMap { index in
      switch parameters[index].type {
      case .bool: (index, 2)
      case .choice: (index, parameters[index].choices.count)
      default: nil
      }
    }
    open = Set(places.map(\.parameter) + alternatives.map(\.parameter))
  }

  static func places(of parameter: Parameter, at index: Int, _ value: [Double]) -> [Place] {
    switch parameter.type {
    case .scalar, .ev, .angle, .kelvin, .length, .rgb, .vec2: break
    case .curve:
      // The points keep their places; what they map to is sought.
      return stride(from: 1, to: value.count, by: 2).map { lane in
        let usual = value[lane] - 0.1...value[lane] + 0.1
        return Place(parameter: index, lane: lane, unknown: .init(range: -4...4, scale: 0.2), usual: usual)
      }
    default: return []
    }
    let measured = parameter.measuredLane.map { [$0] } ?? Array(value.indices)
    return measured.map { lane in
      let near = max(1, value[lane].magnitude / 2)
      let usual = parameter.sliderRange ?? parameter.hardRange ?? value[lane] - near...value[lane] + near
      let range = parameter.hardRange ?? -1e6...1e6
      let scale = max(usual.upperBound - usual.lowerBound, 1e-6)
      return Place(parameter: index, lane: lane, unknown: .init(range: range, scale: scale), usual: usual)
    }
  }

  func result() throws(ImageError) -> Result {
    // Starts and alternatives are compared on a few pictures.
    let few = try Trials(Array(samples.prefix(3)), look, leavingOpen: open)
    var values = look.values
    if !places.isEmpty { values = try bestStart(few) }
    for _ in 0..<(alternatives.isEmpty ? 0 : 2) { values = try bestAlternatives(values, few) }
    let all = samples.count > 3 ? try Trials(samples, look, leavingOpen: open) : few
    let minimum = try problem(all, values).minimum(from: numbers(values), iterations: 15)
    values = replaced(values, minimum.values)
    let idle = try resetIdle(&values, all)
    return Result(
      values: values, places: places, errors: minimum.errors, slopes: minimum.slopes, idle: idle,
      tried: Set(alternatives.map(\.parameter)))
  }

  private func problem(_ trials: Trials, _ values: [[Double]]) -> LeastSquares {
    LeastSquares(unknowns: places.map(\.unknown), weights: trials.weights) { numbers throws(ImageError) in
      try trials.residuals(replaced(values, numbers))
    }
  }

  private func numbers(_ values: [[Double]]) -> [Double] { places.map { values[$0.parameter][$0.lane] } }

  private func replaced(_ values: [[Double]], _ numbers: [Double]) -> [[Double]] {
    var values = values
    for (place, number) in zip(places, numbers) { values[place.parameter][place.lane] = number }
    return values
  }

  /// The better one of two descents, from what the look has and from the best of some places all over the ranges.
  private func bestStart(_ trials: Trials) throws(ImageError) -> [[Double]] {
    let problem = problem(trials, look.values)
    let here = numbers(look.values)
    var others: [(cost: Double, numbers: [Double])] = []
    for index in 1...8 {
      let numbers = places.indices.map { place in
        let usual = places[place].usual
        return usual.lowerBound + (usual.upperBound - usual.lowerBound) * Self.spread(index, place)
      }
      others.append((try problem.cost(at: numbers), numbers))
    }
    var best = try problem.minimum(from: here, iterations: 8)
    if let other = others.min(by: { $0.cost < $1.cost }) {
      let second = try problem.minimum(from: other.numbers, iterations: 8)
      if second.cost < best.cost * 0.98 { best = second }
    }
    return replaced(look.values, best.values)
  }

  /// Numbers that fill a cube evenly (Halton, 1960): the digits of an index in a prime base, mirrored.
  private static func spread(_ index: Int, _ dimension: Int) -> Double {
    let primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71]
    let base = primes[dimension % primes.count]
    var (rest, part, sum) = (index + dimension / primes.count, 1.0, 0.0)
    while rest > 0 {
      part /= Double(base)
      sum += Double(rest % base) * part
      rest /= base
    }
    return sum
  }

  /// For each truth value and choice the best one, the others as they are.
  private func bestAlternatives(_ start: [[Double]], _ trials: Trials) throws(ImageError) -> [[Double]] {
    var best = (cost: try problem(trials, start).cost(at: numbers(start)), values: start)
    for (parameter, count) in alternatives {
      for choice in 0..<count where Double(choice) != best.values[parameter][0] {
        var values = best.values
        values[parameter] = [Double(choice)]
        let minimum = try problem(trials, values).minimum(from: numbers(values), iterations: 3)
        if minimum.cost < best.cost * 0.99 { best = (minimum.cost, replaced(values, minimum.values)) }
      }
    }
    return best.values
  }

  /// The parameters that change nothing visible over their whole range, which get back what the look has.
  ///
  /// One after the other: what does nothing beside the fitted value of another one may do something beside its first.
  private func resetIdle(_ values: inout [[Double]], _ trials: Trials) throws(ImageError) -> Set<Int> {
    let now = try trials.residuals(values)
    var idle: Set<Int> = []
    for parameter in Set(places.map(\.parameter)).sorted() + alternatives.map(\.parameter) {
      var others: [[Double]] = []
      for place in places where place.parameter == parameter {
        for end in [place.usual.lowerBound, place.usual.upperBound] {
          others.append(values[parameter])
          others[others.count - 1][place.lane] = end
        }
      }
      for alternative in alternatives where alternative.parameter == parameter {
        others += (0..<alternative.count).map { [Double($0)] }
      }
      var moves = false
      for other in others where !moves {
        var changed = values
        changed[parameter] = other
        let moved = zip(now, try trials.residuals(changed)).reduce(Float(0)) { $0 + ($1.1 - $1.0).length }
        moves = moved > 0.05 * Float(now.count)
      }
      if moves { continue }
      idle.insert(parameter)
      values[parameter] = look.values[parameter]
    }
    return idle
  }
}
