/// A type of values in shaders.
struct ShaderType: Hashable, Sendable {
  enum Kind: Sendable {
    case float, int, uint, bool
    /// A picture, of which single pixels are read.
    case picture
    /// A table of three dimensions, of which single entries are read.
    case table
  }

  let kind: Kind

  /// 1 to 4.
  var lanes = 1

  static let bool = ShaderType(kind: .bool)
  static let uint = ShaderType(kind: .uint)
  static let picture = ShaderType(kind: .picture)
  static let table = ShaderType(kind: .table)
  static func float(_ lanes: Int) -> ShaderType { ShaderType(kind: .float, lanes: lanes) }
  static func int(_ lanes: Int) -> ShaderType { ShaderType(kind: .int, lanes: lanes) }

  /// The type that has a name in the texts of ``ShaderText``, which are the names of Metal.
  init?(named name: String) {
    let lanes = name.last.flatMap { "234".contains($0) ? $0.wholeNumberValue : nil } ?? 1
    switch lanes == 1 ? name : String(name.dropLast()) {
    case "float": kind = .float
    case "int": kind = .int
    case "uint": kind = .uint
    case "bool": kind = .bool
    case "picture": kind = .picture
    case "table": kind = .table
    default: return nil
    }
    self.lanes = lanes
  }

  init(kind: Kind, lanes: Int = 1) { (self.kind, self.lanes) = (kind, lanes) }

  /// The name in the texts of ``ShaderText`` and in descriptions.
  var name: String { "\(kind)" + (lanes == 1 ? "" : "\(lanes)") }
}

/// An expression and its precedence.
struct ShaderCode {
  /// Bit operations are parenthesized as operands, because their precedence differs between languages.
  enum Binding: Int, Comparable {
    case bits, choice, or, and, comparison, sum, product, unary, postfix

    static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  let text: String
  let binding: Binding

  /// The number of lanes, as far as known.
  let lanes: Int

  init(_ text: String, _ binding: Binding = .postfix, lanes: Int = 1) {
    (self.text, self.binding, self.lanes) = (text, binding, lanes)
  }

  /// The text as an operand of an operator with this precedence.
  func within(_ outer: Binding) -> String { binding < outer ? "(\(text))" : text }

  /// Two operands and a symbol between them.
  static func binary(_ left: ShaderCode, _ symbol: String, _ right: ShaderCode, _ binding: Binding) -> ShaderCode {
    // Parentheses preserve the order of the program, and separate a sign from a preceding operator.
    let tighter: Binding =
      switch binding {
      case .bits: .postfix
      case .or, .and: .comparison
      default: Binding(rawValue: binding.rawValue + 1) ?? .postfix
      }
    let isChained = [.sum, .product].contains(binding) || left.binding == binding && [.or, .and].contains(binding)
    let shown = right.text.hasPrefix("-") ? "(\(right.text))" : right.within(tighter)
    let text = "\(left.within(isChained ? binding : tighter)) \(symbol) \(shown)"
    return ShaderCode(text, binding, lanes: max(left.lanes, right.lanes))
  }

  static func call(_ name: String, _ arguments: [ShaderCode], lanes: Int = 1) -> ShaderCode {
    ShaderCode("\(name)(\(arguments.map(\.text).joined(separator: ", ")))", lanes: lanes)
  }
}
