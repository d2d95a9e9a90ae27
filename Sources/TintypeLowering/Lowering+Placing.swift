import TintypeIR
import TintypeIntrinsics
import TintypeSemantics

// A picture besides the photo is a source with a frame of its own; an image is placed as well. Placing is a scale, a
// move and a turn by quarters: the picture is smoothed where it gets smaller, and sampled.
extension Lowering {
  /// `fit`, `fill`, `stretch` and `tile`: a picture in a rectangle. Around it the result is transparent and has no end.
  mutating func placed(_ inputs: Inputs) -> Operand {
    let operation = inputs.call.operation
    let isData = inputs.word(.as) == PictureReading.data
    var field = inputs[.picture]?.picture == nil ? stored(inputs, isData: isData) : field(inputs, .picture)
    let angle = inputs.call[.turn].flatMap { model.constantLanes(of: $0, in: instance.space) }
    let quarters = angle.flatMap { QuarterTurns($0[0]) }?.count ?? 0
    let area = area(inputs)
    let whole = builder.rectangle(field.bounds)
    let (width, height) = quarters % 2 == 0 ? (whole.width, whole.height) : (whole.height, whole.width)
    let frame = frame(inputs, in: area, width, height)
    let (across, down) = (width / frame.width, height / frame.height)
    let margin = operation == .tile ? wrap(&field, .max(across, down)) : .number(0)
    smooth(&field, across, down)
    var (x, y) = builder.pixel(in: frame)
    // Whether the pixel lies in the rectangle that the picture covers.
    let covered = operation == .fit ? frame : area
    let (left, top) = builder.pixel(in: covered)
    var isInside = isInside(covered, left, top)
    // Of an image that a crop left without a pixel nothing is shown.
    if inputs[.picture]?.picture != nil {
      for side in [whole.width, whole.height] {
        isInside = builder.apply(.and, isInside, builder.apply(.less, builder.constant(0), builder.write(side)))
      }
    }
    if operation == .tile {
      x = x - .apply(.floor, [x / frame.width]) * frame.width
      y = y - .apply(.floor, [y / frame.height]) * frame.height
    }
    let (u, v) = (x * across, y * down)
    let place: (x: Formula, y: Formula) =
      switch quarters {
      case 0: (u, v)
      case 1: (v, whole.height - u)
      case 2: (whole.width - u, whole.height - v)
      default: (whole.width - v, u)
      }
    // Linear interpolation stays within the values of the picture; a cubic would overshoot.
    let color = sampled(field, x: place.x + margin, y: place.y + margin, isData ? .bilinear : .bicubic)
    let shown = builder.apply(.select, builder.constant([0, 0, 0, 0], .rgba), color, isInside)
    return .picture(Picture(color: .premultiplied(shown), bounds: nil))
  }

  /// Extends a tile beyond its edges periodically, so far that no step reads an edge: smoothing by less than half the
  /// ratio of its sizes reads four times that, and the cubic two pixels.
  ///
  /// - Returns: the width of the extension, which is the position of the tile itself.
  private mutating func wrap(_ field: inout Field, _ ratio: Formula) -> Formula {
    let whole = builder.rectangle(field.bounds)
    let margin = (3 * .max(ratio, 1)).roundedUp + 2
    let (x, y) = builder.pixel(in: whole)
    let (u, v) = (x - margin, y - margin)
    field.lanes = sampled(
      field, x: u - .apply(.floor, [u / whole.width]) * whole.width,
      y: v - .apply(.floor, [v / whole.height]) * whole.height, .nearest)
    field.bounds = builder.write(
      Rectangle(
        left: whole.left, top: whole.top, width: whole.width + margin * 2, height: whole.height + margin * 2))
    return margin
  }

  /// A picture by the name under which it is given, and the file that a recipe names.
  private func picture(_ value: Value) -> PlacedPicture {
    switch builder[value].operation {
    case .parameter(let index):
      let parameter = model.settable[index].parameter
      let file = parameter.defaultValue.isEmpty ? nil : TextLanes.text(of: parameter.defaultValue)
      return PlacedPicture(name: parameter.name, file: file)
    case .constant(let lanes):
      let file = TextLanes.text(of: Array(lanes))
      return PlacedPicture(name: file, file: file)
    default: preconditionFailure("a picture is a parameter, or named in the text")
    }
  }

  /// The stored picture in the working space, premultiplied.
  private mutating func stored(_ inputs: Inputs, isData: Bool) -> Field {
    var picture = picture(inputs.value(.picture))
    picture.isData = isData
    let known = pictures.firstIndex(of: picture)
    if known == nil { pictures.append(picture) }
    let number = (known ?? pictures.count - 1) + 1
    let stored = builder.source(number)
    let (codes, alpha) = (builder.component([0, 1, 2], of: stored), builder.component([3], of: stored))
    let isDecoded = !picture.isData && instance.space == .linearSRGB
    let color = isDecoded ? builder.apply(.srgbToLinear, codes) : codes
    let lanes = builder.construct([builder.apply(.multiply, color, alpha), alpha], .rgba)
    return Field(lanes: lanes, bounds: builder.sourceBounds(number), isMask: false)
  }

  /// The rectangle in which a picture is placed.
  private mutating func area(_ inputs: Inputs) -> Rectangle {
    let bounds = inputs[.on] == nil ? sourceBounds : field(inputs, .on).bounds
    let to = inputs[.to]?.value
    if let to, builder.type(of: to) == .rect { return builder.rectangle(to) }
    guard to != nil || inputs[.from] != nil else { return builder.rectangle(bounds) }
    let part = inside(builder.rectangle(bounds), from: inputs[.from]?.value, to: to)
    return builder.rectangle(part)
  }

  /// The rectangle that a picture of a size gets, in whole pixels; of `tile` the first of them.
  private mutating func frame(
    _ inputs: Inputs, in area: Rectangle, _ width: Formula, _ height: Formula
  ) -> Rectangle {
    let operation = inputs.call.operation
    if operation == .stretch { return area }
    let (horizontal, vertical) = (area.width / width, area.height / height)
    let scale: Formula =
      switch operation {
      case .fit: .min(horizontal, vertical)
      case .fill: .max(horizontal, vertical)
      default: pixelCount(.size, inputs, in: sourceBounds) / .min(width, height)
      }
    let (columns, rows) = (Formula.max((width * scale).rounded, 1), Formula.max((height * scale).rounded, 1))
    let (x, y) = inputs.anchor()
    return Rectangle(
      left: area.left + ((area.width - columns) * x).rounded, top: area.top + ((area.height - rows) * y).rounded,
      width: columns, height: rows)
  }
}
