#if os(Linux)
  import CTestJPEG
  import Foundation
  import Synchronization
  import Testing
  import TintypeTestSupport

  @testable import TintypeImage

  /// A thread in a decoder's place, which sends what it likes at the pace that it likes.
  private struct FakeDecoder {
    let descriptor: Int32

    /// Sends bytes; false when the other end is closed.
    @discardableResult
    func sent(_ bytes: [UInt8]) -> Bool { send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) > 0 }

    /// Sends bytes one by one until the other end is closed, then the last one again and again.
    func drip(_ bytes: [UInt8]) {
      var place = 0
      while sent([bytes[min(place, bytes.count - 1)]]) {
        place += 1
        usleep(10_000)
      }
    }

    /// A photo whose decoder a thread is, as far as its header goes.
    static func photo(
      _ limits: PictureLimits = PictureLimits(), patience: Duration = .seconds(20),
      isInterrupted: @escaping @Sendable () -> Bool = { false }, _ play: @escaping @Sendable (FakeDecoder) -> Void
    ) throws -> PictureReader {
      var ends: [Int32] = [-1, -1]
      try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
      let other = ends[1]
      Thread.detachNewThread {
        play(FakeDecoder(descriptor: other))
        close(other)
      }
      return try PictureReader(
        ConfinedDecoder.open(
          answeredOn: ends[0], .jpeg, limits, patience: patience, isInterrupted: isInterrupted))
    }
  }

  /// The parent's side of the protocol, whatever is at the other end.
  @Suite struct HostileDecoderTests {
    private static func message(
      _ message: ConfinedMessage, _ write: (inout MessageWriter) -> Void = { _ in }
    ) -> [UInt8] {
      var (head, content) = (MessageWriter(), MessageWriter())
      write(&content)
      head.write(message)
      head.write(content.bytes.count)
      return head.bytes + content.bytes
    }

    /// Header and metadata of a photo of 67 x 53 pixels, which are one band.
    private static func opened(height: Int32 = 53) throws -> [UInt8] {
      let reader = try openPicture(
        testJPEG(test_jpeg_recipe(TEST_JPEG_YCC, height: height)),
        limits: PictureLimits(confinement: Confinement(.nothing)))
      return message(.opened) { reader.write(missing: nil, to: &$0) }
    }

    private static let rows = message(.rows) { $0.write(53) }
    private static let finished = message(.finished) {
      $0.write(["a note"])
      Loss.write(nil, to: &$0)
    }
    private static let finishedWithLoss = message(.finished) {
      $0.write(["a note"])
      Loss.write(Loss(row: 1, stage: 1), to: &$0)
    }
    private static let failed = message(.failed) { ImageError(.corrupt, "x", remedy: .salvage).write(to: &$0) }

    /// Reads a photo to its end as a renderer does, but for rows that would not fit into a test.
    private static func read(_ reader: PictureReader) throws {
      let upright = UprightReader(reader)
      _ = (upright.decodingMemory + upright.format.pictureBytes, reader.movingMemory, reader.smallerSizes)
      _ = (reader.metadata.captureDate, reader.metadata.camera, reader.metadata.marks)
      guard upright.format.pictureBytes < 1_000_000 else { return }
      _ = try StoredPicture(decoding: upright)
      _ = reader.notes
      let result = FileManager.default.temporaryDirectory.path + "/\(UUID())"
      let descriptor = open(result, O_RDWR | O_CREAT | O_EXCL, 0o600)
      defer { close(descriptor) }
      unlink(result)
      let writer = try PictureFileType.jpeg.writer(
        to: descriptor, format: PictureFormat(width: 1, height: 1, channels: 3, depth: .eight),
        metadata: reader.metadata)
      try [1, 2, 3].withUnsafeBytes { try writer.writeRows(1, from: $0, rowBytes: 3) }
      try writer.finish()
    }

    private static func outcome(
      _ bytes: [UInt8], _ limits: PictureLimits = PictureLimits()
    ) throws -> ImageError? {
      do {
        try read(FakeDecoder.photo(limits) { $0.sent(bytes) })
        return nil
      } catch let error as ImageError {
        return error
      }
    }

    @Test func whatIsMeantWellIsRead() throws {
      #expect(try Self.outcome(Self.opened() + Self.rows + Self.finished) == nil)
      #expect(try Self.outcome(Self.opened() + Self.failed) == ImageError(.corrupt, "x", remedy: .salvage))
    }

    /// Whatever a field is, at whatever place: these bytes there are an error, or a picture.
    @Test(
      .slow,
      arguments: [
        0, 1, -1, .max, .min, 1 << 31, Int(bitPattern: UInt(Double.nan.bitPattern)),
        Int(Double.infinity.bitPattern), Int((1e300).bitPattern),
      ])
    func everyFieldAtItsExtremes(_ extreme: Int) throws {
      var new = MessageWriter()
      new.write(extreme)
      let whole = try Self.opened() + Self.rows + Self.finished
      for place in whole.indices.dropLast(7) {
        var bytes = whole
        bytes.replaceSubrange(place..<place + 8, with: new.bytes)
        if let error = try Self.outcome(bytes) {
          #expect([.corrupt, .limit, .unsupported].contains(error.kind), "\(place): \(error)")
        }
      }
    }

    /// A forged size is refused by its pixels, and without that limit memory is estimated and no sum traps.
    @Test func aForgedSizeIsRefused() throws {
      var reader = try openPicture(testJPEG(test_jpeg_recipe(TEST_JPEG_YCC)))
      var bytes = try Self.opened()
      var (old, new) = (MessageWriter(), MessageWriter())
      for side in [67, 53] { old.write(side) }
      for _ in 0..<2 { new.write(1 << 29) }
      let place = try #require(bytes.indices.first { bytes[$0...].starts(with: old.bytes) })
      bytes.replaceSubrange(place..<place + 16, with: new.bytes)
      let sent = bytes
      let error = try #require(try Self.outcome(sent))
      #expect(error.kind == .limit && error.remedy == .morePixels && error.message.hasPrefix("536870912 x 536870912"))
      reader = try FakeDecoder.photo(.ofMetadata) { $0.sent(sent) }
      #expect(UprightReader(reader).decodingMemory > 1_000_000_000)
    }

    private static func isHeld(_ item: MetadataItem) -> Bool { item.form.canHold(item) }

    /// Items that no file of the format has are no metadata of it: writers would carry them into the result.
    @Test(arguments: [PictureFileType.jpeg, .png], [[], [0xDA], [0xE1, 0], Array("IDAT".utf8), Array("eX".utf8)])
    func itemsAreThoseOfTheFormat(_ type: PictureFileType, _ tag: [UInt8]) {
      for kind in MetadataItem.Kind.allCases {
        let item = MetadataItem(kind, at: .init(type: type, tag: tag), testSamples(12))
        #expect(!Self.isHeld(item), "\(kind)")
      }
    }

    @Test func itemsOfFilesAreHeld() throws {
      for item in try openPicture(testJPEG(test_jpeg_recipe(TEST_JPEG_YCC))).metadata.items {
        #expect(Self.isHeld(item))
      }
      let long = MetadataItem(.comment, at: .segment(marker: 0xFE), testSamples(65_534))
      #expect(!Self.isHeld(long))
    }

    // MARK: Pace

    /// Where a decoder stops to send whole messages: in the head or the content of its first, or of rows.
    private static func prefixes() throws -> [[UInt8]] {
      let opened = try Self.opened()
      return [[], Array(opened.prefix(16)), Array(opened.prefix(40)), opened, opened + rows.prefix(20), opened + rows]
    }

    @Test(arguments: 0..<6, [true, false]) func interruptionReachesASlowDecoder(
      _ prefix: Int, _ drips: Bool
    ) throws {
      let (start, rest) = (try Self.prefixes()[prefix], try Self.opened() + Self.rows)
      let begin = ContinuousClock.now
      let error = try imageError {
        try Self.read(
          FakeDecoder.photo(isInterrupted: { ContinuousClock.now > begin + .milliseconds(60) }) { decoder in
            decoder.sent(start)
            if drips { decoder.drip(Array(rest.dropFirst(start.count)) + [0]) } else { sleep(2) }
          })
      }
      #expect(error == .interrupted && ContinuousClock.now < begin + .seconds(2))
    }

    @Test(arguments: 0..<6, [true, false]) func aMessageHasADeadline(_ prefix: Int, _ drips: Bool) throws {
      let (start, rest) = (try Self.prefixes()[prefix], try Self.opened() + Self.rows)
      let begin = ContinuousClock.now
      let error = try imageError {
        try Self.read(
          FakeDecoder.photo(patience: .milliseconds(60)) { decoder in
            decoder.sent(start)
            if drips { decoder.drip(Array(rest.dropFirst(start.count)) + [0]) } else { sleep(2) }
          })
      }
      #expect(error.message == "decoding takes too long: the picture is too large or damaged" && error.kind == .limit)
      #expect(ContinuousClock.now < begin + .seconds(2))
    }

    /// Whether this process is to stop, and what becomes of its output, no decoder knows.
    @Test(arguments: ImageError.Kind.allCases) func aDecoderFailsByDecoding(_ kind: ImageError.Kind) throws {
      let failed = Self.message(.failed) { ImageError(kind, "x").write(to: &$0) }
      let error = try #require(try Self.outcome(failed))
      let isItsMatter = [.corrupt, .unsupported, .limit, .formatNotBuiltIn, .unreadable].contains(kind)
      #expect(error.kind == (isItsMatter ? kind : .corrupt))
      #expect(error.message == (isItsMatter ? "x" : "the picture is too large or damaged: its decoder gave up"))
    }

    /// A loss is a failure unless salvaging was requested.
    @Test func aLossIsAskedFor() throws {
      let whole = try Self.opened() + Self.rows + Self.finishedWithLoss
      #expect(try Self.outcome(whole)?.kind == .corrupt)
      #expect(try Self.outcome(whole, PictureLimits(onCorrupt: .salvage)) == nil)
    }

    @Test(arguments: 0..<6) func closingEarlyIsAnError(_ prefix: Int) throws {
      let error = try #require(try Self.outcome(Self.prefixes()[prefix]))
      #expect(error.kind == .corrupt && error.message.hasSuffix("its decoder gave up"))
    }

    @Test(arguments: 0..<6) func tooMuchIsAnError(_ prefix: Int) throws {
      let start = try Self.prefixes()[prefix]
      let begin = ContinuousClock.now
      let error = try imageError {
        try Self.read(
          FakeDecoder.photo { decoder in
            decoder.sent(start)
            while decoder.sent([UInt8](repeating: 0xFF, count: 1 << 16)) {}
          })
      }
      #expect(error.kind == .corrupt && ContinuousClock.now < begin + .seconds(5))
    }

    /// Bands beyond what a channel holds of signs that they are free.
    @Test(.slow) func aDecoderNeedNotListen() throws {
      let (height, band) = (60_000, 64)
      let bands = (0..<(height + band - 1) / band).flatMap { index in
        Self.message(.rows) { $0.write(min(band, height - index * band)) }
      }
      let opened = try Self.opened(height: Int32(height))
      let (isRead, isOver) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let readFirst = Atomic(false)
      let deaf = try FakeDecoder.photo { decoder in
        decoder.sent(opened + bands + Self.finished)
        // Closing would end a wait of the other end.
        readFirst.store(isRead.wait(timeout: .now() + .seconds(20)) == .success, ordering: .relaxed)
        isOver.signal()
      }
      #expect(try decodeAll(deaf, strip: 1_000).count == deaf.format.pictureBytes.count)
      isRead.signal()
      isOver.wait()
      let isFirst = readFirst.load(ordering: .relaxed)
      #expect(isFirst)
    }
  }
#endif
