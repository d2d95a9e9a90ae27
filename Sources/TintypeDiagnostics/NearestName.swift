/// The candidate a misspelled name most probably meant, or nil when none is near.
///
/// Near means an optimal-string-alignment distance (insert, delete, replace, swap neighbors; ASCII case ignored) of at
/// most a quarter of the longer name, or a third where the first half is the same, and at least one edit allowed, but
/// where one name has a single letter or both have two. Ties go to the first candidate in alphabetical order.
public func nearestName(to name: String, among candidates: some Sequence<String>) -> String? {
  let wanted = Array(name.lowercased().utf8)
  guard wanted.count <= 64 else { return nil }
  var best: (name: String, rank: Int)?
  for candidate in candidates where candidate != name {
    let letters = Array(candidate.lowercased().utf8)
    let longer = max(wanted.count, letters.count)
    let isLetter =
      min(wanted.count, letters.count) < 2 || longer == 2 || letters.count == 2 && letters.first != wanted.first
    let common = zip(wanted, letters).prefix { $0 == $1 }.count
    let allowed = isLetter ? 0 : max(1, longer / (common >= max(5, longer / 2) ? 3 : 4))
    guard abs(wanted.count - letters.count) <= allowed, letters.count <= 64 else { continue }
    let distance = alignmentDistance(wanted, letters)
    let rank = 2 * distance + (letters.first == wanted.first ? 0 : 1)
    guard distance <= allowed else { continue }
    if best.map({ (rank, candidate) < ($0.rank, $0.name) }) ?? true { best = (candidate, rank) }
  }
  return best?.name
}

/// Optimal string alignment distance (Damerau 1964, restricted to one edit a substring).
private func alignmentDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var distance = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { distance = min(distance, beforeLast[j - 1] + 1) }
      row.append(distance)
    }
    (beforeLast, last) = (last, row)
  }
  return last[b.count]
}
