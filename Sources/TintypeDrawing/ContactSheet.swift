/// Named pictures in rows on a dark ground, as a photographer lays out a roll.
public struct ContactSheet: Sendable {
  /// One picture with the name under it.
  public struct Frame: Sendable {
    /// What is written under the picture.
    public let name: String
    /// The picture, at the size in which it shall appear.
    public let picture: Bitmap

    /// Makes a frame.
    public init(name: String, picture: Bitmap) {
      self.name = name
      self.picture = picture
    }
  }

  /// A line above the frames, or none.
  public let title: String?

  /// The frames in reading order.
  public let frames: [Frame]

  /// How many stand beside each other.
  public let columns: Int

  /// Lays out frames; as many columns as make the sheet nearest to 3:2 unless given.
  public init(title: String? = nil, frames: [Frame], columns: Int? = nil) {
    precondition(!frames.isEmpty, "a contact sheet has at least one frame")
    self.title = title
    self.frames = frames
    self.columns = max(1, min(columns ?? Self.columns(for: frames), frames.count))
  }

  /// Where each picture lies: left and top edge.
  public func places() -> [(left: Int, top: Int)] {
    frames.indices.map { index in
      let (cellLeft, cellTop) = cellOrigin(index)
      let picture = frames[index].picture
      return (cellLeft + (cell.width - picture.width) / 2, cellTop + (cell.height - picture.height) / 2)
    }
  }

  /// Draws the sheet.
  public func drawn() -> Bitmap {
    var sheet = Bitmap(width: size.width, height: size.height, color: Self.ground)
    if let title {
      let font = StrokeFont(capHeight: Double(unit) * 0.62)
      let text = font.fitted(title, toWidth: Double(size.width - 2 * margin))
      font.draw(text, left: Double(margin), baseline: Double(margin) + font.capHeight, color: Self.bright, on: &sheet)
    }
    let font = StrokeFont(capHeight: Double(unit) * 0.5)
    for (frame, place) in zip(frames, places()) {
      sheet.fill(
        place.left - 1, place.top - 1, frame.picture.width + 2, frame.picture.height + 2, with: Self.rebate)
      sheet.paste(frame.picture, left: place.left, top: place.top)
    }
    for (index, frame) in frames.enumerated() {
      let (left, top) = cellOrigin(index)
      let text = font.fitted(frame.name, toWidth: Double(cell.width))
      let inset = (Double(cell.width) - font.width(of: text)) / 2
      font.draw(
        text, left: Double(left) + inset, baseline: Double(top + cell.height + unit), color: Self.quiet, on: &sheet)
    }
    return sheet
  }

  // MARK: Measures

  private static let ground = RGB8(24, 23, 22)
  private static let rebate = RGB8(52, 50, 48)
  private static let quiet = RGB8(190, 184, 174)
  private static let bright = RGB8(226, 220, 208)

  /// The room for a picture.
  private var cell: (width: Int, height: Int) {
    (frames.map(\.picture.width).max() ?? 1, frames.map(\.picture.height).max() ?? 1)
  }

  /// The measure of letters and margins, from the size of the pictures.
  private var unit: Int { max(16, min(cell.width, cell.height) / 14) }

  private var margin: Int { unit * 2 }

  private var titleHeight: Int { title == nil ? 0 : unit * 2 }

  private var rows: Int { (frames.count + columns - 1) / columns }

  private var size: (width: Int, height: Int) {
    (
      2 * margin + columns * cell.width + (columns - 1) * unit,
      2 * margin + titleHeight + rows * cell.height + (rows - 1) * unit * 3 + unit
    )
  }

  private func cellOrigin(_ index: Int) -> (left: Int, top: Int) {
    let (row, column) = (index / columns, index % columns)
    return (margin + column * (cell.width + unit), margin + titleHeight + row * (cell.height + unit * 3))
  }

  /// The number of columns whose sheet is nearest to 3:2, where a short last row counts against it.
  private static func columns(for frames: [Frame]) -> Int {
    let width = Double(frames.map(\.picture.width).max() ?? 1)
    let height = Double(frames.map(\.picture.height).max() ?? 1) * 1.16
    return (1...frames.count).min { cost($0) < cost($1) } ?? 1

    func cost(_ columns: Int) -> Double {
      let rows = (frames.count + columns - 1) / columns
      let aspect = Double(columns) * width / (Double(rows) * height)
      let gaps = Double(rows * columns - frames.count) / Double(rows * columns)
      return max(aspect / 1.5, 1.5 / aspect) + 8 * gaps
    }
  }
}
