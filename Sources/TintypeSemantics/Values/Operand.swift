package import TintypeIR

/// What an expression becomes when it is written out.
package enum Operand: Sendable {
  /// A value of its own type: uniform at the top level, at one pixel inside a kernel.
  case value(Value)
  /// An image or mask, as the color or number at this pixel.
  case picture(Picture)
  /// The place of this pixel in an image of these bounds.
  case position(bounds: Value)
  /// Another place for each pixel: a `vec2` in pixels from the top left of the picture that is sampled there.
  case place(Value, bounds: Value?)
  /// What no value of a program holds: the rows of a matrix, the computed points of a curve, or truth values, one for
  /// each lane of a comparison. Those of a condition over pictures have the rectangle of a picture, and its alpha.
  case parts([Value], over: Picture? = nil)
  /// A word such as `.top`, which an operation takes.
  case word(String)

  package var value: Value? { if case .value(let value) = self { value } else { nil } }

  package var parts: [Value]? { if case .parts(let parts, _) = self { parts } else { nil } }

  package var picture: Picture? { if case .picture(let picture) = self { picture } else { nil } }

  /// The picture that it is, or the one that a condition is over.
  package var origin: Picture? { if case .parts(_, let picture) = self { picture } else { picture } }
}

/// An image or mask at this pixel, in the form in which the last step left it: a chain of kernels over straight color
/// never divides by alpha in between.
package struct Picture: Sendable {
  package let color: NamedImage.Color

  /// The rectangle in source pixels; nil for a picture without an end, such as noise.
  package var bounds: Value?

  package var isMask: Bool { if case .mask = color { true } else { false } }

  package init(color: NamedImage.Color, bounds: Value? = nil) { (self.color, self.bounds) = (color, bounds) }
}
