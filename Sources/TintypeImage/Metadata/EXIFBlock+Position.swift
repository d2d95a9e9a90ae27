/// Removing the position from camera data.
extension EXIFBlock {
  /// Removes all GPS directories, whatever directory links them, and texts with a position.
  ///
  /// Bytes that no other entry refers to become zero: the directories, their values, and orphans that editors left
  /// behind. Nothing else moves.
  /// - Returns: free texts and private data that stay, for a note; nil if a GPS directory overlaps another directory,
  ///   so that the block must be dropped.
  mutating func dropPosition() -> [String]? {
    var (directories, positions) = (Set<Int>(), Set<Int>())
    var (used, lost) = ([0..<8], [Range<Int>]())
    var texts: [Range<Int>] = []
    var names: [String] = []
    var links: [(directory: TIFFDirectory, entries: [TIFFDirectory.Entry])] = []
    var next = [number(4, bytes: 4) ?? 0]
    while let offset = next.popLast() {
      guard let directory = directory(at: offset), directories.insert(offset).inserted else { continue }
      guard directories.count <= Self.mostDirectories else { return nil }
      used.append(directory.range.clamped(to: 0..<bytes.count))
      next.append(directory.next)
      var linked: [TIFFDirectory.Entry] = []
      for entry in directory.entries {
        let range = valueRange(of: entry)
        switch entry.tag {
        case TIFFTag.positionDirectory:
          linked.append(entry)
          positions.formUnion(offsets(in: entry))
          continue
        case TIFFTag.exifDirectory, TIFFTag.interoperabilityDirectory, TIFFTag.subDirectories:
          next += offsets(in: entry)
        // The resources may contain camera data once more.
        case TIFFTag.photoshopResources: continue
        case TIFFTag.makerNote: names.append("the camera maker's note")
        case TIFFTag.userComment where range.map(hasText) ?? false: names.append("the user comment")
        case TIFFTag.imageDescription where range.map(hasText) ?? false: names.append("the image description")
        default: break
        }
        guard let range else { continue }
        used.append(range)
        // Captions are text, whatever type a writer declares.
        let isText = entry.tag == TIFFTag.captions || [1, 2, 7, FieldType.utf8].contains(entry.type)
        if isText, entry.tag != TIFFTag.makerNote {
          texts.append(range)
        }
      }
      if !linked.isEmpty { links.append((directory, linked)) }
      for pair in [(TIFFTag.thumbnailOffset, TIFFTag.thumbnailBytes), (TIFFTag.stripOffsets, TIFFTag.stripByteCounts)] {
        if let range = range(pair.0, pair.1, directory) { used.append(range) }
      }
    }
    for directory in positions.compactMap({ directory(at: $0) }) {
      lost.append(directory.range.clamped(to: 0..<bytes.count))
      lost += directory.entries.compactMap(valueRange)
    }
    lost += texts.filter { mentionsPosition(bytes[$0], isText: true) }
    let ranges = directories.compactMap { directory(at: $0)?.range } + [0..<8]
    guard positions.count <= Self.mostDirectories,
      !lost.contains(where: { range in ranges.contains { $0.overlaps(range) } })
    else { return nil }
    keep(used)
    for range in merged(lost) { clear(range) }
    for (directory, entries) in links { remove(entries, from: directory) }
    return names
  }

  /// More than any camera writes.
  private static let mostDirectories = 64

  /// Whether a text stays and is not blank after the eight letters of its encoding.
  private func hasText(_ range: Range<Int>) -> Bool {
    bytes[range].dropFirst(range.count > 8 ? 8 : 0).contains { $0 > 0x20 }
      && !mentionsPosition(bytes[range], isText: true)
  }

  /// The offsets in an entry that links directories.
  private func offsets(in entry: TIFFDirectory.Entry) -> [Int] {
    let size = [3, 8].contains(entry.type) ? 2 : 4
    guard entry.count <= Self.mostDirectories else { return [] }
    // Whatever type a writer declares.
    let start = entry.count * size > 4 ? number(entry.offset + 8, bytes: 4) ?? 0 : entry.offset + 8
    return (0..<entry.count).compactMap { number(start + $0 * size, bytes: size) }
  }

  /// The range of values that do not fit into the entry; nil for values in the entry, and outside of the block.
  func valueRange(of entry: TIFFDirectory.Entry) -> Range<Int>? {
    guard entry.size > 4, entry.place <= bytes.count - entry.size else { return nil }
    return entry.place..<(entry.place + entry.size)
  }

  /// Zeroes all bytes outside of the ranges.
  private mutating func keep(_ ranges: [Range<Int>]) {
    var start = 0
    for range in merged(ranges) + [bytes.count..<bytes.count] {
      if start < range.lowerBound { clear(start..<range.lowerBound) }
      start = range.upperBound
    }
  }

  private mutating func clear(_ range: Range<Int>) { for index in range { bytes[index] = 0 } }

  /// The ranges in order and without overlaps. In a hostile block, many entries refer to the same long value.
  private func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var merged: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }

  /// Removes where in the picture the subject is.
  ///
  /// - Returns: whether it was stated.
  mutating func dropSubject() -> Bool {
    guard let directory = exifDirectory else { return false }
    let entries = [TIFFTag.subjectArea, TIFFTag.subjectLocation].compactMap { directory.find($0) }
    if !entries.isEmpty { remove(entries, from: directory) }
    return !entries.isEmpty
  }

  mutating func remove(_ entries: [TIFFDirectory.Entry], from directory: TIFFDirectory) {
    let removed = Set(entries.map(\.offset))
    let others = directory.entries.map(\.offset).filter { !removed.contains($0) }
    let end = min(directory.link + 4, bytes.count)
    let left = others.flatMap { bytes[$0..<($0 + 12)] } + bytes[directory.link..<end]
    let rest = [UInt8](repeating: 0, count: 12 * entries.count)
    bytes.replaceSubrange((directory.offset + 2)..<end, with: left + rest)
    set(directory.offset, to: others.count, bytes: 2)
  }
}
