import Foundation
import Testing
import TintypeJSON
import TintypeTestSupport

struct JSONTests {
  /// Texts of RFC 8259, and what Foundation reads in them.
  @Test(arguments: [
    "null", " true ", "[]", "{}", "-0", "12", "-9223372036854775808", "9223372036854775807", "1e3", "0.25", "1E-2",
    #""""#, #""a\"\\\/\b\f\n\r\t""#, #""\u00e9\u20AC\ud83d\ude00""#, "\"é😀\"", "[1, [2], {\"a\": [null]}]",
    "{\"b\": 1, \"a\": {\"c\": \"d\"}}\n", "{\"a\": 1, \"a\": 2}",
  ])
  func readsWhatFoundationReads(_ text: String) throws {
    let value = try #require(JSONValue(parsing: Array(text.utf8)))
    let other = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    if text.contains("\"a\": 1, \"a\"") {
      #expect(value == ["a": 2])
    } else {
      #expect(Self.equal(value, other), "\(value) \(other)")
    }
    #expect(JSONValue(parsing: value.encoded)?.line == value.line)
    #expect(JSONValue(parsing: Array(value.formatted.utf8))?.line == value.line)
  }

  @Test(arguments: [
    "", " ", "nul", "truee", "[1,]", "[1 2]", "{\"a\"}", "{\"a\":}", "{a: 1}", "{\"a\": 1,}", "01", "1.", ".5", "+1",
    "-", "1e", "1e+", "1e999", "\"", "\"\\x\"", "\"\\u12\"", "\"\u{1}\"",
    "\"\n\"", "1 2", "[1]]", "NaN", "Infinity", "\u{FEFF}1", "\"\\u+123\"",
  ])
  func otherTextsAreRefused(_ text: String) { #expect(JSONValue(parsing: Array(text.utf8)) == nil) }

  /// JavaScript writes half of a surrogate pair as it is.
  @Test(arguments: [#""\ud83d""#, #""\ude00""#, #""\ud83d\u0041""#, #""\ud83dx""#, #""\ude00\ud83d""#])
  func halvesOfPairsAreReplaced(_ text: String) throws {
    let wanted = text.contains("u0041") ? "\u{FFFD}A" : text.contains("x") ? "\u{FFFD}x" : "\u{FFFD}"
    let found = try #require(JSONValue(parsing: Array(text.utf8))?.text)
    #expect(found == (text.hasPrefix(#""\ude00\u"#) ? "\u{FFFD}\u{FFFD}" : wanted))
  }

  @Test func bytesThatAreNoUTF8AreRefused() {
    #expect(JSONValue(parsing: [0x22, 0xFF, 0x22] as [UInt8]) == nil)
    #expect(JSONValue(parsing: [0x22, 0xED, 0xA0, 0x80, 0x22] as [UInt8]) == nil)
  }

  @Test func depthHasALimit() {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(JSONValue(parsing: nested(512)) != nil)
    #expect(JSONValue(parsing: nested(513)) == nil)
    #expect(JSONValue(parsing: nested(1_000_000)) == nil)
    #expect(JSONValue(parsing: Array(String(repeating: "{\"a\":", count: 100_000).utf8)) == nil)
  }

  /// An object with very many members is no slower for each of them.
  @Test func manyMembersAreRead() {
    let members = (0..<100_000).map { "\"k\($0)\":\($0)" }
    let value = JSONValue(parsing: Array("{\(members.joined(separator: ","))}".utf8))
    #expect(value?["k99999"] == 99_999)
    #expect(value?.members.count == 100_000)
  }

  @Test func randomValuesSurviveWriting() throws {
    var numbers = SplitMix64(seed: 1)
    for _ in 0..<500 {
      let value = Self.random(depth: 4, &numbers)
      #expect(JSONValue(parsing: value.encoded) == value)
      #expect(JSONValue(parsing: Array(value.formatted.utf8)) == value)
      let other = try JSONSerialization.jsonObject(with: Data(value.encoded), options: .fragmentsAllowed)
      #expect(Self.equal(value, other), "\(value) \(other)")
    }
  }

  @Test func whatIsWritten() {
    let value: JSONValue = [
      "b": 1.0, "a": ["x\u{7}\u{2028}", .bool(true), .null], "c": 2.5, "left out": nil as JSONValue?,
    ]
    #expect(value.line == #"{"a":["x\u0007\u2028",true,null],"b":1,"c":2.5}"#)
    #expect(value.formatted == #"{"b": 1, "a": ["x\u0007\u2028", true, null], "c": 2.5}"#)
    let numbers: JSONValue = [.number(.nan), .number(.infinity), .number(-.infinity), .number(1e300)]
    #expect(numbers.line == "[null,1e999,-1e999,1e+300]")
    let long = JSONValue(["first": JSONValue(Array(repeating: "word", count: 20)), "second": 1] as JSONObject)
    #expect(long.formatted.hasPrefix("{\n  \"first\": [\n    \"word\",\n"))
    #expect(long.formatted.hasSuffix("\n  ],\n  \"second\": 1\n}"))
  }

  /// Who gives an id wants it back as it was written, and who asks for a number gets one.
  @Test(arguments: [
    "-0", "1.0", "1e3", "1E+2", "0.10", "12345678901234567890", "-9223372036854775809", "1e-400", "0.5", "7",
    "[9007199254740993,{\"a\":18446744073709551616}]",
  ])
  func numbersAreWrittenAsTheyWereRead(_ text: String) throws {
    let value = try #require(JSONValue(parsing: Array(text.utf8)))
    #expect(value.line == text)
    #expect(value.double == Double(text) && value.integer == Double(text).flatMap { Int(exactly: $0) })
  }

  @Test func membersKeepTheirOrder() {
    var object: JSONObject = ["b": 1, "a": 2]
    object["c"] = 3
    object["b"] = 4
    object["a"] = nil
    #expect(object.names == ["b", "c"])
    #expect(object == ["c": 3, "b": 4])
    #expect(object.merging(["b": 5, "d": 6]).names == ["b", "c", "d"])
  }

  @Test func base64IsThatOfFoundation() {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ 7) }
      #expect(bytes.base64 == Data(bytes).base64EncodedString())
    }
  }

