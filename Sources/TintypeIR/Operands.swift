/// What an instruction reads, in order: six values at most, which lie in the instruction itself.
///
/// Each pass makes every instruction anew; a list of its own would be memory that is taken and given back each time.
public struct Operands: Sendable, Hashable, RandomAccessCollection, MutableCollection, ExpressibleByArrayLiteral {
  /// The indices of the values, then -1, and how many there are.
  @usableFromInline var indices8 = SIMD8<Int32>(-1, -1, -1, -1, -1, -1, -1, 0)

  /// No instruction has more: the letters of a line with the numbers that place them.
  public static let mostCount = 6

  /// Nothing.
  @inlinable public init() {}

  /// Some values.
  @inlinable public init(_ values: some Collection<Value>) {
    for value in values { append(value) }
  }

  /// Some values.
  @inlinable public init(arrayLiteral values: Value...) { self.init(values) }

  /// One more.
  @inlinable public mutating func append(_ value: Value) {
    let count = endIndex
    precondition(count < Self.mostCount, "an instruction reads six values at most")
    indices8[count] = Int32(truncatingIfNeeded: value.index)
    indices8[7] = Int32(truncatingIfNeeded: count + 1)
  }

  /// The first.
  @inlinable public var startIndex: Int { 0 }

  /// Behind the last.
  @inlinable public var endIndex: Int { Int(indices8[7]) }

  /// One of them.
  @inlinable public subscript(position: Int) -> Value {
    get {
      precondition(position < endIndex, "there are fewer operands")
      return Value(Int(indices8[position]))
    }
    set {
      precondition(position < endIndex, "there are fewer operands")
      indices8[position] = Int32(truncatingIfNeeded: newValue.index)
    }
  }

  /// The same of what others have become.
  @inlinable public mutating func rename(_ name: (Value) -> Value) {
    for position in 0..<endIndex { self[position] = name(self[position]) }
  }
}
