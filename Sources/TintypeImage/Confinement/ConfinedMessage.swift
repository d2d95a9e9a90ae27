import TintypeSystem

/// The messages between this process and a confined decoder.
enum ConfinedMessage: Int, CaseIterable {
  // From the decoder:
  /// Header, the meaning of rows, and metadata.
  case opened
  /// The next band of the shared memory is ready; the message holds its number of rows.
  case rows
  /// The last row was delivered, and the end of the file checked.
  case finished
  /// An error; nothing follows.
  case failed
  // To the decoder:
  /// Decode to the size in the message, in bands of its number of rows.
  case begin
  /// A band may be used again.
  case release

  /// Counts changes of what messages hold, as the programs at the two ends may be of different builds.
  static let edition = 3
}

/// One end of a socket between a process and its decoder.
final class MessageChannel {
  private let descriptor: Int32

  /// Takes over a descriptor.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Sends a message; false where the decoder is gone, or does not read and its channel is full.
  func transmit(_ message: ConfinedMessage, _ content: MessageWriter = MessageWriter()) -> Bool {
    var head = MessageWriter()
    head.write(message)
    head.write(content.bytes.count)
    return (head.bytes + content.bytes).withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let part = UnsafeRawBufferPointer(rebasing: rest)
        // A confined process may write and not send; its own SIGPIPE ends it, as it should.
        let count = retrying { isConfined ? write(descriptor, part.baseAddress, part.count) : sendAtOnce(part) }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }

  /// Whether this is the decoder's end.
  var isConfined = false

  /// Neither waits for a decoder that does not read, nor ends this process where it is gone.
  private func sendAtOnce(_ bytes: UnsafeRawBufferPointer) -> Int {
    #if os(Linux)
      send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    #else
      write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }

  /// The next message; nil where the other end is closed, or sends what no decoder does.
  ///
  /// - Parameters:
  ///   - limit: the most bytes of its content.
  ///   - mayWait: asked before each part of the message, and every 50 ms while nothing comes; throws to end waiting.
  func receive(
    atMost limit: Int, mayWait: () throws(ImageError) -> Void = {}
  ) throws(ImageError) -> (message: ConfinedMessage, content: MessageReader)? {
    guard let head = try bytes(16, mayWait) else { return nil }
    var reader = MessageReader(head)
    guard let message = try? reader.value(of: ConfinedMessage.self), let count = try? reader.number(in: 0...limit)
    else { return nil }
    guard let content = try bytes(count, mayWait) else { return nil }
    return (message, MessageReader(content))
  }

  private func bytes(_ count: Int, _ mayWait: () throws(ImageError) -> Void) throws(ImageError) -> [UInt8]? {
    var bytes: [UInt8] = []
    // A declared length is not trusted: memory grows only as bytes arrive.
    while bytes.count < count {
      // Not only while nothing comes: bytes may come one by one.
      repeat { try mayWait() } while !isConfined && !hasBytes
      let part = [UInt8](unsafeUninitializedCapacity: min(count - bytes.count, 1 << 20)) { buffer, filled in
        filled = max(0, retrying { read(descriptor, buffer.baseAddress, buffer.count) })
      }
      if part.isEmpty { return nil }
      bytes += part
    }
    return bytes
  }

  /// Whether there is something to read, or the end, within 50 ms.
  private var hasBytes: Bool {
    var wish = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wish, 1, 50) > 0
  }
}

// MARK: Contents

extension PictureReader {
  /// What the parent has to know. Blocks are left out: they cannot be moved between processes.
  ///
  /// - Parameter missing: what the process could not be confined by.
  func write(missing: String?, to writer: inout MessageWriter) {
    writer.write(ConfinedMessage.edition)
    writer.write(missing ?? "")
    for number in [format.width, format.height, format.channels] { writer.write(number) }
    writer.write(format.depth)
    writer.write(subsampling)
    writer.write(decodingMemory.count)
    writer.write(smallerSizes.count)
    for size in smallerSizes {
      writer.write(size.width)
      writer.write(size.height)
    }
    writer.write(orientation.rawValue)
    color.write(to: &writer)
    for notes in [meaning.notes, decodingNotes, notesOnMetadata] { writer.write(notes) }
    writer.write(metadata.items.count)
    for item in metadata.items {
      writer.write(item.kind)
      writer.write(item.place.type != nil)
      writer.write(item.place.tag)
      writer.write(item.place.isAfterPixels)
      writer.write(item.payload)
    }
  }
}

