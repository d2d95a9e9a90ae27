import Testing
import Tintype
import TintypeExplanation
import TintypeTestSupport

@Suite struct ImageGraphTests {
  @Test(arguments: ["minimal-life", "tumble-down"])
  func isDrawn(_ name: String) throws {
    let (look, source) = try shipped(name)
    expectGolden(explanation(look, source).images.dot(name: look.name), "\(name).dot")
  }

  @Test func followsConstantsMembersAndOperators() throws {
    let (look, source) = try checked(
      """
      tintype 1
      look "mixture" { working display }
      param k: scalar = 0.5 in 0...1 "K"
      let half = k * 0.5
      let floor0 = sqrt(2)
      image gray = grayscale(source)
      image edge = (source - gray) * half + floor0 - floor0
      image mask = clamp(edge.g, 0, 1)
      output blend(edge, over: source, mask: mask) |> crop(gray.bounds)
      """)
    let nodes = explanation(look, source).images.nodes
    #expect(nodes.map(\.name) == ["source", "gray", "edge", "mask", "output"])
    #expect(
      nodes.map { $0.inputs.map(\.spelling) } == [
        [], ["source"], ["source", "gray"], ["edge.g"], ["edge", "source", "mask"],
      ])
    #expect(nodes.map(\.functions) == [[], ["grayscale"], [], ["clamp"], ["blend", "crop"]])
    #expect(nodes.map(\.parameters) == [[], [], ["k"], [], []])
  }

  @Test func quotesNames() throws {
    let (look, source) = try checked("tintype 1\nlook \"a \\\"b\\\" \\\\\" { working display }\noutput source\n")
    #expect(explanation(look, source).images.dot(name: look.name).hasPrefix("digraph \"a \\\"b\\\" \\\\\" {\n"))
  }

  @Test func readsAConstantOnce() throws {
    let doublings = (1...40).map { "let a\($0) = a\($0 - 1) + a\($0 - 1)" }.joined(separator: "\n")
    let (look, source) = try checked(
      "tintype 1\nlook \"d\" { working display }\nlet a0 = source * 0\n\(doublings)\noutput a40\n")
    #expect(explanation(look, source).images.nodes.last?.inputs.map(\.spelling) == ["source"])
  }
}
