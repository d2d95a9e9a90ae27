import TintypeIR
import TintypeIntrinsics

/// What an expression stands for while it is checked.
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
  /// A word such as `.fine`, which means something beside a parameter that lists it.
  case choice(String)
  /// What a parameter of words is set to. Elsewhere, for a parameter is large, and every operand would be.
  indirect case selection(Value, of: Parameter)
  /// Something that has been reported already; whatever is done with it is silent.
  case poison
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
}
