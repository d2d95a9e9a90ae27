/// The author's names for some values of a program; for readers only.
public struct Labels: Sendable, Equatable {
  private var names: [String] = []
  /// The position of the name of each value, or -1; values at the end without a name may be left out.
  private var places: [Int32] = []

  /// Creates an empty list.
  public init() {}

  /// The name of a value, if it has one.
  public subscript(value: Value) -> String? {
    guard value.index < places.count, places[value.index] >= 0 else { return nil }
    return names[Int(places[value.index])]
  }

  /// Names a value, unless it has a name.
  public mutating func add(_ name: String, to value: Value) {
    names.append(name)
    place(Int32(names.count - 1), at: value)
  }

  /// The names after each value has become another, or nil where it is no more. Of values that become one, the first
  /// gives its name.
  public func renamed(_ name: (Value) -> Value?) -> Labels {
    var result = Labels()
    result.names = names
    result.places.reserveCapacity(places.count)
    for index in places.indices where places[index] >= 0 {
      if let value = name(Value(index)) { result.place(places[index], at: value) }
    }
    return result
  }

  private mutating func place(_ place: Int32, at value: Value) {
    while places.count <= value.index { places.append(-1) }
    if places[value.index] < 0 { places[value.index] = place }
  }

  /// Whether both give the same names to the same values.
  public static func == (a: Labels, b: Labels) -> Bool {
    (0..<max(a.places.count, b.places.count)).allSatisfy { a[Value($0)] == b[Value($0)] }
  }
}
