import Testing
import TintypeImage

@Suite struct Y4MHeaderTests {
  /// Lines as ffmpeg 5.1, x264 and mjpegtools write them.
  @Test(
    arguments: [
      ("YUV4MPEG2 W320 H180 F25:1 Ip A1:1 C420jpeg XYSCSS=420JPEG", .quarter420(.middle), 8, nil, false),
      (
        "YUV4MPEG2 W320 H180 F25:1 Ip A1:1 C420mpeg2 XYSCSS=420MPEG2 XCOLORRANGE=LIMITED", .quarter420(.left), 8, false,
        false
      ),
      ("YUV4MPEG2 W320 H180 F25:1 It A64:45 C420paldv XCOLORRANGE=FULL", .quarter420(.topLeft), 8, true, true),
      ("YUV4MPEG2 H180 W320", .quarter420(.middle), 8, nil, false),
      ("YUV4MPEG2 W320 H180 F0:0 I? A0:0 C420", .quarter420(.middle), 8, nil, false),
      ("YUV4MPEG2 W320 H180 C420p10 XYSCSS=420P10", .quarter420(.left), 10, nil, false),
      ("YUV4MPEG2 W320 H180 C422", .half422, 8, nil, false),
      ("YUV4MPEG2 W320 H180 C422p12 XYSCSS=422P12", .half422, 12, nil, false),
      ("YUV4MPEG2 W320 H180 C444p16 XYSCSS=444P16", .full444, 16, nil, false),
      ("YUV4MPEG2 W320 H180 Cmono", .gray, 8, nil, false),
      ("YUV4MPEG2 W320 H180 Cmono10 XCOLORRANGE=FULL Xmine=1", .gray, 10, true, false),
    ] as [(String, Y4MHeader.Chroma, Int, Bool?, Bool)])
  func understands(_ line: String, _ chroma: Y4MHeader.Chroma, _ bits: Int, _ full: Bool?, _ interlaced: Bool) throws {
    let header = try Y4MHeader(line: Array(line.utf8))
    #expect((header.width, header.height) == (320, 180))
    #expect(header.chroma == chroma && header.bits == bits)
    #expect(header.isFullRange == full && header.isInterlaced == interlaced)
    #expect(header.line(width: 320, height: 180) == Array((line + "\n").utf8))
    let smaller = line.replacing("W320", with: "W9").replacing("H180", with: "H7")
    #expect(header.line(width: 9, height: 7) == Array((smaller + "\n").utf8))
  }

  /// What a caller says of the range, and what a quarter of a turn makes of pixels and fields.
  @Test func saysWhatFramesBecame() throws {
    func line(_ words: String, _ isFull: Bool? = nil, turned: Bool = false) throws -> String {
      let header = try Y4MHeader(line: Array("YUV4MPEG2 W9 H7\(words)".utf8))
      let line = header.line(width: 9, height: 7, isFullRange: isFull, isTurned: turned)
      return String(String(decoding: line, as: UTF8.self).dropFirst("YUV4MPEG2 W9 H7".count).dropLast())
    }
    #expect(try line(" A1:1", true) == " A1:1 XCOLORRANGE=FULL")
    #expect(try line(" XCOLORRANGE=LIMITED Xmine=1", true) == " XCOLORRANGE=FULL Xmine=1")
    #expect(try line(" XCOLORRANGE=FULL", false) == " XCOLORRANGE=LIMITED")
    #expect(try line(" It A4:3 C444", turned: true) == " Ip A3:4 C444")
    #expect(try line(" A4 C444", turned: true) == " A4 C444")
  }

  @Test(
    arguments: [
      ("", .unsupported), ("YUV4MPEG", .unsupported), ("YUV4MPEG2W1 H1", .unsupported), ("RIFF", .unsupported),
      ("YUV4MPEG2", .corrupt), ("YUV4MPEG2 W1", .corrupt), ("YUV4MPEG2 W1 H", .corrupt), ("YUV4MPEG2 W0 H1", .corrupt),
      ("YUV4MPEG2 W-1 H1", .corrupt), ("YUV4MPEG2 W+6 H1", .corrupt), ("YUV4MPEG2 W1x H1", .corrupt),
      ("YUV4MPEG2 W1 H1 W2", .corrupt),
      ("YUV4MPEG2 W99999999999999999999 H1", .corrupt), ("YUV4MPEG2 W65536 H1", .limit),
      ("YUV4MPEG2 W1 H1 C411", .unsupported), ("YUV4MPEG2 W1 H1 C444alpha", .unsupported),
      ("YUV4MPEG2 W1 H1 C420p17", .unsupported), ("YUV4MPEG2 W1 H1 C422p8", .unsupported),
      ("YUV4MPEG2 W1 H1 C420p+9", .unsupported), ("YUV4MPEG2 W1 H1 C", .unsupported),
    ] as [(String, ImageError.Kind)])
  func refuses(_ line: String, _ kind: ImageError.Kind) {
    do throws(ImageError) {
      _ = try Y4MHeader(line: Array(line.utf8))
      Issue.record("'\(line)' is taken")
    } catch {
      #expect(error.kind == kind, "\(line): \(error)")
    }
  }
}
