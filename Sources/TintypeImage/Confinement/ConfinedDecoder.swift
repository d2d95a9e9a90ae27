internal import CTintypeConfinement
import TintypeSystem

/// Decodes one file in a process of its own, which may do nothing but that.
///
/// The process sends header and metadata, then rows through shared memory, a few bands ahead. The rows are those of a
/// ``PictureReader``: profiles are read there, too. What it sends is believed no more than a file is.
final class ConfinedDecoder: PixelDecoder {
  private let channel: MessageChannel
  /// nil where a test or a fuzzer answers from within this process.
  private let process: pid_t?
  private let rowsDescriptor: Int32
  private let isInterrupted: @Sendable () -> Bool
  private let patience: Duration
  private var isOver = false
  /// Whether a damaged photo is better than none.
  private var mayLose = false
  private var failure: ImageError?

  private var format: PictureFormat
  private var decodingMemory: ByteCount = 0
  private var sizes: [(width: Int, height: Int)] = []
  /// Of `sizes`, from 1; 0 for the whole.
  private var size = 0

  private var shared: SharedRows?
  private var rowsRead = 0
  /// The band that rows are taken from, from 0, and the rows in it that are not taken yet.
  private var band = -1
  private var rowsLeft = 0..<0

  private(set) var loss: Loss?
  private(set) var notes: [String] = []

  /// Starts a process, and takes header and metadata from it.
  ///
  /// - Throws: what the codec throws; `.formatNotBuiltIn` where the program is missing; `.corrupt` and `.limit` where
  ///   it ended.
  static func open(
    _ file: InputFile, _ type: PictureFileType, _ limits: PictureLimits,
    isInterrupted: @escaping @Sendable () -> Bool
  ) throws(ImageError) -> OpenedPicture {
    guard let program = Confinement.programPath else {
      throw .missingDecoder("\(type.title) is decoded in confinement")
    }
    let channel = try Self.channel()
    var rows: Int32 = -1
    let process: pid_t
    do throws(ImageError) {
      rows = try Self.rows()
      process = try start(program, file, limits, channel.there, rows)
    } catch {
      for descriptor in [channel.here, channel.there, rows] where descriptor >= 0 { close(descriptor) }
      throw error
    }
    close(channel.there)
    return try ConfinedDecoder(channel.here, rows, process, isInterrupted).opened(
      type, limits,
      // What a codec takes from a file is not much longer than the file, and fits into the first limit.
      atMost: min(ByteCount(1 << 20) + ByteCount(file.size) * 4, ByteCount(FirstLimits.memory)))
  }

  /// The same with a decoder that is no process: whatever answers at the other end of a channel.
  ///
  /// - Parameters:
  ///   - descriptor: this end, which is taken over.
  ///   - patience: how long a message may take at most.
  static func open(
    answeredOn descriptor: Int32, _ type: PictureFileType, _ limits: PictureLimits, patience: Duration,
    isInterrupted: @escaping @Sendable () -> Bool
  ) throws(ImageError) -> OpenedPicture {
    let rows: Int32
    do throws(ImageError) {
      rows = try Self.rows()
    } catch {
      close(descriptor)
      throw error
    }
    return try ConfinedDecoder(descriptor, rows, nil, patience: patience, isInterrupted)
      .opened(type, limits, atMost: ByteCount(1 << 20))
  }

  /// Takes header and metadata.
  private func opened(
    _ type: PictureFileType, _ limits: PictureLimits, atMost limit: ByteCount
  ) throws(ImageError) -> OpenedPicture {
    let (message, content) = try receive(atMost: limit.count)
    var reader = content
    guard message == .opened, let opened = try? OpenedHeader(&reader, type) else { throw ended(.nonsense) }
    try limits.check(width: opened.header.format.width, height: opened.header.format.height)
    mayLose = limits.onCorrupt == .salvage
    var header = opened.header
    format = header.format
    (sizes, notes) = (opened.smallerSizes, opened.notes.decoder)
    decodingMemory = header.decodingMemory
    header.decodingMemory += SharedRows.bytes(header.format)
    var remarks = opened.notes.metadata
    // If all formats are confined, `Confinement.missing` reports this once instead.
    if limits.confinement.scope == .poorRecord, !opened.missing.isEmpty {
      remarks.append("its decoder is not confined in full: this system lacks \(opened.missing)")
    }
    return OpenedPicture(
      decoder: self, header: header, metadata: PictureMetadata(source: type, items: opened.items),
      notes: remarks, orientation: opened.orientation, meaning: opened.meaning)
  }

  /// - Parameter patience: how long a message may take at most, whatever the picture's size.
  private init(
    _ descriptor: Int32, _ rows: Int32, _ process: pid_t?, patience: Duration = .seconds(1_000_000),
    _ isInterrupted: @escaping @Sendable () -> Bool
  ) {
    (channel, rowsDescriptor, self.process) = (MessageChannel(descriptor), rows, process)
    (self.patience, self.isInterrupted) = (patience, isInterrupted)
    format = PictureFormat(width: 1, height: 1, channels: 3, depth: .eight)
  }