/// The same at the other end.
struct OpenedHeader {
  private(set) var header: PictureHeader
  private(set) var smallerSizes: [(width: Int, height: Int)] = []
  let orientation: Orientation
  let meaning: RowMeaning
  /// What the decoder and the metadata have to say.
  private(set) var notes: (decoder: [String], metadata: [String])
  private(set) var items: [MetadataItem] = []
  /// What the process could not be confined by; empty where it is confined in full.
  let missing: String

  private static let side = 1...Int(Int32.max)

  /// As many items as a codec collects.
  private static let mostItems = max(JPEGSegments.maxItems, PNGChunks.maxItems)

  init(_ reader: inout MessageReader, _ type: PictureFileType) throws(MessageReader.Nonsense) {
    guard try reader.number() == ConfinedMessage.edition else { throw MessageReader.Nonsense() }
    missing = try reader.text()
    let (width, height) = (try reader.number(in: Self.side), try reader.number(in: Self.side))
    let channels = try reader.number(in: 3...4)
    let depth = try reader.value(of: SampleDepth.self)
    let subsampling = try reader.value(of: ChromaSubsampling.self)
    let format = PictureFormat(width: width, height: height, channels: channels, depth: depth)
    // Whatever the file has, its rows come as RGB.
    header = PictureHeader(
      format: format, samples: .rgb, subsampling: subsampling, decodingMemory: ByteCount(try reader.number()))
    for _ in 0..<(try reader.number(in: 0...16)) {
      smallerSizes.append((try reader.number(in: 1...width), try reader.number(in: 1...height)))
    }
    guard let orientation = Orientation(rawValue: try reader.number()) else { throw MessageReader.Nonsense() }
    self.orientation = orientation
    meaning = RowMeaning(converted: try PictureColor(&reader), notes: try reader.texts())
    notes = (try reader.texts(), try reader.texts())
    for _ in 0..<(try reader.number(in: 0...Self.mostItems)) {
      let kind = try reader.value(of: MetadataItem.Kind.self)
      let type = try reader.flag() ? type : nil
      let place = MetadataItem.Place(type: type, tag: try reader.block(), isAfterPixels: try reader.flag())
      let item = MetadataItem(kind, at: place, try reader.block())
      guard item.form.canHold(item) else { throw MessageReader.Nonsense() }
      items.append(item)
    }
    try reader.end()
  }
}

extension ImageError {
  func write(to writer: inout MessageWriter) {
    writer.write(kind)
    writer.write(message)
    writer.write(Self.decoderRemedies.firstIndex(of: remedy) ?? 0)
  }

  init(_ reader: inout MessageReader) throws(MessageReader.Nonsense) {
    let (kind, message) = (try reader.value(of: Kind.self), try reader.text())
    // Nothing else is a matter of decoding: who interrupts, and whose output is in the way, this process knows itself.
    guard [.corrupt, .unsupported, .limit, .formatNotBuiltIn, .unreadable].contains(kind) else {
      throw MessageReader.Nonsense()
    }
    let remedy = Self.decoderRemedies[try reader.number(in: 0...(Self.decoderRemedies.count - 1))]
    self.init(kind, message, remedy: remedy)
  }

  /// What leads on from an error of decoding.
  private static let decoderRemedies: [Remedy?] = [nil, .salvage, .morePixels, .toneMapping]
}

extension Loss {
  static func write(_ loss: Loss?, to writer: inout MessageWriter) {
    writer.write(loss != nil)
    writer.write(loss?.row ?? 0)
    writer.write(loss?.stage ?? 0)
  }

  static func read(_ reader: inout MessageReader) throws(MessageReader.Nonsense) -> Loss? {
    let isThere = try reader.flag()
    let loss = Loss(row: try reader.number(), stage: try reader.number())
    return isThere ? loss : nil
  }
}
