import Testing

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

  @Test func smallPicturesAreBlanked() {
    var packet = XMPPacket(xmp)
    packet.blankThumbnails()
    let expected = String(decoding: xmp, as: UTF8.self)
      .replacing("/9j/4AAQSkZJRg==", with: String(repeating: " ", count: 16))
    #expect(String(decoding: packet.bytes, as: UTF8.self) == expected)
  }

  @Test(arguments: [
    "", "tiff:Orientation", "tiff:Orientation=", "tiff:Orientation=\"", "tiff:Orientation='6", "tiff:Orientation>6",
    "tiff:Orientation=\"12\"", "tiff:Orientation=\"x\"", "tiff:Orientation=6", "tiff:Orientation = '' ",
    "xmpGImg:image", "xmpGImg:image>", "xmpGImg:image=", "xmpGImg:image='",
  ])
  func brokenPacketsStayAsTheyAre(_ text: String) {
    var packet = XMPPacket(Array(text.utf8))
    #expect(packet.orientation == nil)
    packet.setOrientation(1)
    packet.blankThumbnails()
    #expect(packet.bytes == Array(text.utf8))
  }
}
