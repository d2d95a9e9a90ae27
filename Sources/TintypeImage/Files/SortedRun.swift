import TintypeSystem

/// Numbers by keys, sorted in a scratch file that has no name: for more of them than memory should hold.
package final class SortedRun {
  /// A key of 64 bits, and a number.
  package struct Entry: Comparable {
    /// By which it is found.
    package var key: UInt64
    /// What is found.
    package var place: UInt64

    /// An entry.
    package init(key: UInt64, place: UInt64) { (self.key, self.place) = (key, place) }

    /// By key, then by place.
    package static func < (a: Entry, b: Entry) -> Bool { (a.key, a.place) < (b.key, b.place) }

    fileprivate static let bytes = 16
  }

  /// How many entries there are.
  package let count: Int

  private let spool: Spool

  /// A run of entries that are sorted.
  ///
  /// - Throws: `.cannotCreate`, `.io`.
  package init(_ entries: [Entry], in folder: FilePath) throws(ImageError) {
    spool = try Spool(in: folder)
    count = entries.count
    for start in stride(from: 0, to: entries.count, by: Self.entriesAtOnce) {
      try Self.write(entries[start..<min(start + Self.entriesAtOnce, entries.count)], to: spool)
    }
  }

  /// One run of several.
  ///
  /// - Throws: `.cannotCreate`, `.io`, `.unreadable`.
  package init(merging runs: [SortedRun], in folder: FilePath) throws(ImageError) {
    spool = try Spool(in: folder)
    count = runs.reduce(0) { $0 + $1.count }
    var heads: [(rest: ArraySlice<Entry>, next: Int)] = runs.map { _ in ([], 0) }
    var merged: [Entry] = []
    merged.reserveCapacity(Self.entriesAtOnce)
    while true {
      var first: Int?
      for (index, run) in runs.enumerated() {
        if heads[index].rest.isEmpty, heads[index].next < run.count {
          let range = heads[index].next..<min(heads[index].next + Self.entriesAtOnce, run.count)
          heads[index] = (try run.entries(range)[...], range.upperBound)
        }
        guard let entry = heads[index].rest.first else { continue }
        if let known = first, let least = heads[known].rest.first, least < entry { continue }
        first = index
      }
      if let first { merged.append(heads[first].rest.removeFirst()) }
      if merged.count == Self.entriesAtOnce || first == nil {
        try Self.write(merged[...], to: spool)
        merged.removeAll(keepingCapacity: true)
      }
      if first == nil { return }
    }
  }

  /// The numbers of a key, in order.
  ///
  /// - Throws: `.unreadable`.
  package func places(of key: UInt64) throws(ImageError) -> [UInt64] {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if try entries(middle..<(middle + 1))[0].key < key { low = middle + 1 } else { high = middle }
    }
    var places: [UInt64] = []
    while low < count {
      let entry = try entries(low..<(low + 1))[0]
      guard entry.key == key else { break }
      places.append(entry.place)
      low += 1
    }
    return places
  }

  private static let entriesAtOnce = 4096

  private static func write(_ entries: ArraySlice<Entry>, to spool: Spool) throws(ImageError) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(entries.count * Entry.bytes)
    for entry in entries {
      for number in [entry.key, entry.place] { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }
    }
    try writeAll(bytes, to: spool.descriptor)
  }

  private func entries(_ range: Range<Int>) throws(ImageError) -> [Entry] {
    let size = range.count * Entry.bytes
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
      filled = max(
        0, retrying { pread(spool.descriptor, buffer.baseAddress, size, off_t(range.lowerBound * Entry.bytes)) })
    }
    guard bytes.count == size else { throw ImageError(.unreadable, "a scratch file cannot be read") }
    return bytes.withUnsafeBytes { raw in
      range.indices.map { index in
        let place = (index - range.lowerBound) * Entry.bytes
        return Entry(
          key: UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)),
          place: UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self)))
      }
    }
  }
}
