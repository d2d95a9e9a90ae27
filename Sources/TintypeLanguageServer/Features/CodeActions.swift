import Tintype
import TintypeDiagnostics
import TintypeEditing
import TintypeIntrinsics
import TintypeJSON
import TintypeSemantics
import TintypeSyntax

extension LanguageServer {
  func codeActions(_ parameters: JSONValue) throws(Failure) -> JSONValue {
    let analysis = try analysis(parameters)
    guard let uri = parameters["textDocument"]?["uri"]?.text,
      let span = analysis.positions.span(parameters["range"])
    else { throw .invalid("no range") }
    let only = parameters["context"]?["only"]?.texts
    func isWanted(_ kind: String) -> Bool { only?.contains { kind == $0 || kind.hasPrefix($0 + ".") } ?? true }
    var actions: [JSONValue] = []
    if isWanted("quickfix") {
      let published = analysis.published(for: workspace)
      for (diagnostic, json) in zip(analysis.editing.own, published)
      where diagnostic.primary.location.span.touches(span) {
        actions += analysis.editing.fixes(of: diagnostic, published: json, uri)
      }
    }
    if isWanted("source.fixAll.tintype"), let edit = analysis.allFixes(uri) {
      actions.append(["title": "Fix all that is safe to fix", "kind": "source.fixAll.tintype", "edit": edit])
    }
    if isWanted("refactor.extract") {
      for (title, edits) in [analysis.extractedKernel(span), analysis.extractedParameter(span)].compactMap(\.self) {
        actions.append([
          "title": .string(title), "kind": "refactor.extract", "edit": analysis.editing.edit(uri, edits),
        ])
      }
    }
    return .array(actions)
  }
}

extension Analysis {
  /// The line end of the text.
  var lineEnd: String { file.text.lineEnd }

  /// The edits of `check --fix`; nil if there are none.
  fileprivate func allFixes(_ uri: String) -> JSONValue? {
    guard editing.own.contains(where: { $0.fixIts.contains { $0.applicability == .safe } }) else { return nil }
    let fixed = applyFixIts(to: file) { compile($0, loader: loader, withLints: true).diagnostics }.source
    guard fixed.text != file.text else { return nil }
    let whole = Span(0, file.text.count)
    return editing.edit(uri, [(whole, String(decoding: fixed.text, as: UTF8.self))])
  }

  // MARK: Extraction

  /// The typed expression that a selection covers, without the blanks around it.
  private func expression(in span: Span) -> (expression: TypedExpression, function: Int?)? {
    var (start, end) = (span.start, span.end)
    while start < end, file.text[start].isBlank { start += 1 }
    while end > start, file.text[end - 1].isBlank { end -= 1 }
    guard start < end else { return nil }
    var found: (expression: TypedExpression, function: Int?)?
    model.forEachExpression { expression, function in
      if expression.location.file == file, expression.location.span == Span(start, end) {
        found = (expression, function)
      }
    }
    return found
  }

  /// The declaration around a place.
  private func declaration(around span: Span) -> Syntax? {
    let nodes = tree.nodes(around: span.start)
    return nodes.count > 1 ? nodes[1] : nil
  }

  /// Whether edits in the order of the text bring no errors, and whether they leave the program as it is.
  private func check(_ edits: [(span: Span, text: String)]) -> (addsErrors: Bool, keepsProgram: Bool) {
    let after = compileForEditing(file.replacing(edits), loader: loader)
    return (after.diagnostics.errorCount > diagnostics.errorCount, after.look?.program == look?.program)
  }

  /// An expression inside of a body as a kernel of its own; nil where it is a part of something, as a row of a matrix
  /// and what is assigned to.
  fileprivate func extractedKernel(_ span: Span) -> (String, [(span: Span, text: String)])? {
    guard let (expression, function) = expression(in: span), let function, case .value(let type) = expression.type,
      let declaration = declaration(around: expression.location.span), let body = model.functions[function].body
    else { return nil }
    let used = body.locals.indices.filter { index in
      expression.all.contains { if case .local(index) = $0.kind { true } else { false } }
    }
    guard used.allSatisfy({ !body.locals[$0].type.spelled.isEmpty }) else { return nil }
    let name = freeName("extracted")
    let inputs = used.map { "\(body.locals[$0].name): \(body.locals[$0].type.spelled)" }.joined(separator: ", ")
    let arguments = used.map { body.locals[$0].name }
    let text = file.text(in: expression.location.span)
    let start = startOfDeclaration(declaration)
    let kernel = "function \(name)(\(inputs)) -> \(type.rawValue) {\n  return \(text)\n}\n\n"
    let edits: [(span: Span, text: String)] = [
      (Span(start, start), kernel.replacing("\n", with: lineEnd)),
      (expression.location.span, "\(name)(\(arguments.joined(separator: ", ")))"),
    ]
    let checked = check(edits)
    return !checked.addsErrors && checked.keepsProgram ? ("Extract a function", edits) : nil
  }

  /// A number, or a number with a unit, as a parameter with a range that holds it; nil where it has to be a constant.
  fileprivate func extractedParameter(_ span: Span) -> (String, [(span: Span, text: String)])? {
    let nodes = tree.nodes(around: span.start)
    guard let literal = nodes.last(where: { $0.kind == .number || $0.kind == .quantity }),
      span.end <= literal.span.end, let declaration = declaration(around: literal.span),
      [.image, .output, .constant].contains(declaration.kind),
      let found = expression(in: literal.span), case .value(let type) = found.expression.type
    else { return nil }
    let unit = literal.quantity?.unit.rawValue ?? ""
    let value = literal.literalNumber ?? 0
    let isNegative = tree.token(before: literal.span.start)?.kind == .minus
    guard !isNegative, type == .scalar || type.isQuantity else { return nil }
    let name = freeName("amount")
    let start = startOfDeclaration(declaration)
    let upper = value > 0 && value <= 1 && unit.isEmpty ? 1 : (value == 0 ? 1 : value * 2)
    // What takes the number may have a range of its own.
    for (low, high) in [(0, upper), (0, value), (value / 2, upper), (value / 2, value)] where low < high {
      let range = "\("\(low)".withoutPointZero)\(unit)...\("\(high)".withoutPointZero)\(unit)"
      let text = "param \(name): \(type.rawValue) = \(literal.text) in \(range)\n"
      let edits: [(span: Span, text: String)] = [
        (Span(start, start), text.replacing("\n", with: lineEnd)), (literal.span, name),
      ]
      if !check(edits).addsErrors { return ("Turn \(literal.text) into a parameter", edits) }
    }
    return nil
  }

  /// Where a declaration begins, with the comments directly above it.
  private func startOfDeclaration(_ declaration: Syntax) -> Int {
    var line = positions.line(of: declaration.span.start)
    while line > 0, file.text(in: positions.line(line - 1)).hasPrefix("//") { line -= 1 }
    return positions.line(line).start
  }

  /// A name that means nothing yet.
  private func freeName(_ name: String) -> String {
    let known = model.names(at: file.text.count, in: file)
    let taken = Set(tree.names).union(known.keys)
    return ([name] + (2...1000).map { "\(name)\($0)" }).first { !taken.contains($0) } ?? name
  }
}

extension Span {
  fileprivate func touches(_ other: Span) -> Bool { start <= other.end && other.start <= end }
}

extension UInt8 {
  fileprivate var isBlank: Bool { [9, 10, 13, 32].contains(self) }
}

extension String {
  fileprivate func replacing(_ old: Character, with new: String) -> String {
    split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
  }
}
