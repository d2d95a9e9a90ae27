import Testing
import TintypeDiagnostics
import TintypeTestSupport

@testable import TintypeImport

@Suite struct XMLReaderTests {
  private func root(_ text: String) throws -> XMLElement { try XMLReader.root(of: file(text)) }

  @Test func elementsAttributesAndText() throws {
    let root = try root(
      """
      \u{FEFF}<?xml version='1.0' encoding="utf-8"?>
      <!-- before -->
      <a:one xmlns:a="urn:x" word = "&quot;&#65;&#x42;&amp;'"><two/>x &lt; <![CDATA[<y & z>]]><!-- inside -->!
        <two><three></three ></two></a:one>
      <?later?>
      """)
    #expect(root.name == "one")
    #expect(root["word"] == "\"AB&'")
    #expect(root.children.map(\.name) == ["two", "two"])
    #expect(root.oneLine == "x < <y & z>!")
    #expect(root.children[1].children[0].line == 4)
    #expect(root.line == 3)
  }

  /// The text, the place and the beginning of what is said of it.
  @Test(
    arguments: [
      ("", "1:1: the file holds no XML element"), ("x", "1:1: text stands outside"), ("<a>", "1:1: <a> is not closed"),
      ("<a></b>", "1:4: </b> stands where </a>"), ("</a>", "1:1: </a> closes nothing"),
      ("<a/><b/>", "1:5: <b> stands behind"), ("<a/>x", "1:5: text stands outside"),
      ("<a b=c/>", "1:6: the value of 'b'"), ("<a b='<'/>", "1:7: a value holds no '<'"),
      ("<a b='1' b='2'/>", "1:10: the attribute 'b' is given twice"), ("<a b='1'c='2'/>", "1:9: a space is missing"),
      ("<a b/>", "1:5: '=' is missing"), ("<a", "1:1: the tag <a is not closed"),
      ("<a\n  b='1'", "1:1: the tag <a is not closed"), ("< a/>", "1:2: the name of an element"),
      ("<1/>", "1:2: the name of an element"), ("<a>&b;</a>", "1:4: '&b;' is not an entity"),
      ("<a>&#0;</a>", "1:4: '&#0;' is not"), ("<a>&#xD800;</a>", "1:4: '&#xD800;' is not"),
      ("<a>&#+9;</a>", "1:4: '&#+9;' is not"), ("<a>x & y</a>", "1:6: '&' begins no entity"),
      ("<a>\u{1}</a>", "1:4: a text holds no control"), ("<!-- a -- b --><a/>", "1:8: a comment holds no '--'"),
      ("<!-- a", "1:1: this comment is not closed"), ("<a><![CDATA[</a>", "1:4: this CDATA section"),
      ("<!DOCTYPE a []><a/>", "1:1: a document type"), ("<a><!ENTITY b 'c'></a>", "1:4: a document type"),
      ("<?xml version='1.0' encoding='latin1'?><a/>", "1:1: the text says that it is in latin1"),
      ("<a>\n\n  </a", "3:6: '>' is missing"),
    ])
  func whatIsWrongIsNamedWithItsPlace(_ text: String, _ expected: String) throws {
    let lines = refusal(file(text))
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("look.clf:" + expected) == true, "\(lines)")
  }

  @Test func otherEncodings() {
    for bytes: [UInt8] in [[0xFF, 0xFE, 0x3C, 0], [0xFE, 0xFF, 0, 0x3C], [0x3C, 0, 0x61, 0]] {
      #expect(refusal(SourceFile(name: "a.clf", text: bytes)) == ["a.clf:1:1: the text is not UTF-8; save it as UTF-8"])
    }
    let broken = Array("<a>\n  é".utf8) + [0xE9] + Array("</a>".utf8)
    #expect(refusal(SourceFile(name: "a.clf", text: broken)) == ["a.clf:2:4: these bytes are not UTF-8"])
  }

  /// Entities that expand into gigabytes cannot be declared.
  @Test func nothingExpands() {
    var text = "<?xml version=\"1.0\"?>\n<!DOCTYPE lolz [\n <!ENTITY lol \"lol\">\n"
    for index in 1...9 {
      let name = index == 1 ? "lol" : "lol\(index - 1)"
      text += " <!ENTITY lol\(index) \"\(String(repeating: "&\(name);", count: 10))\">\n"
    }
    text += "]>\n<ProcessList>&lol9;</ProcessList>"
    #expect(refusal(file(text)).first?.hasPrefix("look.clf:2:1: a document type") == true)
  }

  @Test func depthAndNumbersAreBounded() {
    let deep = String(repeating: "<a>", count: 1_000_000)
    #expect(refusal(file(deep)).first?.contains("elements are at most 32 deep") == true)
    let wide = "<a>" + String(repeating: "<b/>", count: 200_001) + "</a>"
    #expect(refusal(file(wide)).first?.contains("at most 200000 elements") == true)
    let many = "<a " + (0..<513).map { "b\($0)='' " }.joined() + "/>"
    #expect(refusal(file(many)).first?.contains("at most 512 attributes") == true)
  }

  /// Damaged files are read or refused; nothing traps.
  @Test func anyBytesEnd() throws {
    var numbers = SplitMix64(seed: 3)
    let samples = [
      clf(OperatorSamples.all.map(\.text).joined(separator: "\n")), correction("1 1 1", "0 0 0", "1 1 1", "1"),
    ]
    for round in 0..<2000 {
      var bytes = samples[round % samples.count].text
      for _ in 0..<(1 + numbers.next() % 4) {
        let place = Int(numbers.next() % UInt64(bytes.count))
        switch numbers.next() % 4 {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: numbers.next())
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(contentsOf: bytes[place...].prefix(Int(numbers.next() % 30)), at: place)
        default: bytes.removeLast(Int(numbers.next() % UInt64(bytes.count / 2)))
        }
      }
      _ = refusal(SourceFile(name: "a.clf", text: bytes))
    }
  }
}
