import TintypeIR
import TintypeIntrinsics
import TintypeSemantics

/// A module applied to a picture, with the operands of its names.
struct Instance {
  /// The module, by its position in the model.
  let module: Int
  /// Its working space.
  let space: WorkingSpace
  /// The film format, by which micrometers become pixels: that of the outermost look that names one.
  var format: FilmFormat?
  /// The names by which `use` leads to it; none for the recipe itself.
  var path: [String] = []
  /// Its `source`; nil where only a body is written out.
  var source: Picture?
  /// Constants and images that have been written out.
  var values: [Symbol: Operand] = [:]
  /// The arguments of the call of its look, by parameter.
  var given: [Int: Operand] = [:]

  init(of module: Int, in space: WorkingSpace) { (self.module, self.space) = (module, space) }
}

extension Lowering {
  /// Works inside another module, whose `source` is an image of the current one. An image that results is in the
  /// working space of the current module.
  mutating func inside(
    _ used: UsedModule, source: Picture, given: [Int: Operand] = [:],
    _ work: (inout Lowering) throws(WritingFailure) -> Operand
  ) throws(WritingFailure) -> Operand {
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
