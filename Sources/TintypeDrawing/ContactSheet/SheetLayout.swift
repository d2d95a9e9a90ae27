/// Where the parts of a contact sheet lie.
///
/// All cells are as wide as the widest picture, those of a row as high as its highest. A picture stands on the floor of its
/// cell, so that its name is always right below and the names of a row stand on one line.
public struct SheetLayout: Sendable, Equatable {
  /// The places of one frame.
  public struct Cell: Sendable, Equatable {
    /// The picture itself.
    public let picture: Rectangle

    /// The picture with the black rim around it.
    public let rebate: Rectangle

    /// The line of the name.
    public let caption: Rectangle
  }

  /// Pixels of a row of the sheet.
  public let width: Int

  /// Rows of the sheet.
  public let height: Int

  /// How many frames stand beside each other.
  public let columns: Int

  /// The line of the title, if there is one.
  public let title: Rectangle?

  /// One place a frame, in reading order.
  public let cells: [Cell]

  /// The cap height of the names, in pixels.
  public let captionHeight: Double

  /// Lays out pictures of given sizes.
  ///
  /// - Parameters:
  ///   - pictures: their sizes in pixels, in reading order; at least one.
  ///   - hasTitle: whether a line stands above them.
  ///   - wanted: how many stand beside each other; as many as make a full sheet near to 3:2 unless given.
  ///   - group: so many in a row belong together, and no row ends among them.
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
    var floor = top
    var cells: [Cell] = []
    for row in measures.rows(columns: columns) {
      floor += measures.cellHeight(row)
      for (column, picture) in pictures[row].enumerated() {
        cells.append(measures.cell(column: column, floor: floor, picture: picture))
      }
      floor += measures.captionLine + measures.gap
    }
    self.cells = cells
  }
}

/// The lengths of a sheet, all in proportion to its largest picture.
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

  func cell(column: Int, floor: Int, picture: (width: Int, height: Int)) -> SheetLayout.Cell {
    let left = margin + column * (cellWidth + gap)
    let place = Rectangle(
      left: left + (cellWidth - picture.width) / 2, top: floor - rim - picture.height,
      width: picture.width, height: picture.height)
    let rebate = place.outset(by: rim)
    let captionTop = rebate.bottom + Int(captionHeight * 0.55)
    let caption = Rectangle(
      left: rebate.left, top: captionTop, width: left + cellWidth - rebate.left,
      height: floor + captionLine - captionTop)
    return SheetLayout.Cell(picture: place, rebate: rebate, caption: caption)
  }

  /// The pictures of each row.
  func rows(columns: Int) -> [Range<Int>] {
    stride(from: 0, to: pictures.count, by: columns).map { $0..<min($0 + columns, pictures.count) }
  }

  func cellHeight(_ row: Range<Int>) -> Int { (pictures[row].map(\.height).max() ?? 0) + 2 * rim }

  func width(columns: Int) -> Int { 2 * margin + columns * (cellWidth + gap) - gap }

  /// From the first row's top to the sheet's lower edge; the last caption brings its own air.
  func height(columns: Int) -> Int {
    rows(columns: columns).reduce(margin * 2 / 3 - gap) { $0 + cellHeight($1) + captionLine + gap }
  }

  /// The multiple of a number that brings the sheet nearest to 3:2 and leaves few places empty.
  func bestColumns(group: Int) -> Int {
    func strain(_ columns: Int) -> Double {
      let shape = Double(width(columns: columns)) / Double(margin + height(columns: columns)) / 1.5
      let places = columns * rows(columns: columns).count
      let empty = Double(places - pictures.count) / Double(places)
      return max(shape, 1 / shape) * (1 + 5 * empty)
    }
    return stride(from: group, through: pictures.count, by: group).min { strain($0) < strain($1) } ?? 1
  }
}
