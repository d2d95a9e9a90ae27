import TintypeDiagnostics
import TintypeEditing
import TintypeImage
import TintypeJSON
import TintypeSemantics
import TintypeSyntax

// The shape of a text: its symbols, what folds, what is selected next, and its colors.
extension LanguageServer {
  func documentSymbols(_ parameters: JSONValue) throws(Failure) -> JSONValue {
    let analysis = try analysis(parameters)
    return .array(
      analysis.outline.map { symbol in
        [
          "name": .string(symbol.name), "kind": JSONValue(symbol.kind), "detail": .string(symbol.detail),
          "range": analysis.positions.range(symbol.extent), "selectionRange": analysis.positions.range(symbol.place),
        ]
      })
  }

  func workspaceSymbols(_ parameters: JSONValue) throws(Failure) -> JSONValue {
    let query = parameters["query"]?.text?.lowercased() ?? ""
    var found: [JSONValue] = []
    for path in workspace.recipes {
      guard found.count < Self.mostSymbols, let analysis = workspace.analysis(ofFile: path) else { continue }
      for symbol in analysis.outline where symbol.name.lowercased().holds(query) {
        found.append([
          "name": .string(symbol.name), "kind": JSONValue(symbol.kind),
          "containerName": .string(String(decoding: path.lastComponent, as: UTF8.self)),
          "location": [
            "uri": .string(workspace.uri(of: analysis.file) ?? path.fileURI),
            "range": analysis.positions.range(symbol.place),
          ],
        ])
      }
    }
    return .array(found)
  }

  private static let mostSymbols = 1000

  func foldingRanges(_ parameters: JSONValue) throws(Failure) -> JSONValue {
    let analysis = try analysis(parameters)
    return .array(
      analysis.folds.map { fold in
        [
          "startLine": JSONValue(fold.lines.lowerBound), "endLine": JSONValue(fold.lines.upperBound),
          "kind": fold.isComment ? "comment" : nil,
        ]
      })
  }

  private static let mostSelections = 60

  func selectionRanges(_ parameters: JSONValue) throws(Failure) -> JSONValue {
    let analysis = try analysis(parameters)
    return .array(
      (parameters["positions"]?.elements ?? []).compactMap { analysis.positions.offset(of: $0) }.map { offset in
        var spans = [Span(0, analysis.file.text.count)] + analysis.tree.nodes(around: offset).map(\.span)
        // At the end of one node and the beginning of the next, the token may belong to the other.
        if let token = analysis.tree.token(at: offset)?.span, let node = spans.last,
          node.start <= token.start, token.end <= node.end
        {
          spans.append(token)
        }
        // Each is written inside of the next larger one, and a sum of a thousand terms has a thousand.
        spans = spans.prefix(1) + spans.dropFirst().suffix(Self.mostSelections)
        var selection: JSONValue?
        for (index, span) in spans.enumerated() where index == 0 || span != spans[index - 1] {
          selection = ["range": analysis.positions.range(span), "parent": selection]
        }
        return selection ?? .null
      })
  }
}

extension String {
  /// Whether the letters of another text stand in it in their order.
  fileprivate func holds(_ query: String) -> Bool {
    var rest = self[...]
    for letter in query {
      guard let place = rest.firstIndex(of: letter) else { return false }
      rest = rest[rest.index(after: place)...]
    }
    return true
  }
}

extension Analysis {
  /// A declaration for an outline.
  struct Outlined {
    let name: String
    /// A `SymbolKind` of the protocol.
    let kind: Int
    let detail: String
    let extent: Span
    let place: Span
  }

  /// The declarations in the order of the text.
  var outline: [Outlined] {
    tree.recipe.declarations.compactMap { declaration in
      let syntax = declaration.syntax
      let name = declaration.name
      let (kind, detail): (Int, String)
      switch declaration {
      case .look: (kind, detail) = (2, "look")
      case .use(let use): (kind, detail) = (3, use.path?.stringValue ?? "")
      case .parameter(let parameter): (kind, detail) = (7, parameter.type?.text ?? "")
      case .constant: (kind, detail) = (14, "let")
      case .function(let function): (kind, detail) = (12, function.isKernel ? "kernel" : "function")
      case .image: (kind, detail) = (13, "image")
      case .variant: (kind, detail) = (22, "variant")
      case .output: (kind, detail) = (24, "")
      case .expectation: (kind, detail) = (18, "")
      case .extends, .setting: return nil
      }
      switch declaration {
      case .output: return Outlined(name: "output", kind: kind, detail: detail, extent: syntax.span, place: syntax.span)
      case .expectation:
        return Outlined(
          name: syntax.text.oneLine, kind: kind, detail: detail, extent: syntax.span, place: syntax.span)
      default:
        guard let name else { return nil }
        let title = name.stringValue ?? name.text
        return Outlined(
          name: title.isEmpty ? name.text : title, kind: kind, detail: detail, extent: syntax.span, place: name.span)
      }
    }
  }

  /// Lines that fold: braces and brackets over several lines, and comments.
  var folds: [(lines: Range<Int>, isComment: Bool)] {
    var found: [(lines: Range<Int>, isComment: Bool)] = []
    var open: [Int] = []
    for token in tree.allTokens {
      switch token.kind {
      case .leftBrace, .leftParenthesis, .leftBracket: open.append(positions.line(of: token.span.start))
      case .rightBrace, .rightParenthesis, .rightBracket:
        // The line of the closing bracket stays in sight.
        let end = positions.line(of: token.span.start) - 1
        if let start = open.popLast(), start < end { found.append((start..<end, false)) }
      default: break
      }
    }
    var block: Range<Int>?
    for comment in tree.comments {
      let line = positions.line(of: comment.span.start)
      if let current = block, line == current.upperBound + 1 {
        block = current.lowerBound..<line
      } else {
        if let block, !block.isEmpty { found.append((block, true)) }
        block = line..<line
      }
    }
    if let block, !block.isEmpty { found.append((block, true)) }
    return found.sorted { ($0.lines.lowerBound, $0.lines.upperBound) < ($1.lines.lowerBound, $1.lines.upperBound) }
  }
}
