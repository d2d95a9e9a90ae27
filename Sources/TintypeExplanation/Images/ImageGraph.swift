/// The images of a recipe as a graph of dependencies, as the author wrote it.
package struct ImageGraph: Sendable, Equatable {
  /// An image.
  package struct Node: Sendable, Equatable {
    /// The name in the recipe, or `source` or `output`.
    package var name: String

    /// The inputs in source order, without repetitions.
    package var inputs: [Input] = []

    /// The kernels and functions in the order of application, without repetitions.
    package var functions: [String] = []

    /// The parameters in source order, without repetitions.
    package var parameters: [String] = []
  }

  /// An input of an image.
  package struct Input: Sendable, Hashable {
    /// The kind of an input.
    package enum Kind: Sendable, Hashable {
      /// Another image of the graph.
      case image
      /// A call without an input image, such as `noise(seed: 1)`. Its text is the name.
      case generator
    }

    /// The kind.
    package var kind: Kind

    /// The image's name or the generator's text.
    package var name: String

    /// The channel that is used, such as `g`; nil for all.
    package var channel: String?

    /// The input as written in a recipe.
    package var spelling: String { channel.map { "\(name).\($0)" } ?? name }
  }

  /// `source`, the images in source order, `output`.
  package var nodes: [Node]

  /// The generators in source order, without repetitions.
  package var generators: [String] {
    nodes.flatMap { $0.inputs }.filter { $0.kind == .generator }.map { $0.name }.withoutRepetitions
  }
}

extension Sequence where Element: Hashable {
  /// The elements without repetitions, in the order of first occurrence.
  var withoutRepetitions: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