  private static func channel() throws(ImageError) -> (here: Int32, there: Int32) {
    var ends: [Int32] = [-1, -1]
    #if os(Linux)
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw systemError("a decoder cannot be started") }
    return (ends[0], ends[1])
  }

  /// Memory for rows, which has no size yet.
  private static func rows() throws(ImageError) -> Int32 {
    let descriptor = tt_shared_memory()
    guard descriptor >= 0 else { throw systemError("a decoder cannot be started") }
    return descriptor
  }

  private static func start(
    _ program: String, _ file: InputFile, _ limits: PictureLimits, _ channel: Int32, _ rows: Int32
  ) throws(ImageError) -> pid_t {
    var process: pid_t = 0
    var arguments = DecodingRequest(limits).arguments.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    let error = tt_start_decoder(program, &arguments, file.descriptor, channel, rows, &process)
    guard error == 0 else { throw systemError("a decoder cannot be started", error) }
    return process
  }

  deinit {
    if !isOver { _ = endProcess() }
    close(rowsDescriptor)
  }

  func smallerSizes(of format: PictureFormat) -> [(width: Int, height: Int)] { sizes }

  func scale(to index: Int) throws(ImageError) -> (width: Int, height: Int) {
    size = index + 1
    (format.width, format.height) = sizes[index]
    return sizes[index]
  }

  /// Processor time for each million pixels, many times what any codec takes.
  private static let secondsPerMegapixel = 4

  private var seconds: Int {
    Int(FirstLimits.seconds) + min(100_000, (format.pixelCount / 1_000_000 * Self.secondsPerMegapixel).count)
  }

  func start() throws(ImageError) {
    let rowsOfBand = SharedRows.rowsOfBand(format)
    // Libraries take somewhat more than they are expected to.
    let memory = decodingMemory + decodingMemory / 4 + SharedRows.bytes(format) * 2
    guard tt_seal_shared_memory(rowsDescriptor, SharedRows.bytes(format).count) else {
      throw ImageError(.limit, "out of memory")
    }
    // Where it has ended, the answer to the wish tells.
    if let process { _ = tt_raise_limits(process, memory.count, UInt32(seconds)) }
    shared = try SharedRows(format, rowsOfBand: rowsOfBand, rowsDescriptor)
    var wish = MessageWriter()
    wish.write(size)
    wish.write(rowsOfBand)
    _ = channel.transmit(.begin, wish)
  }

  func readRows(_ count: Int, into rows: UnsafeMutableRawBufferPointer, rowBytes: Int) throws(ImageError) {
    guard let shared else { preconditionFailure("decoding has begun") }
    for row in 0..<count {
      if rowsLeft.isEmpty { try nextBand(shared) }
      let from = UnsafeRawBufferPointer(shared.rows(rowsLeft.prefix(1), ofBand: band))
      UnsafeMutableRawBufferPointer(rebasing: rows[(row * rowBytes)...]).copyMemory(from: from)
      rowsLeft = rowsLeft.dropFirst()
      rowsRead += 1
    }
  }

  private func nextBand(_ shared: SharedRows) throws(ImageError) {
    if band >= 0 { _ = channel.transmit(.release) }
    band += 1
    var (message, content) = try receive()
    guard message == .rows, let count = try? content.number(in: 1...shared.rowsOfBand),
      count == min(shared.rowsOfBand, format.height - rowsRead)
    else { throw ended(.nonsense) }
    rowsLeft = 0..<count
  }

  func finish() throws(ImageError) {
    var (message, content) = try receive()
    do throws(MessageReader.Nonsense) {
      guard message == .finished else { throw MessageReader.Nonsense() }
      (notes, loss) = (try content.texts(), try Loss.read(&content))
      guard loss == nil || mayLose else { throw MessageReader.Nonsense() }
    } catch {
      throw ended(.nonsense)
    }
    isOver = true
    _ = endProcess()
  }

  /// The next message that is no error.
  ///
  /// - Parameter limit: the most bytes that it may have; an error has a few hundred.
  private func receive(atMost limit: Int = 1 << 16) throws(ImageError) -> (ConfinedMessage, MessageReader) {
    if let failure { throw failure }
    // A process that waits takes no processor time, and would never end.
    let deadline = ContinuousClock.now + min(patience, .seconds(60 + 4 * seconds))
    let received: (message: ConfinedMessage, content: MessageReader)?
    received = try channel.receive(atMost: limit) { () throws(ImageError) in
      if isInterrupted() { throw ImageError.interrupted }
      if ContinuousClock.now > deadline { throw ended(.late) }
    }
    guard let (message, first) = received else { throw ended(.gone) }
    var content = first
    guard message == .failed else { return (message, content) }
    guard let error = try? ImageError(&content) else { throw ended(.nonsense) }
    failure = error
    throw error
  }

  /// The signal that it ended by; 0 for none.
  private func endProcess(hasLeft: Bool = false) -> Int32 { process.map { tt_end_decoder($0, hasLeft) } ?? 0 }

  private enum End { case gone, nonsense, late }

  /// Why a process ended that should not have.
  private func ended(_ end: End) -> ImageError {
    if let failure { return failure }
    let signal = isOver ? 0 : endProcess(hasLeft: end == .gone)
    isOver = true
    let error =
      switch (end, signal) {
      case (.late, _), (.gone, SIGXCPU):
        ImageError(.limit, "decoding takes too long: the picture is too large or damaged")
      // By nobody but the kernel, when memory is out.
      case (.gone, SIGKILL): ImageError(.limit, "decoding takes too much memory: the picture is too large or damaged")
      case (.gone, 1...):
        ImageError(.corrupt, "the picture is too large or damaged: its decoder ended by signal \(signal)")
      default: ImageError(.corrupt, "the picture is too large or damaged: its decoder gave up")
      }
    failure = error
    return error
  }
}

/// Opens a photo whose decoder is whatever answers at the other end of a descriptor, which is taken over. Only fuzzers
/// decode in this way.
///
/// - Parameter patience: how long a message may take at most.
@_spi(Fuzzing) public func openPicture(
  answeredOn descriptor: Int32, as type: PictureFileType, limits: PictureLimits, patience: Duration
) throws(ImageError) -> PictureReader {
  PictureReader(
    try ConfinedDecoder.open(answeredOn: descriptor, type, limits, patience: patience, isInterrupted: { false }))
}
