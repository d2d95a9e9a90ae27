/// The size of an output; its aspect ratio stays.
public enum ResultSize: Sendable, Hashable {
  /// No side longer than this; never enlarged.
  case longEdge(Int)
  /// As large as fits into a rectangle.
  case within(width: Int, height: Int)
  /// A percentage of the size that it would have.
  case percent(Double)

  /// As `--max-edge` has it: `2048`.
  public init?(maxEdge text: String) {
    guard let edge = Int(text), Self.sides.contains(edge) else { return nil }
    self = .longEdge(edge)
  }

  /// As `--resize` has it: `1920x1080` or `50%`.
  public init?(resize text: String) {
    if text.hasSuffix("%") {
      guard let percent = Double(text.dropLast()), percent > 0, percent <= 1600 else { return nil }
      self = .percent(percent)
      return
    }
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], Self.sides.contains(width),
      Self.sides.contains(height)
    else { return nil }
    self = .within(width: width, height: height)
  }

  private static let sides = 1...1_000_000

  /// Whether `--max-edge` has it, and not `--resize`.
  var isEdge: Bool { if case .longEdge = self { true } else { false } }

  /// As its option has it.
  var spelled: String {
    switch self {
    case .longEdge(let edge): "\(edge)"
    case .within(let width, let height): "\(width)x\(height)"
    case .percent(let percent): "\(percent)%"
    }
  }

  /// By how much a picture of some size becomes larger.
  func factor(width: Int, height: Int) -> Double {
    switch self {
    case .longEdge(let edge): min(1, Double(edge) / Double(max(width, height)))
    case .within(let w, let h): min(Double(w) / Double(width), Double(h) / Double(height))
    case .percent(let percent): percent / 100
    }
  }
}
