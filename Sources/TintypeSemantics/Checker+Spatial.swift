import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

// Everything that looks beyond its pixel is a blur, or the picture at another place.
extension Checker {
  /// What is made of the pixels around each one, as far as a radius.
  mutating func filter(
    _ operation: SpatialOperation, _ arguments: [LabelledArgument], _ syntax: CallSyntax
  ) -> Operand {
    let name = operation.declaration.name
    guard let (picture, radius) = pictureAnd("radius", arguments, syntax),
      let pixels = lengthInPixels(
        radius, as: "'radius' of '\(name)'", in: picture.bounds, atMost: operation.limit)
    else { return .poison }
    let lanes = builder.spatial(operation, picture.lanes, pixels, in: picture.bounds)
    return operand(lanes, in: picture.bounds, like: picture)
  }

  mutating func sample(_ arguments: [LabelledArgument], _ syntax: CallSyntax) -> Operand {
    guard let matched = matched(arguments, to: ["image", "at", "filter"], of: syntax) else { return .poison }
    guard let at = matched[1] else {
      return poison(.missingArguments(["at"], of: syntax, inputs: ["image", "at", "filter"]))
    }
    guard let picture = picture(matched[0], of: syntax),
      let filter: SampleFilter = word(matched[2], as: "'filter' of 'sample'", default: .bilinear)
    else { return .poison }
    let place: Value
    var bounds = picture.bounds
    switch at.operand {
    case .place(let value, let others):
      place = value
      bounds = builder.intersection([bounds, others]) ?? bounds
    case .poison: return .poison
    case let other:
      guard case .value(let value) = coerced(other, to: .vec2, at: at.location, as: "'at' of 'sample'") else {
        return .poison
      }
      place = value
    }
    let lanes = sampled(
      picture, x: builder.component([0], of: place), y: builder.component([1], of: place), filter)
    return operand(lanes, in: bounds, like: picture)
  }

  /// Clockwise by quarters; the top left corner stays where it was.
  mutating func turn(_ arguments: [LabelledArgument], _ syntax: CallSyntax) -> Operand {
    guard let (picture, by) = pictureAnd("by", arguments, syntax), let angle = uniform(by, .angle, as: "'by' of 'turn'")
    else { return .poison }
    guard let radians = constantLanes(angle)?[0] else { return poison(.turnIsOpen(at: by.location)) }
    let turns = radians / (.pi / 2)
    guard abs(turns - turns.rounded()) < 1e-9, abs(turns) < 1e6 else { return poison(.turnByParts(at: by.location)) }
    let quarters = ((Int(turns.rounded()) % 4) + 4) % 4
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

  private enum Direction: String, CaseIterable {
    case horizontal, vertical
  }

  /// Exchanges left and right (`.horizontal`), or top and bottom.
  mutating func flip(_ arguments: [LabelledArgument], _ syntax: CallSyntax) -> Operand {
    guard let (picture, way) = pictureAnd("direction", arguments, syntax),
      let direction: Direction = word(way, as: "'direction' of 'flip'", default: nil)
    else { return .poison }
    let (width, height) = size(of: picture.bounds)
    let (x, y) = positionInside(picture.bounds)
    let lanes =
      switch direction {
      case .horizontal: sampled(picture, x: builder.apply(.subtract, width, x), y: y, .nearest)
      case .vertical: sampled(picture, x: x, y: builder.apply(.subtract, height, y), .nearest)
      }
    return operand(lanes, in: picture.bounds, like: picture)
  }

  /// Turns the picture clockwise about its middle, and crops to the largest rectangle of its shape that has no empty corner.
  mutating func straighten(_ arguments: [LabelledArgument], _ syntax: CallSyntax) -> Operand {
    guard let (picture, by) = pictureAnd("by", arguments, syntax),
      let angle = uniform(by, .angle, as: "'by' of 'straighten'")
    else { return .poison }
    if let radians = constantLanes(angle)?[0], abs(radians) > .pi / 4 + 1e-9 {
      return poison(.straightensTooFar(at: by.location))
    }
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
  mutating func zoom(_ arguments: [LabelledArgument], _ syntax: CallSyntax) -> Operand {
    guard let matched = matched(arguments, to: ["image", "by", "at"], of: syntax) else { return .poison }
    guard let by = matched[1] else {
      return poison(.missingArguments(["by"], of: syntax, inputs: ["image", "by", "at"]))
    }
    guard let picture = picture(matched[0], of: syntax), let factor = uniform(by, .scalar, as: "'by' of 'zoom'"),
      let center = uniform(matched[2], .vec2, as: "'at' of 'zoom'", default: [0.5, 0.5])
    else { return .poison }
    if let number = constantLanes(factor)?[0], !(number >= 1) { return poison(.zoomsOut(at: by.location)) }
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
  mutating func resize(_ arguments: [LabelledArgument], _ syntax: CallSyntax) -> Operand {
    let inputs = ["image", "by", "longEdge"]
    guard let matched = matched(arguments, to: inputs, of: syntax) else { return .poison }
    guard (matched[1] == nil) != (matched[2] == nil) else {
      return poison(
        matched[1] == nil
          ? .missingArguments(["by"], of: syntax, inputs: inputs)
          : .resizesInSeveralWays(syntax))
    }
    guard let picture = picture(matched[0], of: syntax) else { return .poison }
    let (width, height) = size(of: picture.bounds)
    let factor: Value
    if let edge = matched[2] {
      guard let pixels = lengthInPixels(edge, as: "'longEdge' of 'resize'", in: picture.bounds) else { return .poison }
      factor = builder.apply(.divide, pixels, builder.apply(.max, width, height))
    } else {
      guard let by = uniform(matched[1], .scalar, as: "'by' of 'resize'") else { return .poison }
      if let number = constantLanes(by)?[0], !(number > 0 && number <= 16) {
        return poison(.resizesToNothing(at: matched[1]!.location))
      }
      factor = by
    }
    func resized(_ side: Value) -> Value {
      builder.apply(.max, whole(builder.apply(.multiply, side, factor)), builder.constant(1))
    }
    let (newWidth, newHeight) = (resized(width), resized(height))
    let (across, down) = (builder.apply(.divide, width, newWidth), builder.apply(.divide, height, newHeight))
    // What the new pixels cannot show would come out as patterns that are not there: it is smoothed away before, so that
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

  /// The picture, and the one other thing that a step is told.
  private mutating func pictureAnd(
    _ input: String, _ arguments: [LabelledArgument], _ syntax: CallSyntax
  ) -> (Picture, Argument)? {
    guard let complete = complete(arguments, to: ["image", input], of: syntax),
      let picture = picture(complete[0], of: syntax), !complete[1].operand.isPoison
    else { return nil }
    return (picture, complete[1])
  }
}
