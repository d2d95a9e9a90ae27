import Testing
import TintypeDiagnostics

@testable import TintypeSyntax

@Suite struct ExpressionTests {
  @Test(arguments: [
    ("a + b * c - d", "((a + (b * c)) - d)"),
    ("a |> f(b) |> g()", "((a |> f(b)) |> g())"),
    ("a || b && c == d + e", "(a || (b && (c == (d + e))))"),
    ("a || b |> c", "((a || b) |> c)"),
    ("-a.b * !c", "(-a.b * !c)"),
    ("--a", "--a"),
    ("a\n-b", "(a - b)"),
    ("(a + b) * c", "(((a + b)) * c)"),
    ("film.grain(a, k: b.c).r", "film.grain(a, k: b.c).r"),
    ("f(image: a, in: b)", "f(image: a, in: b)"),
    ("if a < b { c } else { d } + 1", "(if (a < b) {c} else {d} + 1)"),
    ("#abc", "[170, 187, 204]"),
    ("#c08060ff", "[192, 128, 96, 255]"),
    ("1e-3", "0.001"),
    (#""a\n""#, #""a\n""#),
    ("true != false", "(true != false)"),
    ("2% * -65um", "(2.0% * -65.0um)"),
    ("+0.7ev - +1", "(0.7ev - 1)"),
    ("5600k + 24 \t mm", "(5600.0k + 24.0mm)"),
    ("k\n+ um", "(k + um)"),
    ("f(2 % , 90deg, 1.5rad, 3px)", "f(2.0%, 90.0deg, 1.5rad, 3.0px)"),
    ("f(.warm, a.cold) + curve.r", "(f(.warm, a.cold) + curve.r)"),
    ("a |> curve [(0, 5%), (b + 1, -1),]", "(a |> curve[\"(0, 5.0%)\", \"((b + 1), -1)\"])"),
    ("matrix((1, -a, 2), b, (c, d, f(1, 2))) * c", "(matrix([1, -a, 2], b, [c, d, f(1, 2)]) * c)"),
    ("[1, -a, #abc,] + [b][0]", "(list[1, -a, [170, 187, 204]] + list[b][0])"),
    ("-a.b[c[0] + 1].r[2]", "-a.b[(c[0] + 1)].r[2]"),
    (#"lut "a.cube" |> lut(lut, curve)"#, #"(lut "a.cube" |> lut(lut, curve))"#),
    (#""a\(b + 1)c\(f(x, k: "d \(e)"))""#, #"text["a", "c", ""]((b + 1), f(x, k: text["d ", ""](e)))"#),
    (#"fill(picture "a.png") + picture"#, #"(fill(picture "a.png") + picture)"#),
  ])
  func shapes(_ text: String, _ expected: String) {
    let (tree, diagnostics) = parse(SourceFile(name: "test.tint", text: "tintype 1\noutput " + text))
    #expect(diagnostics.map(listed) == [])
    guard case .output(let output) = tree.recipe.declarations.first else { return #expect(Bool(false)) }
    #expect(shape(output.value) == expected)
  }
}

/// An expression with all its parentheses.
func shape(_ expression: ExpressionSyntax) -> String {
  switch expression {
  case .number(let view): view.value == view.value.rounded() ? "\(Int(view.value))" : "\(view.value)"
  case .quantity(let view): "\(view.value)\(view.unit.rawValue)"
  case .choice(let view): ".\(view.name.text)"
  case .curve(let view): "curve\(view.points.map { "(\(shape($0.x)), \(shape($0.y)))" })"
  case .lut(let view): "lut \(view.path.text)"
  case .picture(let view): "picture \(view.path.text)"
  case .color(let view): "\(view.channels)"
  case .string(let view): view.value.debugDescription
  case .interpolatedText(let view):
    "text\(view.parts.map { $0.stringValue ?? "?" })(\(view.values.map(shape).joined(separator: ", ")))"
  case .boolean(let view): "\(view.value)"
  case .name(let view): view.name
  case .prefix(let view): view.operation.rawValue + shape(view.operand)
  case .infix(let view): "(\(shape(view.left)) \(view.operation.rawValue) \(shape(view.right)))"
  case .pipe(let view): "(\(shape(view.left)) |> \(shape(view.right)))"
  case .member(let view): "\(shape(view.base)).\(view.name?.text ?? "?")"
  case .call(let view): "\(view.callee)(\(view.arguments.map(shape).joined(separator: ", ")))"
  case .conditional(let view): shape(view)
  case .parenthesized(let view): "(\(shape(view.value)))"
  case .row(let view): "[\(view.numbers.map(shape).joined(separator: ", "))]"
  case .list(let view): "list[\(view.elements.map(shape).joined(separator: ", "))]"
  case .subscripted(let view): "\(shape(view.base))[\(shape(view.index))]"
  case .missing: "?"
  }
}

private func shape(_ argument: ArgumentSyntax) -> String {
  (argument.label.map { $0.text + ": " } ?? "") + shape(argument.value)
}

private func shape(_ conditional: ConditionalSyntax) -> String {
  let start = "if \(shape(conditional.condition)) {\(shape(conditional.thenBlock))}"
  switch conditional.elseBranch {
  case .block(let block): return start + " else {\(shape(block))}"
  case .conditional(let next): return start + " else \(shape(next))"
  case nil: return start
  }
}

func shape(_ block: BlockSyntax) -> String {
  block.statements.map { statement in
    switch statement {
    case .constant(let view): "let \(view.name?.text ?? "?") = \(shape(view.value))"
    case .variable(let view): "var \(view.name?.text ?? "?") = \(shape(view.value))"
    case .assignment(let view):
      (view.name.text + (view.part.map { "." + $0.text } ?? ""))
        + " \(view.operation?.rawValue ?? "")= \(shape(view.value))"
    case .loop(let view):
      "for \(view.variable?.text ?? "?") in \(shape(view.range.lower))...\(shape(view.range.upper))"
        + " {\(shape(view.body))}"
    case .return(let view): "return \(shape(view.value))"
    case .conditional(let view): shape(view)
    case .expression(let view): shape(view)
    }
  }.joined(separator: " ")
}

/// Looks at everything the views of a recipe offer; nothing of it may trap, whatever was parsed.
func walk(_ recipe: RecipeSyntax) -> Int {
  var seen = 0
  for declaration in recipe.declarations {
    seen += (declaration.documentation ?? "").count + (declaration.name?.text ?? "").count
    switch declaration {
    case .look(let view):
      seen += view.entries.map { $0.key.text.count + $0.values.map(\.value.count).reduce(0, +) }.count
    case .use(let view): seen += [view.path?.stringValue, view.name?.text].count
    case .extends(let view): seen += (view.path?.stringValue ?? "").count
    case .setting(let view): seen += shape(view.value).count + view.path.count
    case .variant(let view): seen += view.settings.map { shape($0.value).count + $0.path.count }.count
    case .expectation(let view):
      seen += view.settings.map { shape($0.value).count + $0.path.count }.count + view.patch.count
    case .parameter(let view):
      seen += view.choices.count
      seen += (view.defaultValue.map(shape) ?? "").count + (view.step.map(shape) ?? "").count
      for range in [view.range, view.slider] { seen += range.map { shape($0.lower) + shape($0.upper) }?.count ?? 0 }
      seen += [view.unit?.text, view.group?.stringValue, view.label?.stringValue, view.type?.name].count
    case .constant(let view): seen += shape(view.value).count
    case .function(let view):
      seen += shape(view.body).count + (view.result?.name ?? "").count
      seen += view.parameters.compactMap { $0.defaultValue.map(shape) }.count
    case .image(let view): seen += shape(view.value).count
    case .output(let view): seen += shape(view.value).count
    }
  }
  return seen
}
