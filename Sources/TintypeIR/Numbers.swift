/// The numbers of a constant. Most constants have one number, which is stored inline without an allocation.
public struct Numbers: Sendable, Hashable, RandomAccessCollection, ExpressibleByArrayLiteral {
  @usableFromInline enum Storage: Sendable, Hashable {
    case one(Double)
    /// Any other count.
    case list([Double])
  }

  @usableFromInline let storage: Storage

  /// One number.
  @inlinable public init(_ number: Double) { storage = .one(number) }

  /// Some numbers.
  @inlinable public init(_ numbers: [Double]) { storage = numbers.count == 1 ? .one(numbers[0]) : .list(numbers) }

  /// Some numbers.
  @inlinable public init(arrayLiteral numbers: Double...) { self.init(numbers) }

  /// The position of the first number.
  @inlinable public var startIndex: Int { 0 }

  /// The position after the last number.
  @inlinable public var endIndex: Int {
    switch storage {
    case .one: 1
    case .list(let numbers): numbers.count
    }
  }

  /// The number at a position.
  @inlinable public subscript(position: Int) -> Double {
    switch storage {
    case .one(let number):
      precondition(position == 0, "there is one number")
      return number
    case .list(let numbers): return numbers[position]
    }
  }
}

extension Numbers: CustomStringConvertible {
  /// The numbers as an array literal.
  public var description: String { "[\(map { $0.description }.joined(separator: ", "))]" }
}
