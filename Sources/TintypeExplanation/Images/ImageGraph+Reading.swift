import TintypeSyntax

extension ImageGraph {
  /// Reads the graph off the declarations of a recipe that checks without an error.
  init(_ declarations: [DeclarationSyntax]) {
    var reader = ImageReader(declarations)
    nodes = [Node(name: "source")]
    let outputs = declarations.compactMap { if case .output(let output) = $0 { output } else { nil } }
    for declaration in declarations {
      switch declaration {
      // In the order of the text, so that a chain of constants does not have to be followed down at once.
      case .constant(let constant): _ = constant.name.map { reader.constant($0.text) }
      case .image(let image): nodes.append(reader.node(image.name?.text ?? "", image.value.syntax))
      default: break
      }
    }
    // Of several the one counts that extends the others.
    if let output = outputs.last { nodes.append(reader.node("output", output.value.syntax)) }
  }
}

/// Finds out what an expression is made from, whatever kinds of expressions there are.
private struct ImageReader {
  private var images: Set = ["source"]
  private var parameters: Set<String> = []
  private var uses: Set<String> = []
  private var constants: [String: Syntax] = [:]
  /// What is known of constants, each read once: two uses of one that uses one twice, and so on, would be very many.
  private var known: [String: ImageGraph.Node] = [:]

  init(_ declarations: [DeclarationSyntax]) {
    for declaration in declarations {
      guard let name = declaration.name?.text else { continue }
      switch declaration {
      case .image: images.insert(name)
      case .parameter: parameters.insert(name)
      case .use: uses.insert(name)
      case .constant(let constant): constants[name] = constant.value.syntax
      default: break
      }
    }
  }

  mutating func node(_ name: String, _ value: Syntax) -> ImageGraph.Node {
    var node = ImageGraph.Node(name: name)
    read(value, into: &node)
    node.inputs = node.inputs.withoutRepetitions
    node.functions = node.functions.withoutRepetitions
    node.parameters = node.parameters.withoutRepetitions
    return node
  }

  /// What a constant of the recipe is made from.
  mutating func constant(_ name: String) -> ImageGraph.Node? {
    if let node = known[name] { return node }
    guard let value = constants[name] else { return nil }
    // While it is read it stands for nothing: a constant that needs itself has been reported.
    known[name] = ImageGraph.Node(name: name)
    var node = node(name, value)
    // How a plain number was computed is of no interest here.
    if node.inputs.isEmpty { node.functions = [] }
    known[name] = node
    return node
  }

  /// Collects what stands in an expression.
  private mutating func read(_ syntax: Syntax, into node: inout ImageGraph.Node) {
    switch syntax.kind {
    case .name: name(syntax.text, into: &node)
    case .member: member(syntax, into: &node)
    case .call: call(syntax, into: &node)
    default: for child in syntax.childNodes { read(child, into: &node) }
    }
  }

  private mutating func name(_ name: String, into node: inout ImageGraph.Node) {
    if let constant = constant(name) {
      node.inputs += constant.inputs
      node.functions += constant.functions
      node.parameters += constant.parameters
    } else if images.contains(name) {
      node.inputs.append(.init(kind: .image, name: name))
    } else if parameters.contains(name) {
      node.parameters.append(name)
    }
  }

  private mutating func member(_ syntax: Syntax, into node: inout ImageGraph.Node) {
    guard let base = syntax.childNodes.first, let member = syntax.childTokens.last?.text else { return }
    // A rectangle is nothing that can be seen.
    if member == "bounds" { return }
    if let use = syntax.firstToken?.text, uses.contains(use) { return node.functions.append(syntax.text) }
    let first = node.inputs.count
    read(base, into: &node)
    if base.kind == .name, node.inputs.count == first + 1 { node.inputs[first].channel = member }
  }

  private mutating func call(_ syntax: Syntax, into node: inout ImageGraph.Node) {
    let callee = syntax.childTokens.filter { $0.kind == .identifier }.map(\.text).joined(separator: ".")
    if callee == "noise" {
      let text = syntax.text.split { $0.isWhitespace }.joined(separator: " ")
      node.inputs.append(.init(kind: .generator, name: text))
    } else {
      for child in syntax.childNodes { read(child, into: &node) }
      node.functions.append(callee)
    }
  }
}
