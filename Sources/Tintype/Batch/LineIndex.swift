import TintypeImage

/// Where the lines of a file are, by keys: a few bytes for each in sorted runs on the disk, so that memory does not
/// grow with their number.
///
/// A key is 64 bits of a hash, so a line may be found for a wrong key; callers check the line itself. New entries are
/// in memory; when there are many they become a run, and many runs of like size become one. The runs are unnamed
/// scratch files, which each process rebuilds from the lines, so nothing has to survive the process.
struct LineIndex {
  private let folder: FilePath
  /// Entries in memory before they become a run.
  private let fresh: Int

  /// Runs of like size before they become one.
  private static let alike = 8

  private var recent: [UInt64: [UInt64]] = [:]
  private var recentCount = 0
  /// Runs in the order of their sizes, the largest first; each in a file of its own, which is given up with it.
  private var runs: [SortedRun] = []

  /// - Parameters:
  ///   - folder: of the scratch files.
  ///   - fresh: entries in memory before they become a run.
  init(in folder: FilePath, fresh: Int) { (self.folder, self.fresh) = (folder, fresh) }

  var isEmpty: Bool { recent.isEmpty && runs.isEmpty }

  /// - Throws: `.cannotCreate`, `.io` for the scratch file.
  mutating func add(_ key: UInt64, at place: Int) throws(ImageError) {
    recent[key, default: []].append(UInt64(place))
    recentCount += 1
    guard recentCount >= fresh else { return }
    let entries = recent.flatMap { key, places in places.map { SortedRun.Entry(key: key, place: $0) } }.sorted()
    recent.removeAll(keepingCapacity: true)
    recentCount = 0
    runs.append(try SortedRun(entries, in: folder))
    while let last = runs.last {
      let same = runs.filter { $0.count / Self.alike < last.count }
      guard same.count >= Self.alike else { break }
      runs.removeLast(same.count)
      runs.append(try SortedRun(merging: same, in: folder))
    }
  }

  /// The places of a key's lines, in the order in which they were added.
  ///
  /// - Throws: `.unreadable`.
  func places(of key: UInt64) throws(ImageError) -> [Int] {
    var places = (recent[key] ?? []).map(Int.init)
    for run in runs { places += try run.places(of: key).map(Int.init) }
    return places.sorted()
  }
}
