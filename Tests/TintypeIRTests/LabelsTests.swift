import Testing
import TintypeIR

struct LabelsTests {
  @Test func valuesKeepTheirFirstName() {
    var labels = Labels()
    labels.add("gray", to: Value(2))
    labels.add("luma", to: Value(2))
    #expect([1, 2, 3].map { labels[Value($0)] } == [nil, "gray", nil])
  }

  @Test func namesMoveWithTheirValues() {
    var labels = Labels()
    labels.add("red", to: Value(0))
    labels.add("dead", to: Value(1))
    labels.add("blue", to: Value(5))
    labels.add("also red", to: Value(6))
    let places = [0: 4, 5: 1, 6: 4]
    let moved = labels.renamed { places[$0.index].map { Value($0) } }
    #expect((0..<7).map { moved[Value($0)] } == [nil, "blue", nil, nil, "red", nil, nil])
  }

  @Test func listsAreEqualWhateverTheOrderOfTheirMaking() {
    var (one, other) = (Labels(), Labels())
    one.add("a", to: Value(1))
    one.add("b", to: Value(3))
    other.add("b", to: Value(3))
    #expect(one != other)
    other.add("a", to: Value(1))
    #expect(one == other)
  }
}
