/// The pictures of a recipe, and what each is made from, as the author wrote it.
public struct ImageGraph: Sendable, Equatable {
  /// One picture.
  public struct Node: Sendable, Equatable {
    /// The name in the text, or `source` and `output` for the two ends.
    public var name: String

    /// What it is made from, in the order of the text, each once.
    public var inputs: [Input] = []

    /// The kernels and functions on the way, in the order in which they are applied, each once.
    public var functions: [String] = []

    /// The parameters that take part, in the order of the text, each once.
    public var parameters: [String] = []
  }

  /// Something that a picture is made from.
  public struct Input: Sendable, Hashable {
    /// What kind of thing it is.
    public enum Kind: Sendable, Hashable {
      /// Another picture of the graph.
      case image
      /// A call such as `noise(seed: 1)`, which needs no picture; its text is the name.
      case generator
    }

    /// What kind of thing it is.
    public var kind: Kind

    /// The picture's name, or the generator's text.
    public var name: String

    /// The one channel that is taken of it, such as `g`; nil for all.
    public var channel: String?

    /// As the author would write it.
    public var spelling: String { channel.map { "\(name).\($0)" } ?? name }
  }

  /// `source`, the images in the order of the text, `output`.
  public var nodes: [Node]

  /// The generators, in the order of the text; equal texts are one.
  public var generators: [String] {
    nodes.flatMap(\.inputs).filter { $0.kind == .generator }.map(\.name).withoutRepetitions
  }
}

extension Sequence where Element: Hashable {
  /// Each element once, where it first stands.
  var withoutRepetitions: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
