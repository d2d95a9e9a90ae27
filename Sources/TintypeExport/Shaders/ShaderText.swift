/// Reads a text that is the same for all languages, and writes it in one of them.
///
/// The text has functions, definitions, assignments, `if`, `for` and `return` as C has them, with the types of Metal; a
/// variable that changes has `var` in front. A picture is read by `fetch(picture, pixel)` and `size(picture)`, a table
/// by `fetchTable` and `tableSize`. Bit operations require parentheses.
struct ShaderText {
  private let dialect: any ShaderDialect
  private var words: [Substring]
  private var place = 0
  private var lines: [String] = []
  private var indent = ""

  /// The statements or functions of a text, each on a line of its own.
  static func translated(_ text: String, _ dialect: any ShaderDialect) -> [String] {
    var translation = Self(dialect, text)
    while translation.next != nil { translation.statement() }
    return translation.lines
  }

  private init(_ dialect: any ShaderDialect, _ text: String) {
    self.dialect = dialect
    words = Self.words(of: text)
  }

  /// Comments, numbers, names and symbols.
  private static func words(of text: String) -> [Substring] {
    var words: [Substring] = []
    var rest = text[...]
    while let first = rest.unicodeScalars.first {
      let end: Substring.Index
      func past(_ isPart: (Unicode.Scalar) -> Bool) -> Substring.Index {
        rest.unicodeScalars.firstIndex { !isPart($0) } ?? rest.endIndex
      }
      if first.properties.isWhitespace {
        rest = rest[past(\.properties.isWhitespace)...]
        continue
      } else if rest.hasPrefix("//") {
        end = past { $0 != "\n" }
      } else if ("0"..."9").contains(first) {
        var last: Unicode.Scalar = " "
        end = past { scalar in
          defer { last = scalar }
          return scalar.isWordPart || scalar == "."
            || "+-".unicodeScalars.contains(scalar) && last == "e" && !rest.hasPrefix("0x")
        }
      } else if first.isWordPart {
        end = past(\.isWordPart)
      } else {
        let isPair = ["++", "&&", "||", "<<", ">>"].contains { rest.hasPrefix($0) } || rest.dropFirst().first == "="
        end = rest.index(rest.startIndex, offsetBy: isPair && !"(),;".unicodeScalars.contains(first) ? 2 : 1)
      }
      words.append(rest[..<end])
      rest = rest[end...]
    }
    return words
  }

  private var next: Substring? { place < words.count ? words[place] : nil }

  private mutating func take() -> Substring {
    guard let word = next else { preconditionFailure("a text of a shader ends early") }
    place += 1
    return word
  }

  private mutating func take(_ word: Substring) -> Bool {
    guard next == word else { return false }
    place += 1
    return true
  }

  private mutating func expect(_ word: Substring) {
    let found = take()
    precondition(found == word, "'\(found)' in a text of a shader is no '\(word)'")
  }

  private mutating func type() -> ShaderType? {
    guard let type = next.flatMap({ ShaderType(named: String($0)) }), place + 1 < words.count,
      words[place + 1].first.map({ $0.isLetter || $0 == "_" }) == true
    else { return nil }
    place += 1
    return type
  }

  private mutating func add(_ line: String) { lines.append(indent + line) }

  // MARK: Statements

  private mutating func statement() {
    if let comment = next, comment.hasPrefix("//") {
      place += 1
      return add(String(comment))
    }
    if take("return") {
      let value = expression()
      add("return \(value.text);")
    } else if take("if") {
      expect("(")
      let condition = expression()
      expect(")")
      block("if (\(condition.text)) {")
    } else if take("for") {
      expect("(")
      let first = definition()
      expect(";")
      let condition = expression()
      expect(";")
      let step = assignment()
      expect(")")
      return block("for (\(first); \(condition.text); \(step)) {")
    } else {
      let start = place
      if take("var") || type() != nil {
        _ = take()
        let isFunction = next == "("
        place = start
        if isFunction { return function() }
        let line = definition()
        add(line + ";")
      } else {
        let line = assignment()
        add(line + ";")
      }
    }
    if words[place - 1] != "}" { expect(";") }
  }

