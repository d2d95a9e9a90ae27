/// The operands of an instruction, in order: at most seven values, stored inline.
///
/// Each pass rebuilds every instruction; an array would be allocated and freed each time.
public struct Operands: Sendable, Hashable, RandomAccessCollection, MutableCollection, ExpressibleByArrayLiteral {
  // The indices of the values, then -1, and the count. Vectors of four, because the calling convention for vectors of
  // eight differs in code compiled for newer processors.
  @usableFromInline var first = SIMD4<Int32>(repeating: -1)
  @usableFromInline var rest = SIMD4<Int32>(-1, -1, -1, 0)

  /// The largest number of operands: those of lines of text.
  public static let mostCount = 7

  /// Creates an empty list.
  @inlinable public init() {}

  /// Some values.
  @inlinable public init(_ values: some Collection<Value>) {
    for value in values { append(value) }
  }

  /// Some values.
  @inlinable public init(arrayLiteral values: Value...) { self.init(values) }

  /// Appends a value.
  @inlinable public mutating func append(_ value: Value) {
    let count = endIndex
    precondition(count < Self.mostCount, "an instruction reads seven values at most")
    rest[3] = Int32(truncatingIfNeeded: count + 1)
    self[count] = value
  }

  /// The position of the first value.
  @inlinable public var startIndex: Int { 0 }

  /// The position after the last value.
  @inlinable @inline(__always) public var endIndex: Int { Int(rest[3]) }

  /// The value at a position.
  @inlinable public subscript(position: Int) -> Value {
    @inline(__always) get {
      precondition(position < endIndex, "there are fewer operands")
      return Value(Int(position < 4 ? first[position] : rest[position - 4]))
    }
    set {
      precondition(position < endIndex, "there are fewer operands")
      let index = Int32(truncatingIfNeeded: newValue.index)
      if position < 4 { first[position] = index } else { rest[position - 4] = index }
    }
  }

  /// Replaces each value by its new name.
  @inlinable public mutating func rename(_ name: (Value) -> Value) {
    for position in 0..<endIndex { self[position] = name(self[position]) }
  }
}
