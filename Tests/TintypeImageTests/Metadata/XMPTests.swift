import Testing
import TintypeTestSupport

@testable import TintypeImage

@Suite struct XMPTests {
  @Test func orientationsAreEditedInPlace() {
    var packet = XMPPacket(xmp)
    #expect(packet.orientation == 6)
    packet.setOrientation(1)
    let expected = String(decoding: xmp, as: UTF8.self)
      .replacing("tiff:Orientation=\"6\"", with: "tiff:Orientation=\"1\"")
      .replacing("<tiff:Orientation> 8 <", with: "<tiff:Orientation> 1 <")
    #expect(String(decoding: packet.bytes, as: UTF8.self) == expected)
  }

  /// Attributes and elements, whatever the numbers were; longer ones shorten the padding.
  @Test func sizesAreReplaced() {
    func text(_ width: String, _ height: String, padding: Int) -> String {
      """
      <rdf:Description tiff:ImageWidth="\(width)" exif:PixelYDimension='\(height)' exif:PixelXDimension="wide">
      <tiff:ImageLength> \(height) </tiff:ImageLength><exif:PixelXDimension>\(width)</exif:PixelXDimension>
      <tiff:ImageLength/></rdf:Description>\(String(repeating: " ", count: padding))<?xpacket end="w"?>
      """
    }
    var packet = XMPPacket(Array(text("400", "300", padding: 20).utf8))
    packet.setSize(width: 30, height: 50)
    #expect(String(decoding: packet.bytes, as: UTF8.self) == text("30", "50", padding: 20))
    packet.setSize(width: 3000, height: 5000)
    #expect(String(decoding: packet.bytes, as: UTF8.self) == text("3000", "5000", padding: 12))
    let metadata = PictureMetadata(source: .jpeg, items: [JPEGForm.xmp(packet.bytes)])
    #expect(metadata.adjusted(width: 6, height: 8).xmp == Array(text("6", "8", padding: 12).utf8))
  }

  @Test(arguments: [true, false]) func packetsInUTF16AreRead(isBig: Bool) {
    let units = String(decoding: xmp, as: UTF8.self).utf16
    for mark in [[], [UInt16(0xFEFF)]] {
      let bytes = (mark + units).flatMap {
        isBig ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)]
      }
      #expect(XMPPacket(bytes).bytes == xmp)
    }
  }

  /// A prefix means what its declaration says, and own properties get a prefix that means nothing else.
  @Test func namesCountByTheirNamespaces() throws {
    let own = "urn:tintype:provenance:1/"
    let foreign = packet(
      "xmlns:tintype=\"urn:other\" xmlns:t=\"http://ns.adobe.com/tiff/1.0/\" tintype:Look=\"zz\" t:Orientation=\"6\"",
      "<tiff:Orientation xmlns:tiff=\"urn:other\">8</tiff:Orientation>")
    let metadata = PictureMetadata(source: .jpeg, items: [JPEGForm.xmp(foreign)])
    #expect(metadata.orientation == .quarterTurnRight)
    #expect(metadata.xmpProperty("Look", in: own) == nil)
    let remarks = XMPRemarks(namespace: own, prefix: "tintype", properties: [("Look", "a")])
    let added = try #require(metadata.adding(remarks, for: .jpeg))
    #expect(added.xmpProperty("Look", in: own) == "a" && added.xmpProperty("Look", in: "urn:other") == "zz")
    #expect(String(decoding: try #require(added.xmp), as: UTF8.self).contains("xmlns:tintype1=\"\(own)\""))
    #expect(added.adding(remarks, for: .jpeg) == added)
    var turned = XMPPacket(foreign)
    turned.setOrientation(1)
    let expected = String(decoding: foreign, as: UTF8.self).replacing(
      "t:Orientation=\"6\"", with: "t:Orientation=\"1\"")
    #expect(String(decoding: turned.bytes, as: UTF8.self) == expected)
    var marked = XMPPacket(
      packet("xmlns:dc=\"urn:a\" xmlns:xmp=\"urn:b\" xmp:Rating=\"2\"", "<dc:subject>x</dc:subject>"))
    let isMarked = marked.addKeywords(["a"]) && marked.setRating(4)
    #expect(isMarked && marked.marks == PictureMarks(rating: 4, keywords: ["a"]))
    #expect(String(decoding: marked.bytes, as: UTF8.self).contains("xmp:Rating=\"2\""))
  }

  /// A packet without properties may have its root as an empty tag.
  @Test func anEmptyRootIsOpened() {
    let root = "<r:RDF xmlns:r=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\""
    var packet = XMPPacket(Array("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\(root) /></x:xmpmeta>".utf8))
    let isMarked = packet.addKeywords(["a"]) && packet.setRating(3)
    #expect(isMarked && packet.marks == PictureMarks(rating: 3, keywords: ["a"]))
    let text = String(decoding: packet.bytes, as: UTF8.self)
    #expect(text.contains("\(root) >\n<r:Description") && text.hasSuffix("/>\n</r:RDF></x:xmpmeta>"))
  }

  @Test func smallPicturesAreBlanked() {
    var packet = XMPPacket(xmp)
    packet.blankThumbnails()
    let expected = String(decoding: xmp, as: UTF8.self)
      .replacing("/9j/4AAQSkZJRg==", with: String(repeating: " ", count: 16))
    #expect(String(decoding: packet.bytes, as: UTF8.self) == expected)
  }

  /// Every text that XML can hold is read as it was written.
  @Test func escapesAreRead() {
    let odd = "&<>\"';#x4\u{301}\u{200D}\u{FE0F}\n\r\t\u{85}\u{2028}\u{1F600}a \u{D4E}".unicodeScalars.map { $0 }
    var random = SplitMix64(seed: 4)
    for _ in 0..<2000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 1...6, using: &random) { text.append(odd.randomElement(using: &random) ?? "&") }
      let written = escapedForXML(String(text))
      #expect(unescapedFromXML(written).unicodeScalars.elementsEqual(text), "\(written)")
      #expect(!written.unicodeScalars.contains { "<\"\n\r\t".unicodeScalars.contains($0) })
    }
    for (wrong, read) in [("a&b", "a&b"), ("&;", "&;"), ("&#x;", "&#x;"), ("&#xD800;", "&#xD800;"), ("&lt", "&lt")] {
      #expect(unescapedFromXML(wrong) == read)
    }
  }

  @Test(arguments: [
    "", "tiff:Orientation", "tiff:Orientation=", "tiff:Orientation=\"", "tiff:Orientation='6", "tiff:Orientation>6",
    "tiff:Orientation=\"12\"", "tiff:Orientation=\"x\"", "tiff:Orientation=6", "tiff:Orientation = '' ",
    "xmpGImg:image", "xmpGImg:image>", "xmpGImg:image=", "xmpGImg:image='", "<a tiff:ImageWidth='4",
    "<tiff:ImageWidth>4",
  ])
  func brokenPacketsStayAsTheyAre(_ text: String) {
    var packet = XMPPacket(Array(text.utf8))
    #expect(packet.orientation == nil)
    packet.setOrientation(1)
    packet.setSize(width: 1, height: 1)
    packet.blankThumbnails()
    #expect(packet.bytes == Array(text.utf8))
  }
}
