import TintypeIR
import TintypeIntrinsics

/// What an expression is while it is written out.
enum Operand {
  /// A value of its own type: uniform at the top level, at one pixel inside a kernel.
  case value(Value)
  /// A picture, as the color at this pixel.
  case image(ImageOperand)
  /// One number a pixel, as the number at this pixel.
  case mask(MaskOperand)
  /// The place of this pixel in an image of these bounds.
  case position(bounds: Value)
  /// Another place for each pixel: a `vec2` in pixels from the top left of the picture that is sampled there.
  case place(Value, bounds: Value?)
  /// A word such as `.top`, which an operation takes.
  case word(String)

  /// The value, where it is one.
  var value: Value? { if case .value(let value) = self { value } else { nil } }

  var image: ImageOperand? { if case .image(let image) = self { image } else { nil } }

  /// The rectangle of an image or mask that ends somewhere.
  var bounds: Value? {
    get {
      switch self {
      case .image(let image): image.bounds
      case .mask(let mask): mask.bounds
      case .place(_, let bounds): bounds
      case .value, .position, .word: nil
      }
    }
    set {
      switch self {
      case .image(var image):
        image.bounds = newValue
        self = .image(image)
      case .mask(var mask):
        mask.bounds = newValue
        self = .mask(mask)
      case .place(let value, _): self = .place(value, bounds: newValue)
      case .value, .position, .word: break
      }
    }
  }
}

/// The color of a picture at this pixel, in the form in which the last step left it, so that a chain of kernels over
/// straight color never divides by alpha in between.
struct ImageOperand {
  /// How the color is held.
  enum Color {
    /// `rgb` and alpha side by side.
    case straight(Value, alpha: Value)
    /// One `rgba` with alpha multiplied in.
    case premultiplied(Value)
  }

  var color: Color

  /// Its rectangle in source pixels; nil for a generator, which has no end.
  var bounds: Value?
}

/// The number of a mask at this pixel.
struct MaskOperand {
  var value: Value

  /// Its rectangle in source pixels; nil for one that has no end.
  var bounds: Value?
}

extension ProgramBuilder {
  /// The color as one premultiplied `rgba`.
  mutating func premultiplied(_ image: ImageOperand) -> Value {
    switch image.color {
    case .premultiplied(let color): color
    case .straight(let color, let alpha): construct([apply(.multiply, color, alpha), alpha], .rgba)
    }
  }

  /// The color as straight `rgb`; 0 where alpha is not above 0.
  mutating func straight(_ image: ImageOperand) -> Value {
    switch image.color {
    case .straight(let color, _): return color
    case .premultiplied(let color):
      let alpha = component([3], of: color)
      let quotient = apply(.divide, component([0, 1, 2], of: color), alpha)
      return apply(.select, constant([0, 0, 0], .rgb), quotient, apply(.greater, alpha, constant(0)))
    }
  }

  mutating func alpha(of image: ImageOperand) -> Value {
    switch image.color {
    case .straight(_, let alpha): alpha
    case .premultiplied(let color): component([3], of: color)
    }
  }

  /// The common part of the bounds that end somewhere; nil when none does.
  mutating func intersection(_ bounds: [Value?]) -> Value? {
    bounds.compactMap { $0 }.reduce(nil as Value?) { common, next in common.map { intersect($0, next) } ?? next }
  }

  /// The rectangle of the picture that a condition chooses; of one that has no end, that of the other.
  mutating func chosen(_ otherwise: Value?, _ then: Value?, _ condition: Value) -> Value? {
    guard let otherwise, let then, otherwise != then else { return otherwise ?? then }
    if let truth = constant(condition) { return truth[0] != 0 ? then : otherwise }
    let edges = (0..<4).map { edge in
      apply(.select, component([edge], of: otherwise), component([edge], of: then), condition)
    }
    return construct(edges, .rect)
  }
}