  private static func random(depth: Int, _ numbers: inout some RandomNumberGenerator) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &numbers) {
    case 0: return .null
    case 1: return .bool(.random(using: &numbers))
    case 2: return .whole(.random(in: .min ... .max, using: &numbers))
    case 3: return .number(.random(in: -1e6...1e6, using: &numbers) + 0.125)
    case 4:
      let scalars = (0..<5).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0..<0x11000, using: &numbers)) }
      return .string(String(String.UnicodeScalarView(scalars)))
    case 5: return .array((0..<3).map { _ in random(depth: depth - 1, &numbers) })
    default: return .object(JSONObject((0..<3).map { ("key \($0)", random(depth: depth - 1, &numbers)) }))
    }
  }

  private static func equal(_ value: JSONValue, _ other: Any) -> Bool {
    switch value {
    case .null: other is NSNull
    case .bool(let truth): other as? Bool == truth
    case .whole(let number): (other as? NSNumber)?.int64Value == number
    // Foundation reads some decimals with an error of some ulps.
    case .number(let number): (other as? NSNumber).map { abs($0.doubleValue - number) <= 4 * number.ulp } ?? false
    case .written: (other as? NSNumber)?.doubleValue == value.double
    case .string(let text): (other as? String).map { $0.unicodeScalars.elementsEqual(text.unicodeScalars) } ?? false
    case .array(let values):
      (other as? [Any]).map { $0.count == values.count && zip(values, $0).allSatisfy(equal) } ?? false
    case .object(let object):
      (other as? [String: Any]).map { others in
        others.count == object.names.count
          && object.members.allSatisfy { name, value in
            others[name].map { equal(value, $0) } ?? false
          }
      } ?? false
    }
  }
}
