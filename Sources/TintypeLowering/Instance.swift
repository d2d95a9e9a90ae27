import TintypeIR
import TintypeIntrinsics
import TintypeSemantics

/// A module at work on a picture: what its names stand for here.
struct Instance {
  /// Which module.
  let module: Int
  /// What a color means in it.
  let space: WorkingSpace
  /// The film whose frame the photo stands for: the outermost look that names one decides.
  var format: FilmFormat?
  /// The names by which `use` leads to it; none for the recipe itself.
  var path: [String] = []
  /// The picture that it works on; nil where only a body is written out.
  var source: Picture?
  /// Constants and images that have been written out.
  var values: [Symbol: Operand] = [:]
  /// Values that the call of its look gives its parameters.
  var given: [Int: Operand] = [:]

  init(of module: Int, in space: WorkingSpace) { (self.module, self.space) = (module, space) }
}

extension Lowering {
  /// Works inside another module whose `source` is an image of the one at work; gives an image in the space of that
  /// one.
  mutating func inside(
    _ used: UsedModule, source: Picture, given: [Int: Operand] = [:],
    _ work: (inout Lowering) throws(TooLarge) -> Operand
  ) throws(TooLarge) -> Operand {
    let module = model.modules[used.index]
    var inner = Instance(of: used.index, in: module.isLook ? module.header.workingSpace : instance.space)
    inner.path = instance.path + used.path
    inner.format = instance.format ?? module.header.format
    inner.given = given
    inner.source = converted(source, from: instance.space, to: inner.space)
    let space = inner.space
    swap(&inner, &instance)
    defer { swap(&inner, &instance) }
    let result = try work(&self)
    guard let picture = result.picture, !picture.isMask else { return result }
    return .picture(converted(picture, from: space, to: inner.space))
  }

  /// The colors of an image in another working space.
  mutating func converted(_ image: Picture, from space: WorkingSpace, to other: WorkingSpace) -> Picture {
    if space == other { return image }
    let conversion: Intrinsic = other == .linearSRGB ? .srgbToLinear : .linearToSrgb
    let (color, alpha) = (builder.straight(image), builder.alpha(of: image))
    return Picture(color: .straight(builder.apply(conversion, color), alpha: alpha), bounds: image.bounds)
  }
}
