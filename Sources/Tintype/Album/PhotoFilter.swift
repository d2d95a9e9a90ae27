import TintypeDiagnostics
import TintypeIR
import TintypeImage

/// A selection of photos, as a text: `rating >= 4 && tag = album:summer`.
///
/// A comparison is a field, an operator and a value; a field alone tests whether the photo has it. `!`, `&&`, `||` and
/// parentheses combine conditions. Words are compared without case, and `*` matches any letters. A date has the
/// precision in which it is written: `date >= 2024-05` includes all of May.
public struct PhotoFilter: Sendable, Hashable {
  /// The text.
  public let text: String

  private let condition: Condition

  /// Reads a filter.
  ///
  /// - Throws: what is wrong, with the column.
  public init(_ text: String) throws(UsageError) {
    var parser = PhotoFilterParser(text)
    (self.text, condition) = (text, try parser.filter())
  }

  /// Whether a photo is meant.
  public func matches(_ photo: PhotoRecord) -> Bool { condition.matches(photo) }
}

/// The fields of a photo that filters can test.
enum PhotoField: String, CaseIterable {
  case rating, favorite, name, tag, look, camera, lens, iso, date

  /// The kind of values that it is compared with.
  enum Values { case number, text, date, none }

  var values: Values {
    switch self {
    case .rating, .iso: .number
    case .favorite: .none
    case .name, .tag, .look, .camera, .lens: .text
    case .date: .date
    }
  }

  /// The words of a photo; a photo may have several tags.
  func texts(of photo: PhotoRecord) -> [String] {
    switch self {
    case .name: [FilePath(bytes: photo.path.lastComponent).description]
    case .tag: photo.marks.keywords
    case .look: [photo.provenance?.look].compactMap { $0 }
    case .camera: [photo.exposure.camera].compactMap { $0 }
    case .lens: [photo.exposure.lens].compactMap { $0 }
    case .rating, .favorite, .iso, .date: []
    }
  }
}

/// A parsed filter.
indirect enum Condition: Hashable, Sendable {
  case has(PhotoField)
  case rating(Comparison, Int)
  case iso(Comparison, Int)
  case text(PhotoField, isEqual: Bool, String)
  case date(Comparison, [Int])
  case not(Condition)
  case both(Condition, Condition)
  case either(Condition, Condition)

  func matches(_ photo: PhotoRecord) -> Bool {
    switch self {
    case .has(.rating): photo.marks.rating ?? 0 != 0
    case .has(.favorite): photo.marks.isFavorite
    case .has(.date): photo.date != nil
    case .has(.iso): photo.number(.iso) != nil
    case .has(let field): !field.texts(of: photo).isEmpty
    case .rating(let comparison, let number): comparison.holds(between: [photo.marks.rating ?? 0], [number])
    case .iso(let comparison, let number):
      photo.number(.iso).map { comparison.holds(between: [Int($0.rounded())], [number]) } ?? false
    case .text(let field, let isEqual, let pattern):
      field.texts(of: photo).contains { matches(pattern[...], $0.lowercased()[...]) } == isEqual
    case .date(let comparison, let parts): photo.date.map { comparison.holds(between: $0.parts, parts) } ?? false
    case .not(let condition): !condition.matches(photo)
    case .both(let a, let b): a.matches(photo) && b.matches(photo)
    case .either(let a, let b): a.matches(photo) || b.matches(photo)
    }
  }

  /// Whether a text matches a pattern, in which `*` stands for any letters. Linear in each star, since the first match
  /// suffices.
  private func matches(_ pattern: Substring, _ text: Substring) -> Bool {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return pattern == text }
    guard text.hasPrefix(parts[0]), text.dropFirst(parts[0].count).hasSuffix(parts[parts.count - 1]) else {
      return false
    }
    var rest = text.dropFirst(parts[0].count).dropLast(parts[parts.count - 1].count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }
}

/// A sign between a field and a value.
enum Comparison: String, CaseIterable {
  case equal = "=", notEqual = "!=", less = "<", atMost = "<=", greater = ">", atLeast = ">="

  /// Compares as many numbers as the second list has, the first ones first.
  func holds(between a: [Int], _ b: [Int]) -> Bool {
    let a = Array(a.prefix(b.count))
    return switch self {
    case .equal: a == b
    case .notEqual: a != b
    case .less: a.lexicographicallyPrecedes(b)
    case .atMost: !b.lexicographicallyPrecedes(a)
    case .greater: b.lexicographicallyPrecedes(a)
    case .atLeast: !a.lexicographicallyPrecedes(b)
    }
  }
}

extension CaptureDate {
  /// From the year to the second.
  fileprivate var parts: [Int] { [year, month, day, hour, minute, second] }
}
