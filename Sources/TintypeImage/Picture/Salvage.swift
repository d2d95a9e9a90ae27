/// What to do with a damaged photo.
public enum OnCorrupt: String, CaseIterable, Hashable, Sendable {
  /// Damage is an error.
  case error
  /// What can be decoded is rendered, the rest is mid gray, and a note says how much is lost.
  case salvage
}

/// What is missing from a salvaged picture, as far as its decoder knows.
struct Loss {
  /// The first row that is lost or damaged, from 0.
  var row: Int

  /// The scan of a progressive picture, or pass of an interlaced one, from 1. The first one covers the whole picture.
  var stage: Int

  /// The note that tells of the loss.
  func note(height: Int) -> String {
    let row = min(row, height - 1)
    guard stage <= 1 else {
      return
        "salvaged: finer detail is lost or damaged, from row \(row + 1) of \(height) in step \(stage) of the picture on"
    }
    return "salvaged: the picture is lost or damaged from row \(row + 1) of \(height) on, and may be so above"
  }
}
