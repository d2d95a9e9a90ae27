extension ImageGraph {
  /// The graph as a table: each image with its inputs, functions and parameters.
  var textLines: [String] {
    let rows = nodes.map { node in
      [
        node.name, node.name == "source" ? "the photo" : node.inputs.map { $0.spelling }.joined(separator: ", "),
        node.functions.joined(separator: ", "), node.parameters.joined(separator: ", "),
      ]
    }
    return textTable(titles: ["image", "made from", "by", "set by"], rows)
  }
}
