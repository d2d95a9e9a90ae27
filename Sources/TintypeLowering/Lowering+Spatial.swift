import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSemantics

// An operation that reads other pixels is a filter, or the picture sampled at another place.
extension Lowering {
  /// A filter of the pixels around each one.
  mutating func filter(_ operation: SpatialOperation, _ inputs: Inputs) -> Operand {
    guard let filter = operation.filter else { preconditionFailure("'\(operation.name)' is no filter") }
    var field = field(inputs)
    let frame = field.bounds
    var fields: Operands = [field.lanes]
    for name in filter.fields.dropFirst().map(PictureInput.Name.init) {
      guard inputs[name] != nil else {
        fields.append(field.lanes)
        continue
      }
      let other = self.field(inputs, name)
      // A mask counts for all lanes of an image.
      let isWidened = other.isMask && !field.isMask
      fields.append(isWidened ? builder.construct(Array(repeating: other.lanes, count: 4), .rgba) : other.lanes)
      field.bounds = builder.intersect(field.bounds, other.bounds)
    }
    let amounts = filter.amounts.map { amount in
      let name = PictureInput.Name(amount.name)
      return switch amount.kind {
      case .length: builder.write(pixelCount(name, inputs, in: frame))
      case .number: inputs.value(name)
      }
    }
    field.lanes = builder.spatial(operation, fields, Operands(amounts), in: field.bounds)
    if case .convolve = operation, !field.isMask {
      // The sum of the weights is a gain of color; alpha is the pixel's own.
      let color = builder.component([0, 1, 2], of: field.lanes)
      field.lanes = builder.construct([color, builder.component([3], of: fields[0])], .rgba)
    }
    return field.operand
  }

  mutating func sample(_ inputs: Inputs) -> Operand {
    var field = field(inputs)
    let (place, others): (Value, Value?) =
      if case .place(let value, let bounds)? = inputs[.at] { (value, bounds) } else { (inputs.value(.at), nil) }
    if let written = inputs.call[.at]?.location { mark(.place(place), at: written) }
    field.lanes = sampled(
      field, x: .lane(0, of: place), y: .lane(1, of: place), inputs.word(.filter) ?? .bilinear,
      inputs.word(.outside) ?? .edge)
    if let others { field.bounds = builder.intersect(field.bounds, others) }
    return field.operand
  }

  /// The image moved by a few whole pixels, so that each pixel has the value of a neighbor.
  mutating func neighbor(_ inputs: Inputs, at place: SourceLocation) throws(WritingFailure) -> Operand {
    var field = field(inputs)
    let (x, y) = (knownLanes(of: inputs.value(.x)), knownLanes(of: inputs.value(.y)))
    guard let offset = x.flatMap({ x in y.map { x + $0 } }) else { throw .refused(.badOffset(at: place, nil)) }
    if let wrong = offset.firstIndex(where: { !$0.isOffset }) {
      let argument = inputs.call[wrong == 0 ? .x : .y]?.location
      throw .refused(.badOffset(at: argument ?? place, offset[wrong]))
    }
    let there = builder.apply(.add, builder.position(), builder.constant(offset, .vec2))
    field.lanes = builder.spatial(.sample(.nearest), field.lanes, there, in: field.bounds)
    return offset == [0, 0] ? inputs[.image] ?? field.operand : field.operand
  }

  /// Clockwise by quarters; the top left corner stays where it was.
  mutating func turn(_ inputs: Inputs) -> Operand {
    var field = field(inputs)
    let angle = inputs.call[.by].flatMap { model.constantLanes(of: $0, in: space) }
    let quarters = angle.flatMap { QuarterTurns($0[0]) }?.count ?? 0
    guard quarters != 0 else { return field.operand }
    let frame = builder.rectangle(field.bounds)
    let (x, y) = builder.pixel(in: frame)
    let place: (x: Formula, y: Formula) =
      switch quarters {
      case 1: (y, frame.height - x)
      case 2: (frame.width - x, frame.height - y)
      default: (frame.width - y, x)
      }
    field.lanes = sampled(field, x: place.x, y: place.y, .nearest)
    if quarters != 2 {
      field.bounds = builder.write(
        Rectangle(left: frame.left, top: frame.top, width: frame.height, height: frame.width))
    }
    return field.operand
  }

