import TintypeIR
import TintypeIntrinsics
import TintypeSemantics

// Everything that looks beyond its pixel is a filter, or the picture at another place.
extension Lowering {
  /// What is made of the pixels around each one, as far as a radius.
  mutating func filter(_ operation: SpatialOperation, _ inputs: Inputs) -> Operand {
    let picture = picture(inputs)
    let radius = pixelCount(of: inputs.value("radius"), in: picture.bounds)
    let lanes = builder.spatial(operation, picture.lanes, radius, in: picture.bounds)
    return operand(lanes, in: picture.bounds, like: picture)
  }

  mutating func sample(_ inputs: Inputs) -> Operand {
    let picture = picture(inputs)
    let place: Value
    var bounds = picture.bounds
    switch inputs["at"] {
    case .place(let value, let others)?:
      place = value
      bounds = builder.intersection([bounds, others]) ?? bounds
    default: place = inputs.value("at")
    }
    let lanes = sampled(
      picture, x: builder.component([0], of: place), y: builder.component([1], of: place),
      inputs.word("filter") ?? .bilinear)
    return operand(lanes, in: bounds, like: picture)
  }

  /// Clockwise by quarters; the top left corner stays where it was.
  mutating func turn(_ inputs: Inputs) -> Operand {
    let picture = picture(inputs)
    let quarters = inputs.number("by", model, instance.space).flatMap { QuarterTurns($0) }?.count ?? 0
    guard quarters != 0 else { return operand(picture.lanes, in: picture.bounds, like: picture) }
    let (width, height) = size(of: picture.bounds)
    let (x, y) = positionInside(picture.bounds)
    let (left, top, _, _) = edges(of: picture.bounds)
    let fromRight = builder.apply(.subtract, width, quarters == 2 ? x : y)
    let fromBottom = builder.apply(.subtract, height, quarters == 2 ? y : x)
    let lanes =
      switch quarters {
      case 1: sampled(picture, x: y, y: fromBottom, .nearest)
      case 2: sampled(picture, x: fromRight, y: fromBottom, .nearest)
      default: sampled(picture, x: fromRight, y: x, .nearest)
      }
    let bounds =
      quarters == 2 ? picture.bounds : rectangle(left: left, top: top, width: height, height: width)
    return operand(lanes, in: bounds, like: picture)
  }

  /// Exchanges left and right (`.horizontal`), or top and bottom.
  mutating func flip(_ inputs: Inputs) -> Operand {
    let picture = picture(inputs)
    let direction: FlipDirection = inputs.word("direction") ?? .horizontal
    let (width, height) = size(of: picture.bounds)
    let (x, y) = positionInside(picture.bounds)
    let lanes =
      switch direction {
      case .horizontal: sampled(picture, x: builder.apply(.subtract, width, x), y: y, .nearest)
      case .vertical: sampled(picture, x: x, y: builder.apply(.subtract, height, y), .nearest)
      }
    return operand(lanes, in: picture.bounds, like: picture)
  }

