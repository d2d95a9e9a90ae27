import ArgumentParser

/// A number of bytes or pixels with a unit: `2G`, `1.5GB`, `512MiB`, `100MP`, `4096`.
struct Amount: ExpressibleByArgument {
  let count: Int

  init(count: Int) { self.count = count }

  init?(argument: String) {
    let digits = argument.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    var unit = argument.dropFirst(digits.count).lowercased()
    let isBinary = unit.hasSuffix("ib") || unit.hasSuffix("i")
    for ending in ["ib", "i", "b", "p"] where unit.hasSuffix(ending) {
      unit.removeLast(ending.count)
      break
    }
    guard let power = ["": 0, "k": 1, "m": 2, "g": 3, "t": 4][unit], let number = Double(digits) else { return nil }
    let amount = (0..<power).reduce(number) { size, _ in size * (isBinary ? 1024 : 1000) }
    guard amount >= 1, amount < 1e18 else { return nil }
    count = Int(amount)
  }

  var defaultValueDescription: String {
    count % 1_000_000_000 == 0 ? "\(count / 1_000_000_000)G" : "\(count)"
  }
}
