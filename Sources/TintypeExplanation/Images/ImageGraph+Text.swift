extension ImageGraph {
  /// The graph as a table: a picture a line, with what it is made from, by what, and what a user sets of it.
  var words: [String] {
    let rows = nodes.map { node in
      [
        node.name, node.name == "source" ? "the photo" : node.inputs.map(\.spelling).joined(separator: ", "),
        node.functions.joined(separator: ", "), node.parameters.joined(separator: ", "),
      ]
    }
    return textTable(titles: ["image", "made from", "by", "set by"], rows)
  }
}
