import TintypeDiagnostics

/// The name in the same folder that a missing file's is most like; nil where there is none.
///
/// Names that differ in their digits only are those of a series, and no misspellings.
func nearestFile(to missing: FilePath) -> String? {
  let wanted = String(decoding: missing.lastComponent, as: UTF8.self)
  var names: [String] = []
  try? forEachName(in: missing.folder) { bytes in
    guard names.count < mostNames, bytes.first != UInt8(ascii: ".") else { return }
    let name = String(decoding: bytes, as: UTF8.self)
    let isOfSeries = name.withoutDigits == wanted.withoutDigits && name.count == wanted.count
    if name.utf8.elementsEqual(bytes), !isOfSeries { names.append(name) }
  }
  return nearestName(to: wanted, among: names)
}

/// More names are not compared, so that a folder of many files costs little.
private let mostNames = 10_000

extension String {
  fileprivate var withoutDigits: String { filter { !$0.isASCII || !$0.isNumber } }
}
