import TintypeDiagnostics
package import TintypeIR
import TintypeIntrinsics
package import TintypeJSON
package import TintypeSemantics
package import TintypeSyntax

/// How something is called: its name, and each input as it is declared.
package struct Signature {
  package struct Input {
    package let name: String
    /// With type and default, as `by: scalar = 0.5`.
    package let text: String
    package let isRequired: Bool
    package var documentation: String?
    /// Words that may stand there.
    package var words: [String] = []
  }

  package let head: String
  package let inputs: [Input]
  package let tail: String

  package var text: String { head + "(" + inputs.map { $0.text }.joined(separator: ", ") + ")" + tail }
}

extension RecipeAnalysis {
  /// How a symbol is called; nil for what is no call.
  package func signature(of symbol: Symbol, named name: String) -> Signature? {
    switch symbol {
    case .function(let index): signature(of: model.functions[index])
    case .intrinsic(let intrinsic):
      intrinsic.isConstant
        ? nil
        : Signature(
          head: intrinsic.spelling,
          inputs: intrinsic.definition.operands.map { .init(name: $0, text: $0, isRequired: true) }, tail: "")
    case .operation(let operation):
      Signature(head: operation.name, inputs: operation.inputs.map { $0.signature }, tail: "")
    case .module(let index):
      Signature(
        head: name,
        inputs: [.init(name: "image", text: "image: image", isRequired: true)]
          + model.modules[index].parameters.compactMap { model.parameters[$0].parameter?.signature },
        tail: " -> image")
    case .source, .frame, .parameter, .image, .constant, .local: nil
    }
  }

  private func signature(of function: FunctionEntry) -> Signature {
    Signature(
      head: function.name,
      inputs: function.inputs.indices.map { index in
        let input = function.inputs[index]
        let value = function.defaultText(ofInput: index).map { " = " + $0 }
        let isRequired = value == nil && !input.type.isPosition
        return .init(
          name: input.name, text: "\(input.name): \(input.type.spelled)\(value ?? "")", isRequired: isRequired)
      },
      tail: function.result.map { " -> \($0.spelled)" } ?? "")
  }
}

extension ExpressionType {
  /// As a declaration names it; empty for what no declaration can have.
  package var spelled: String {
    switch self {
    case .value(let type): type.rawValue
    case .image: "image"
    case .mask: "mask"
    case .position: "position"
    case .place: "vec2"
    case .selection, .word: "choice"
    case .truths, .condition, .list, .unknown: ""
    }
  }
}

extension Parameter {
  fileprivate var signature: Signature.Input {
    let range = hardRange.map { " in " + spelled($0) } ?? ""
    let value = defaultValue.isEmpty && type == .picture ? "" : " = " + spelled(defaultValue)
    return .init(
      name: name, text: "\(name): \(type.rawValue)\(value)\(range)", isRequired: false,
      documentation: documentation ?? label, words: words.map { "." + $0 })
  }

  /// The words that a value may be.
  package var words: [String] { type == .seed ? [PhotoSeed.word] : choices }
}

extension PictureInput {
  fileprivate var signature: Signature.Input {
    let (type, words) = kind.spelled
    let value: String
    switch absence {
    case .required: value = ""
    case .optional: value = "?"
    case .word(let word): value = " = .\(word)"
    case .value: value = "?"
    }
    let isRequired = if case .required = absence { true } else { false }
    return .init(
      name: name.description, text: "\(name): \(type)\(value)", isRequired: isRequired,
      words: words.map { "." + $0 })
  }
}

extension PictureInput.Kind {
  /// The type, and the words that may stand there.
  fileprivate var spelled: (type: String, words: [String]) {
    switch self {
    case .picture, .guide: ("image", [])
    case .mask: ("mask", [])
    case .value(let type), .number(let type, _, _): (type.rawValue, [])
    case .length: ("length", [])
    case .rows: ("(scalar, …), …", [])
    case .quarterTurns: ("angle", [])
    case .word(let words): ("choice", words)
    case .anchor(let anchors): ("choice or vec2", anchors.map { $0.rawValue })
    case .corner: ("rect or vec2", [])
    case .place: ("vec2", [])
    case .seed: ("seed", [PhotoSeed.word])
    case .line, .formatted: ("text, date or number", [])
    case .format(let words): ("choice or text", words)
    case .file: ("text", [])
    case .placed: ("picture or image", [])
    }
  }
}