  /// Exchanges left and right (`.horizontal`), or top and bottom.
  mutating func flip(_ inputs: Inputs) -> Operand {
    var field = field(inputs)
    let direction: FlipDirection = inputs.word(.direction) ?? .horizontal
    let frame = builder.rectangle(field.bounds)
    let (x, y) = builder.pixel(in: frame)
    let isHorizontal = direction == .horizontal
    field.lanes = sampled(
      field, x: isHorizontal ? frame.width - x : x, y: isHorizontal ? y : frame.height - y, .nearest)
    return field.operand
  }

  /// Turns the picture clockwise about its middle, and crops it to the largest rectangle of its shape without empty
  /// corners.
  mutating func straighten(_ inputs: Inputs) -> Operand {
    var field = field(inputs)
    let angle = Formula.value(inputs.value(.by))
    let (cosine, sine) = (Formula.apply(.cos, [angle]), Formula.apply(.sin, [angle]))
    let frame = builder.rectangle(field.bounds)
    let (middleX, middleY) = (frame.width * 0.5, frame.height * 0.5)
    let (x, y) = builder.pixel(in: frame)
    let (dx, dy) = (x - middleX, y - middleY)
    field.lanes = sampled(
      field, x: middleX + (cosine * dx + sine * dy), y: middleY + (cosine * dy - sine * dx), .bicubic)
    // The corner of the smaller rectangle lies on the edge of the turned one.
    let shape = Formula.max(frame.width / frame.height, frame.height / frame.width)
    let extent = .apply(.abs, [cosine]) + .apply(.abs, [sine]) * shape
    let insetX = (middleX - middleX / extent).roundedUp
    let insetY = (middleY - middleY / extent).roundedUp
    field.bounds = builder.write(
      Rectangle(
        left: frame.left + insetX, top: frame.top + insetY, width: frame.width - insetX * 2,
        height: frame.height - insetY * 2))
    return field.operand
  }

  /// Brings a place nearer; the bounds stay.
  mutating func zoom(_ inputs: Inputs) -> Operand {
    var field = field(inputs)
    let factor = Formula.max(.value(inputs.value(.by)), 1)
    let center = inputs.value(.at)
    let frame = builder.rectangle(field.bounds)
    let (x, y) = builder.pixel(in: frame)
    let (middleX, middleY) = (frame.width * .lane(0, of: center), frame.height * .lane(1, of: center))
    field.lanes = sampled(
      field, x: middleX + (x - middleX) / factor, y: middleY + (y - middleY) / factor, .bicubic)
    return field.operand
  }

  /// Makes a picture larger or smaller; the top left corner stays where it was.
  mutating func resize(_ inputs: Inputs) -> Operand {
    var field = field(inputs)
    let frame = builder.rectangle(field.bounds)
    let factor: Formula =
      if inputs[.longEdge] != nil {
        pixelCount(.longEdge, inputs, in: field.bounds) / frame.longSide
      } else {
        .value(inputs.value(.by))
      }
    let width = Formula.max((frame.width * factor).roundedLength, 1)
    let height = Formula.max((frame.height * factor).roundedLength, 1)
    let (across, down) = (frame.width / width, frame.height / height)
    smooth(&field, across, down)
    let (x, y) = builder.pixel(in: frame)
    field.lanes = sampled(field, x: x * across, y: y * down, .bicubic)
    field.bounds = builder.write(Rectangle(left: frame.left, top: frame.top, width: width, height: height))
    return field.operand
  }

  /// Smooths a picture before it is made smaller by these factors. Detail finer than the new pixels would alias;
  /// together with the half pixel that a pixel is wide, the new picture has a Gaussian of half its own pixels.
  mutating func smooth(_ field: inout Field, _ across: Formula, _ down: Formula) {
    let ratio = Formula.max(across, down)
    let sigma = builder.write(0.5 * .apply(.sqrt, [ratio * ratio - 1]))
    field.lanes = builder.spatial(.blur, field.lanes, sigma, in: field.bounds)
  }
}
