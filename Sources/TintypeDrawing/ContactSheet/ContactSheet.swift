/// Named pictures in rows on a dark background, like a contact print of a roll of film.
///
///     title
///     ┌───────┐ ┌───────┐ ┌───────┐
///     └───────┘ └───────┘ └───────┘
///     1 name    2 name    3 name
public struct ContactSheet: Sendable {
  /// A picture with a name below it.
  public struct Frame: Sendable {
    /// The name below the picture.
    public let name: String

    /// The picture at its final size.
    public let picture: Bitmap

    /// Creates a frame.
    public init(name: String, picture: Bitmap) {
      self.name = name
      self.picture = picture
    }
  }

  /// The title above the frames, if any.
  public let title: String?

  /// The frames in reading order.
  public let frames: [Frame]

  /// The layout.
  public let layout: SheetLayout

  /// Lays out frames. By default the number of columns is a multiple of `group` that makes a full sheet close to 3:2.
  public init(title: String? = nil, frames: [Frame], columns: Int? = nil, group: Int = 1) {
    precondition(!frames.isEmpty, "a contact sheet has at least one frame")
    self.title = title
    self.frames = frames
    let pictures = frames.map { (width: $0.picture.width, height: $0.picture.height) }
    layout = SheetLayout(pictures: pictures, hasTitle: title != nil, columns: columns, group: group)
  }

  /// Draws the sheet.
  public func drawn() -> Bitmap {
    var sheet = Bitmap(width: layout.width, height: layout.height, color: SheetColors.ground)
    if let title, let line = layout.title {
      write(title, in: line, capHeight: layout.captionHeight * 1.35, color: SheetColors.title, on: &sheet)
    }
    for (index, frame) in frames.enumerated() { draw(frame, number: index + 1, on: &sheet) }
    return sheet
  }

  private func draw(_ frame: Frame, number: Int, on sheet: inout Bitmap) {
    let cell = layout.cells[number - 1]
    sheet.fill(cell.rebate, with: SheetColors.rebate)
    sheet.paste(frame.picture, left: cell.picture.left, top: cell.picture.top)
    let size = layout.captionHeight
    let count = write("\(number)", in: cell.caption, capHeight: size, color: SheetColors.number, on: &sheet)
    var rest = cell.caption
    rest.left += count + Int(size * 0.7)
    rest.width = max(0, cell.caption.right - rest.left)
    write(frame.name, in: rest, capHeight: size, color: SheetColors.name, on: &sheet)
  }

  /// Writes text, reduced in size and then truncated to fit. Returns its width.
  @discardableResult
  private func write(
    _ text: String, in line: Rectangle, capHeight: Double, color: RGB8, on sheet: inout Bitmap
  ) -> Int {
    let room = Double(line.width)
    let full = StrokeFont(capHeight: capHeight)
    let share = min(1, max(Self.smallestShare, room / full.width(of: text)))
    let font = StrokeFont(capHeight: capHeight * share)
    let short = font.fitted(text, toWidth: room)
    // Reduced names keep the baseline of the full size.
    let baseline = Double(line.top) + full.ascent.rounded(.up)
    font.draw(short, left: Double(line.left), baseline: baseline, color: color, on: &sheet)
    return Int(font.width(of: short).rounded(.up))
  }

  /// The smallest reduction of a name before it is truncated.
  private static let smallestShare = 0.8
}

/// A dark background without a hue, since one would shift how colors look beside it, with subdued text.
private enum SheetColors {
  static let ground = RGB8(hex: 0x212121)
  static let rebate = RGB8(hex: 0x0A0A0A)
  static let title = RGB8(hex: 0xE5E5E5)
  static let name = RGB8(hex: 0xB8B8B8)
  static let number = RGB8(hex: 0xD98E32)
}