  private mutating func block(_ head: String) {
    add(head)
    indent += "  "
    expect("{")
    while !take("}") { statement() }
    indent.removeLast(2)
    add("}")
  }

  private mutating func function() {
    guard let result = type() else { preconditionFailure("a function has a type") }
    let name = String(take())
    expect("(")
    var parameters: [(type: ShaderType, name: String)] = []
    while !take(")") {
      guard let type = type() else { preconditionFailure("a parameter has a type") }
      parameters.append((type, String(take())))
      _ = take(",")
    }
    block(dialect.function(name, parameters, result))
  }

  private mutating func definition() -> String {
    let isVariable = take("var")
    guard let type = type() else { preconditionFailure("a definition has a type") }
    let name = String(take())
    expect("=")
    let value = expression()
    return dialect.definition(type, name, isVariable: isVariable) + " = \(value.text)"
  }

  private mutating func assignment() -> String {
    let target = postfix()
    let symbol = take()
    if symbol == "++" { return target.text + " += 1" }
    let value = expression()
    return "\(target.text) \(symbol) \(value.text)"
  }

  // MARK: Expressions

  static let operations: [Substring: ShaderCode.Binding] = [
    "^": .bits, "&": .bits, "|": .bits, "<<": .bits, ">>": .bits, "||": .or, "&&": .and, "==": .comparison,
    "!=": .comparison, "<": .comparison, "<=": .comparison, ">": .comparison, ">=": .comparison, "+": .sum,
    "-": .sum, "*": .product, "/": .product, "%": .product,
  ]

  private mutating func expression() -> ShaderCode {
    let condition = operation(above: nil)
    guard take("?") else { return condition }
    let yes = expression()
    expect(":")
    let no = expression()
    return dialect.choice(condition, yes, no)
  }

  /// An expression with a higher precedence than the operator to its left.
  private mutating func operation(above outer: ShaderCode.Binding?) -> ShaderCode {
    var left = unary()
    while let symbol = next, let binding = Self.operations[symbol], outer.map({ binding > $0 }) ?? true {
      place += 1
      left = .binary(left, String(symbol), operation(above: binding), binding)
    }
    return left
  }

  private mutating func unary() -> ShaderCode {
    for symbol in ["-", "!"] where take(Substring(symbol)) {
      return ShaderCode(symbol + unary().within(.postfix), .unary)
    }
    return postfix()
  }

  private mutating func postfix() -> ShaderCode {
    var code = primary()
    while true {
      if take(".") {
        let letters = take()
        let isColor = "rgba".contains(letters.first ?? "x")
        let all = Array(isColor ? "rgba" : "xyzw")
        code = dialect.lanes(letters.compactMap(all.firstIndex), of: code, isColor: isColor)
      } else if take("[") {
        let index = expression()
        expect("]")
        code = ShaderCode("\(code.within(.postfix))[\(index.text)]")
      } else {
        return code
      }
    }
  }

  private mutating func primary() -> ShaderCode {
    let word = take()
    if word == "(" {
      let inner = expression()
      expect(")")
      return inner
    }
    if word.first?.isNumber == true {
      let isWhole = word.hasPrefix("0x") || !word.contains { $0 == "." || $0 == "e" }
      return ShaderCode(isWhole ? String(word) : word + dialect.numberSuffix)
    }
    guard take("(") else { return ShaderCode(String(word)) }
    var arguments: [ShaderCode] = []
    while !take(")") {
      arguments.append(expression())
      _ = take(",")
    }
    switch word {
    case "fetch", "fetchTable": return dialect.fetch(arguments[0], arguments[1], isTable: word == "fetchTable")
    case "size", "tableSize": return dialect.size(of: arguments[0], isTable: word == "tableSize")
    default:
      if let type = ShaderType(named: String(word)) { return dialect.construct(type, arguments) }
      return .call(dialect.names[String(word)] ?? String(word), arguments)
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isWordPart: Bool { self == "_" || isASCII && (properties.isAlphabetic || ("0"..."9").contains(self)) }
}
