import TintypeDiagnostics

extension ImageGraph {
  /// The graph in Graphviz's DOT language: images as boxes, generators and the photo as ovals.
  package func dot(name: String) -> String {
    var lines = ["digraph \(quoted(name)) {", "  rankdir=LR", "  node [shape=box, style=rounded]"]
    for generator in generators { lines.append("  \(quoted(generator)) [shape=oval]") }
    for node in nodes {
      let label = ([node.name] + node.functions).map(quoted).map { $0.dropFirst().dropLast() }.joined(separator: "\\n")
      let shape = node.name == "source" ? "shape=oval, " : ""
      lines.append("  \(quoted(node.name)) [\(shape)label=\"\(label)\"]")
    }
    for node in nodes {
      for input in node.inputs {
        let channel = input.channel.map { " [label=\(quoted($0))]" } ?? ""
        lines.append("  \(quoted(input.name)) -> \(quoted(node.name))\(channel)")
      }
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }
}

private func quoted(_ text: String) -> String { text.quotedForDisplay }
