import TintypeExplanation
import TintypeJSON

extension ColorProbe.Place {
  /// A pixel, `[column, row]`, of a picture, `[width, height]`; nil for one outside.
  init?(_ pixel: JSONValue?, in size: JSONValue?) {
    func pair(_ value: JSONValue?) -> (Int, Int)? {
      guard case .array(let numbers) = value, numbers.count == 2 else { return nil }
      guard let first = numbers[0].integer, let second = numbers[1].integer else { return nil }
      return (first, second)
    }
    guard let (column, row) = pair(pixel), let (width, height) = pair(size) else { return nil }
    guard 1...1 << 24 ~= width, 1...1 << 24 ~= height, 0..<width ~= column, 0..<height ~= row else { return nil }
    self.init(column: column, row: row)
    (self.width, self.height) = (width, height)
  }
}

extension ColorProbe.Step {
  /// What the page shows of a step.
  var json: JSONValue {
    [
      "name": .string(name), "codes": .array(stored.map { .whole(Int64($0)) }),
      "isMask": .bool(numbers.count == 1), "hasNoise": .bool(dependsOnNoise),
    ]
  }
}
