/// A statistic over the pixels of a photo, lane by lane.
public enum Statistic: String, CaseIterable, Sendable, Hashable {
  case mean, percentile, minimum, maximum
}

/// What is measured over the photo before it is rendered. Its values belong to the program of the look.
public struct Measurement: Sendable, Hashable {
  /// What is computed of the numbers of all pixels.
  public var statistic: Statistic
  /// The numbers of a pixel: an `rgb` or a `scalar`, which depends on no other pixel and on no place.
  public var value: Value
  /// The uniform `rect` whose pixels count.
  public var bounds: Value
  /// Of a percentile, the part of the pixels that lies below it, 0 to 1.
  public var fraction: Value?

  /// How the recipe writes it.
  public var text: String

  /// Creates a measurement.
  public init(_ statistic: Statistic, of value: Value, in bounds: Value, fraction: Value? = nil, text: String = "") {
    (self.statistic, self.value, self.bounds, self.fraction) = (statistic, value, bounds, fraction)
    self.text = text
  }

  /// Whether both have the same result, however it is written.
  public func isSame(as other: Measurement) -> Bool {
    statistic == other.statistic && value == other.value && bounds == other.bounds && fraction == other.fraction
  }

  /// The most measurements of a look: each takes a pass over the reduced photo.
  public static let most = 64
}

extension Program {
  /// The positions of the parameters on which measurements depend.
  public func parameters(of measurements: [Measurement]) -> Set<Int> {
    var open = measurements.flatMap { [$0.value, $0.bounds] + [$0.fraction].compactMap { $0 } }
    var (seen, found): (Set<Value>, Set<Int>) = ([], [])
    while let value = open.popLast() {
      guard seen.insert(value).inserted else { continue }
      if case .parameter(let index) = self[value].operation { found.insert(index) }
      open += self[value].operands
    }
    return found
  }

  /// The program with the first results filled in, one number a lane. The others stay open.
  public func measured(_ results: [[Double]]) -> Program {
    guard !results.isEmpty else { return self }
    var program = self
    for (index, instruction) in instructions.enumerated() {
      guard let number = instruction.operation.measurement, results.indices.contains(number) else { continue }
      program.instructions[index].operation = .constant(Numbers(results[number]))
    }
    return program
  }
}

extension Operation {
  /// The number of the measurement that the operation gives.
  public var measurement: Int? { if case .measured(let number) = self { number } else { nil } }
}