  /// Turns the picture clockwise about its middle, and crops to the largest rectangle of its shape that has no empty
  /// corner.
  mutating func straighten(_ inputs: Inputs) -> Operand {
    let (picture, angle) = (picture(inputs), inputs.value("by"))
    let (cosine, sine) = (builder.apply(.cos, angle), builder.apply(.sin, angle))
    let (width, height) = size(of: picture.bounds)
    let (left, top, _, _) = edges(of: picture.bounds)
    let half = builder.constant(0.5)
    let (middleX, middleY) = (builder.apply(.multiply, width, half), builder.apply(.multiply, height, half))
    let (x, y) = positionInside(picture.bounds)
    let (dx, dy) = (builder.apply(.subtract, x, middleX), builder.apply(.subtract, y, middleY))
    func turned(_ a: Value, _ b: Value, _ operation: Intrinsic) -> Value {
      builder.apply(operation, builder.apply(.multiply, cosine, a), builder.apply(.multiply, sine, b))
    }
    let lanes = sampled(
      picture, x: builder.apply(.add, middleX, turned(dx, dy, .add)),
      y: builder.apply(.add, middleY, turned(dy, dx, .subtract)), .bicubic)
    // The corner of the smaller rectangle lies on the edge of the turned one.
    let shape = builder.apply(.max, builder.apply(.divide, width, height), builder.apply(.divide, height, width))
    let reach = builder.apply(
      .add, builder.apply(.abs, cosine), builder.apply(.multiply, builder.apply(.abs, sine), shape))
    func inset(_ middle: Value) -> Value {
      let cut = builder.apply(.subtract, middle, builder.apply(.divide, middle, reach))
      return builder.apply(.negate, builder.apply(.floor, builder.apply(.negate, cut)))
    }
    let (insetX, insetY) = (inset(middleX), inset(middleY))
    let two = builder.constant(2)
    let bounds = rectangle(
      left: builder.apply(.add, left, insetX), top: builder.apply(.add, top, insetY),
      width: builder.apply(.subtract, width, builder.apply(.multiply, insetX, two)),
      height: builder.apply(.subtract, height, builder.apply(.multiply, insetY, two)))
    return operand(lanes, in: bounds, like: picture)
  }

  /// Brings a place nearer; the bounds stay.
  mutating func zoom(_ inputs: Inputs) -> Operand {
    let (picture, factor) = (picture(inputs), inputs.value("by"))
    let center = inputs["at"]?.value ?? builder.constant([0.5, 0.5], .vec2)
    let least = builder.apply(.max, factor, builder.constant(1))
    let (width, height) = size(of: picture.bounds)
    let (x, y) = positionInside(picture.bounds)
    func nearer(_ place: Value, _ side: Value, _ lane: Int) -> Value {
      let middle = builder.apply(.multiply, side, builder.component([lane], of: center))
      let away = builder.apply(.subtract, place, middle)
      return builder.apply(.add, middle, builder.apply(.divide, away, least))
    }
    let lanes = sampled(picture, x: nearer(x, width, 0), y: nearer(y, height, 1), .bicubic)
    return operand(lanes, in: picture.bounds, like: picture)
  }

  /// Makes a picture larger or smaller; the top left corner stays where it was.
  mutating func resize(_ inputs: Inputs) -> Operand {
    let picture = picture(inputs)
    let (width, height) = size(of: picture.bounds)
    let factor: Value
    if let edge = inputs["longEdge"]?.value {
      factor = builder.apply(.divide, pixelCount(of: edge, in: picture.bounds), builder.apply(.max, width, height))
    } else {
      factor = inputs.value("by")
    }
    func resized(_ side: Value) -> Value {
      builder.apply(.max, whole(builder.apply(.multiply, side, factor)), builder.constant(1))
    }
    let (newWidth, newHeight) = (resized(width), resized(height))
    let (across, down) = (builder.apply(.divide, width, newWidth), builder.apply(.divide, height, newHeight))
    // What the new pixels cannot show would come out as patterns that are not there: it is smoothed away before, so
    // that
    // together with the half pixel that a pixel is wide the new picture has a Gaussian of half its own pixels.
    let ratio = builder.apply(.max, across, down)
    let more = builder.apply(.subtract, builder.apply(.multiply, ratio, ratio), builder.constant(1))
    let sigma = builder.apply(.multiply, builder.constant(0.5), builder.apply(.sqrt, more))
    let smooth = Picture(
      lanes: builder.spatial(.blur, picture.lanes, sigma, in: picture.bounds), bounds: picture.bounds,
      isMask: picture.isMask)
    let (x, y) = positionInside(picture.bounds)
    let lanes = sampled(
      smooth, x: builder.apply(.multiply, x, across), y: builder.apply(.multiply, y, down), .bicubic)
    let (left, top, _, _) = edges(of: picture.bounds)
    return operand(
      lanes, in: rectangle(left: left, top: top, width: newWidth, height: newHeight), like: picture)
  }
}
