/// What an instruction reads, in order: six values at most, which lie in the instruction itself.
///
/// Each pass makes every instruction anew; a list of its own would be memory that is taken and given back each time.
public struct Operands: Sendable, Hashable, RandomAccessCollection, MutableCollection, ExpressibleByArrayLiteral {
  // The indices of the values, then -1, and how many there are. Vectors of four: those of eight are passed on in another way by code
  // that is compiled for newer processors.
  @usableFromInline var first = SIMD4<Int32>(repeating: -1)
  @usableFromInline var rest = SIMD4<Int32>(-1, -1, -1, 0)

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
    rest[3] = Int32(truncatingIfNeeded: count + 1)
    self[count] = value
  }

  /// The first.
  @inlinable public var startIndex: Int { 0 }

  /// Behind the last.
  @inlinable public var endIndex: Int { Int(rest[3]) }

  /// One of them.
  @inlinable public subscript(position: Int) -> Value {
    get {
      precondition(position < endIndex, "there are fewer operands")
      return Value(Int(position < 4 ? first[position] : rest[position - 4]))
    }
    set {
      precondition(position < endIndex, "there are fewer operands")
      let index = Int32(truncatingIfNeeded: newValue.index)
      if position < 4 { first[position] = index } else { rest[position - 4] = index }
    }
  }

  /// The same of what others have become.
  @inlinable public mutating func rename(_ name: (Value) -> Value) {
    for position in 0..<endIndex { self[position] = name(self[position]) }
  }
}