/// A call that is being written: its name, and the arguments before the cursor.
package struct OpenCall {
  /// The parts of the name.
  package let path: [TokenSyntax]
  /// The labels of the arguments, at any position.
  package let labels: Set<String>
  /// How many arguments without a label stand before the cursor, the picture before `|>` included.
  package let positionCount: Int
  /// The label of the argument at the cursor.
  package let label: String?

  /// Which input the cursor is at; nil behind the last.
  package func active(in signature: Signature) -> Int? {
    if let label { return signature.inputs.firstIndex { $0.name == label } }
    let free = signature.inputs.indices.filter { !labels.contains(signature.inputs[$0].name) }
    return positionCount < free.count ? free[positionCount] : nil
  }
}

extension TokenSyntax {
  /// The dotted name that this token is the last part of.
  package var path: [TokenSyntax] {
    var path = [self]
    while let dot = path[0].previous, dot.kind == .dot, let outer = dot.previous, outer.kind == .identifier {
      path.insert(outer, at: 0)
    }
    return path
  }
}

extension RecipeAnalysis {
  /// The innermost call whose parentheses hold a place, by the tokens before it, as its text is seldom complete.
  package func call(around offset: Int) -> OpenCall? {
    var token = tree.token(before: offset)
    // A token that the cursor touches from the left is being written.
    var (depth, labels, commas, label): (Int, Set<String>, Int, String?) = (0, [], 0, nil)
    var labelled = 0
    while let found = token {
      switch found.kind {
      case .rightParenthesis, .rightBracket, .rightBrace: depth += 1
      case .leftParenthesis, .leftBracket, .leftBrace:
        if depth > 0 {
          depth -= 1
        } else {
          guard found.kind == .leftParenthesis, let name = found.previous, name.kind == .identifier else { return nil }
          // A declaration of inputs is no call.
          if [.kernel, .function].contains(name.previous?.kind) { return nil }
          let path = name.path
          let isPiped = path[0].previous?.kind == .pipe
          labels.formUnion(self.labels(after: offset))
          let positional = commas - labelled + (isPiped ? 1 : 0)
          return OpenCall(path: path, labels: labels, positionCount: max(positional, 0), label: label)
        }
      case .comma where depth == 0: commas += 1
      case .colon where depth == 0:
        guard let name = found.previous, name.kind == .identifier || name.kind.isKeyword else { break }
        labels.insert(name.text)
        if commas == 0 { label = name.text } else { labelled += 1 }
      case .equals, .semicolon: if depth == 0 { return nil }
      default: if depth == 0, found.kind.beginsDeclaration { return nil }
      }
      token = found.previous
    }
    return nil
  }

  /// The labels of the arguments from a place to the end of its call.
  private func labels(after offset: Int) -> Set<String> {
    var (depth, labels): (Int, Set<String>) = (0, [])
    var token = tree.token(before: offset + 1)
    while let found = token, found.kind != .endOfFile {
      switch found.kind {
      case .leftParenthesis, .leftBracket, .leftBrace: if found.span.start >= offset { depth += 1 }
      case .rightParenthesis, .rightBracket, .rightBrace:
        if depth == 0 { return labels }
        depth -= 1
      case .colon where depth == 0:
        if let name = found.previous, name.span.start >= offset { labels.insert(name.text) }
      default: if found.kind.beginsDeclaration { return labels }
      }
      token = found.next
    }
    return labels
  }

  /// The callee of a call.
  package func symbol(of call: OpenCall) -> Symbol? { symbol(of: call.path) }

  /// What a dotted name refers to by its scope, whatever is wrong around it.
  package func symbol(of path: [TokenSyntax]) -> Symbol? {
    let names = model.names(at: path[0].span.start, in: file)
    guard var symbol = names[path[0].text] else { return nil }
    for part in path.dropFirst() {
      guard case .module(let index) = symbol, let member = model.members(of: index)[part.text] else { return nil }
      symbol = member
    }
    return symbol
  }

  package func signature(of call: OpenCall) -> Signature? {
    symbol(of: call).flatMap { signature(of: $0, named: call.path.map { $0.text }.joined(separator: ".")) }
  }
}

extension RecipeAnalysis {
  /// A text in Markdown, for a client that reads it; for others it is a plain text, and for those that state no format
  /// a bare string.
  package func markup(_ text: String, _ formats: JSONValue?) -> JSONValue {
    guard formats?.texts?.isEmpty == false else { return .string(text) }
    let isMarkdown = formats?.texts?.contains("markdown") == true
    return ["kind": isMarkdown ? "markdown" : "plaintext", "value": .string(text)]
  }
}
