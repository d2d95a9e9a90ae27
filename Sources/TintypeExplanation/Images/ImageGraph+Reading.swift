import TintypeSyntax

extension ImageGraph {
  /// Builds the graph from the declarations of a recipe without errors.
  init(_ declarations: [DeclarationSyntax]) {
    var reader = ImageReader(declarations)
    nodes = [Node(name: "source")]
    let outputs = declarations.compactMap { if case .output(let output) = $0 { output } else { nil } }
    for declaration in declarations {
      switch declaration {
      // In source order, so that a long chain of constants does not recurse deeply.
      case .constant(let constant): _ = constant.name.map { reader.constant($0.text) }
      case .image(let image): nodes.append(reader.node(image.name?.text ?? "", image.value.syntax))
      default: break
      }
    }
    // Of several outputs the last counts: it is that of the extending recipe.
    if let output = outputs.last { nodes.append(reader.node("output", output.value.syntax)) }
  }
}

/// Collects the images, functions and parameters that an expression uses.
private struct ImageReader {
  private var images: Set = ["source"]
  private var parameters: Set<String> = []
  private var uses: Set<String> = []
  private var constants: [String: Syntax] = [:]
  /// Memoized results for constants. Without them, constants that use others twice take exponential time.
  private var memo: [String: ImageGraph.Node] = [:]

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

  /// What a constant of the recipe is made from; nil for other names.
  mutating func constant(_ name: String) -> ImageGraph.Node? {
    if let node = memo[name] { return node }
    guard let value = constants[name] else { return nil }
    // Guards against a constant that uses itself, which is reported elsewhere.
    memo[name] = ImageGraph.Node(name: name)
    var node = node(name, value)
    // The functions that compute a plain number are omitted.
    if node.inputs.isEmpty { node.functions = [] }
    memo[name] = node
    return node
  }

  /// Collects what an expression uses.
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
    // Rectangles are omitted.
    if member == "bounds" { return }
    if let use = syntax.firstToken?.text, uses.contains(use) { return node.functions.append(syntax.text) }
    let first = node.inputs.count
    read(base, into: &node)
    if base.kind == .name, node.inputs.count == first + 1 { node.inputs[first].channel = member }
  }

  private mutating func call(_ syntax: Syntax, into node: inout ImageGraph.Node) {
    let callee = syntax.childTokens.filter { $0.kind == .identifier }.map { $0.text }.joined(separator: ".")
    if callee == "noise" {
      let text = syntax.text.split { $0.isWhitespace }.joined(separator: " ")
      node.inputs.append(.init(kind: .generator, name: text))
    } else {
      for child in syntax.childNodes { read(child, into: &node) }
      node.functions.append(callee)
    }
  }
}
