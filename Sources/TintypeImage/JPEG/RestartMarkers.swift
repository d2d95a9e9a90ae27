import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where the rows of blocks of a JPEG begin: found by a walk over the data of its scan, as far as anybody has asked.
///
/// Markers have to come in their order, as many as there are to be, and behind them the end of the picture.
final class RestartMarkers: Sendable {
  private let walk: Mutex<RestartWalk>

  init(_ file: InputFile, _ rows: JPEGRows, from scanOffset: Int) {
    walk = Mutex(RestartWalk(file, rows, from: scanOffset))
  }

  /// Where the data of some steps lie, without the markers around them.
  ///
  /// - Throws: where markers up to there are not as they should be, and when the file cannot be read.
  func data(of steps: Range<Int>) throws(ImageError) -> Range<Int> {
    try walk.withLock { walk throws(ImageError) in
      while walk.starts.count <= steps.upperBound { try walk.goOn() }
      // A marker has two bytes.
      return walk.starts[steps.lowerBound]..<walk.starts[steps.upperBound] - 2
    }
  }
}

/// The walk itself.
private struct RestartWalk: ~Copyable {
  /// Where steps begin, as far as is known; behind the last one, where one more would.
  private(set) var starts: [Int]
  private let file: InputFile
  private let rows: JPEGRows
  private var offset: Int
  private var markers = 0
  private var isBehindFF = false
  private var isOver = false
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 64)

  init(_ file: InputFile, _ rows: JPEGRows, from scanOffset: Int) {
    (self.file, self.rows) = (file, rows)
    starts = [scanOffset]
    offset = scanOffset
  }

  deinit { buffer.deallocate() }

  /// Looks at the next bytes; throws where there is nothing to go on for.
  mutating func goOn() throws(ImageError) {
    guard !isOver else { throw .notOnItsOwn }
    let count = try file.read(at: offset, into: buffer)
    isOver = count == 0
    var place = 0
    while !isOver, let code = nextCode(&place, count) {
      switch code {
      case 0: break  // a byte of data that is FF
      case 0xD0 + UInt8(markers & 7) where markers < rows.markers:
        markers += 1
        if markers % rows.markersInStep == 0 { starts.append(offset + place) }
      case 0xD9 where markers == rows.markers:
        starts.append(offset + place)
        isOver = true
      default: isOver = true  // which leaves out all that begins behind it
      }
    }
    offset += count
  }

  /// What stands behind the next FF, or several of them; nil at the end of the buffer.
  private mutating func nextCode(_ place: inout Int, _ count: Int) -> UInt8? {
    if !isBehindFF {
      guard let next = indexOfFF(place, count) else { return nil }
      place = next + 1
      isBehindFF = true
    }
    while place < count, buffer[place] == 0xFF { place += 1 }
    guard place < count else { return nil }
    defer { place += 1 }
    isBehindFF = false
    return buffer[place]
  }

  private func indexOfFF(_ first: Int, _ end: Int) -> Int? {
    guard first < end, let base = buffer.baseAddress, let found = memchr(base + first, 0xFF, end - first) else {
      return nil
    }
    return found - base
  }
}

extension ImageError {
  /// That rows cannot be had from a band of their own, whatever the reason is: the reader will say it.
  static let notOnItsOwn = ImageError(.corrupt, "these rows cannot be decoded on their own")
}
