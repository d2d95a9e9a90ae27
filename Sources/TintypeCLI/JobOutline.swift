import TintypeJSON

/// The result of one scan of a job's line before JSON parsing, even of a truncated line.
struct JobOutline {
  /// How many values the line holds, one inside another.
  private(set) var valueCount = 0

  /// The job's id; nil where the line has none, or is cut off before it.
  private(set) var id: JSONValue?

  /// The most values in a job; no valid job has more.
  static let mostValues = 65_536

  /// A key and its value at the top of the object.
  private struct Member {
    var key: Range<Int>
    var start: Int
  }

  /// Looks at a line, which need not be JSON.
  init(_ line: [UInt8]) {
    var (depth, quote, member): (Int, Int?, Member?) = (0, nil, nil)
    var lastText: Range<Int>?
    var isEscaped = false
    for (place, byte) in line.enumerated() {
      if let start = quote {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          (quote, lastText) = (nil, start..<place + 1)
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): quote = place
      case UInt8(ascii: "{"), UInt8(ascii: "["): (depth, valueCount) = (depth + 1, valueCount + 1)
      case UInt8(ascii: ":") where depth == 1: member = lastText.map { Member(key: $0, start: place + 1) }
      case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 1, let found = member {
          take(line[found.key], line[found.start..<place])
          member = nil
        }
        if byte == UInt8(ascii: ",") { valueCount += 1 } else { depth -= 1 }
      default: break
      }
    }
  }

  /// Of several, the last one counts, as in the JSON parser.
  private mutating func take(_ key: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
    guard key.elementsEqual(#""id""#.utf8), value.count <= Self.longestID else { return }
    id = JSONValue(parsing: value)
  }

  /// Bytes of an id that an answer repeats where the job itself is not read.
  private static let longestID = 1 << 16
}
