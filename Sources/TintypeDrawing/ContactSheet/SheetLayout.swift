/// The layout of a contact sheet.
///
/// All cells have the width of the widest picture; the cells of a row have the height of its tallest. Pictures are
/// aligned to the bottom of their cells, so the names below them share a baseline.
public struct SheetLayout: Sendable, Equatable {
  /// The rectangles of a frame.
  public struct Cell: Sendable, Equatable {
    /// The picture.
    public let picture: Rectangle

    /// The picture with its black rim.
    public let rebate: Rectangle

    /// The line for the name.
    public let caption: Rectangle
  }

  /// The width of the sheet in pixels.
  public let width: Int

  /// The height of the sheet in pixels.
  public let height: Int

  /// The number of frames in a row.
  public let columns: Int

  /// The line for the title, if there is one.
  public let title: Rectangle?

  /// A cell for each frame, in reading order.
  public let cells: [Cell]

  /// The cap height of the names, in pixels.
  public let captionHeight: Double

  /// Lays out pictures of given sizes.
  ///
  /// - Parameters:
  ///   - pictures: the sizes in pixels, in reading order; at least one.
  ///   - hasTitle: whether there is a title line above the frames.
  ///   - wanted: the number of columns. By default the sheet is full and close to 3:2.
  ///   - group: the number of consecutive frames that belong together. The default number of columns is a multiple of
  ///     it.
  public init(
    pictures: [(width: Int, height: Int)], hasTitle: Bool, columns wanted: Int? = nil, group: Int = 1
  ) {
    precondition(!pictures.isEmpty, "a contact sheet has at least one frame")
    let measures = SheetMeasures(pictures: pictures)
    let columns = max(1, min(pictures.count, wanted ?? measures.bestColumns(group: group)))
    let top = measures.margin + (hasTitle ? measures.titleHeight : 0)
    self.columns = columns
    captionHeight = measures.captionHeight
    width = measures.width(columns: columns)
    height = top + measures.height(columns: columns)
    title =
      hasTitle
      ? Rectangle(
        left: measures.margin, top: measures.margin, width: width - 2 * measures.margin, height: measures.titleHeight)
      : nil
    var bottom = top
    var cells: [Cell] = []
    for row in measures.rows(columns: columns) {
      bottom += measures.cellHeight(row)
      for (column, picture) in pictures[row].enumerated() {
        cells.append(measures.cell(column: column, bottom: bottom, picture: picture))
      }
      bottom += measures.captionLine + measures.gap
    }
    self.cells = cells
  }
}

/// The lengths of a sheet in pixels, in proportion to its largest picture.
private struct SheetMeasures {
  let pictures: [(width: Int, height: Int)]
  let rim: Int
  let gap: Int
  let margin: Int
  let captionHeight: Double
  let captionLine: Int
  let titleHeight: Int
  let cellWidth: Int

  init(pictures: [(width: Int, height: Int)]) {
    self.pictures = pictures
    let widest = pictures.map(\.width).max() ?? 1
    let size = Double(max(widest, pictures.map(\.height).max() ?? 1))
    rim = max(1, Int(size * 0.011))
    gap = max(2, Int(size * 0.055))
    margin = max(3, Int(size * 0.085))
    captionHeight = max(7, size * 0.033)
    captionLine = Int(captionHeight * 2.35)
    titleHeight = Int(captionHeight * 4.1)
    cellWidth = widest + 2 * rim
  }

  func cell(column: Int, bottom: Int, picture: (width: Int, height: Int)) -> SheetLayout.Cell {
    let left = margin + column * (cellWidth + gap)
    let place = Rectangle(
      left: left + (cellWidth - picture.width) / 2, top: bottom - rim - picture.height,
      width: picture.width, height: picture.height)
    let rebate = place.outset(by: rim)
    let captionTop = rebate.bottom + Int(captionHeight * 0.55)
    let caption = Rectangle(
      left: rebate.left, top: captionTop, width: left + cellWidth - rebate.left,
      height: bottom + captionLine - captionTop)
    return SheetLayout.Cell(picture: place, rebate: rebate, caption: caption)
  }

  /// The pictures of each row.
  func rows(columns: Int) -> [Range<Int>] {
    stride(from: 0, to: pictures.count, by: columns).map { $0..<min($0 + columns, pictures.count) }
  }

  func cellHeight(_ row: Range<Int>) -> Int { (pictures[row].map(\.height).max() ?? 0) + 2 * rim }

  func width(columns: Int) -> Int { 2 * margin + columns * (cellWidth + gap) - gap }

  /// The height from the top of the first row to the bottom of the sheet.
  func height(columns: Int) -> Int {
    rows(columns: columns).reduce(margin * 2 / 3 - gap) { $0 + cellHeight($1) + captionLine + gap }
  }

  /// The multiple of `group` for a sheet close to 3:2 with few empty cells.
  func bestColumns(group: Int) -> Int {
    func cost(_ columns: Int) -> Double {
      let shape = Double(width(columns: columns)) / Double(margin + height(columns: columns)) / 1.5
      let places = columns * rows(columns: columns).count
      let empty = Double(places - pictures.count) / Double(places)
      return max(shape, 1 / shape) * (1 + 5 * empty)
    }
    return stride(from: group, through: pictures.count, by: group).min { cost($0) < cost($1) } ?? 1
  }
}
