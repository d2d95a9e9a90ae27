import Testing
import TintypeTestSupport

@testable import TintypeImage

/// What marks leave as it is: a packet without them is the same before and after any edit.
@Suite struct PictureHashesTests {
  private static let head =
    #"<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">"#
    + #"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">"#
  private static let tail = "</rdf:RDF></x:xmpmeta>"
  private static let subject = "<dc:subject><rdf:Bag><rdf:li>sea</rdf:li></rdf:Bag></dc:subject>"
  private static let dc = #"xmlns:dc="http://purl.org/dc/elements/1.1/""#
  private static let xmp = #"xmlns:xmp="http://ns.adobe.com/xap/1.0/""#

  private static let contents = [
    "", #"<rdf:Description rdf:about="" \#(xmp) xmp:Rating="3"/>"#,
    #"<rdf:Description rdf:about="" \#(xmp)><xmp:Rating>2</xmp:Rating><xmp:Label>red</xmp:Label></rdf:Description>"#,
    #"<rdf:Description rdf:about="" \#(dc)>\#(subject)</rdf:Description>"#,
    "<rdf:Description rdf:about=\"\" \(dc) \(xmp) xmp:CreatorTool=\"x\">\n \(subject)\n</rdf:Description>\n",
  ]

  private static func packets() -> [XMPPacket] {
    contents.flatMap { content in
      ["<?xpacket end=\"w\"?>", String(repeating: " ", count: 600) + "\n<?xpacket end=\"w\"?>", ""].map {
        XMPPacket(Array((head + content + tail + $0).utf8))
      }
    }
  }

  @Test func editsLeaveTheRest() throws {
    var numbers = SplitMix64(seed: 5)
    let words = ["sea", "summer", "a & b", "<x>"]
    for packet in Self.packets() {
      var edited = packet
      for _ in 0..<8 {
        let wanted = words.filter { _ in numbers.next() % 2 == 0 }
        // Those that stay keep their place.
        let kept = edited.marks.keywords.filter(wanted.contains)
        let keywords = kept + wanted.filter { !kept.contains($0) }
        let marks = PictureMarks(rating: Int(numbers.next() % 6), keywords: keywords)
        let isSet = edited.setMarks(marks, over: PictureMarks())
        #expect(isSet)
        #expect(edited.unmarked.bytes == packet.unmarked.bytes, "\(String(decoding: edited.bytes, as: UTF8.self))")
      }
      let unmarked = packet.unmarked
      #expect(unmarked.isReadable && unmarked.unmarked.bytes == unmarked.bytes && unmarked.marks == PictureMarks())
    }
  }

  /// Changes by other programs are not skipped.
  @Test func otherChangesCount() {
    var seen: Set<[UInt8]> = []
    for content in Self.contents {
      seen.insert(XMPPacket(Array((Self.head + content + Self.tail).utf8)).unmarked.bytes)
    }
    // The first, second and fourth hold nothing but marks.
    #expect(seen.count == 3)
  }
}
