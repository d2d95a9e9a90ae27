package import TintypeIR

/// What an expression becomes when it is written out.
package enum Operand<Picture> {
  /// A value of its own type: uniform at the top level, at one pixel inside a kernel.
  case value(Value)
  /// An image or mask, as the color or number at this pixel.
  case picture(Picture)
  /// The place of this pixel in an image of these bounds.
  case position(bounds: Value)
  /// Another place for each pixel: a `vec2` in pixels from the top left of the picture that is sampled there.
  case place(Value, bounds: Value?)
  /// A word such as `.top`, which an operation takes.
  case word(String)

  package var value: Value? { if case .value(let value) = self { value } else { nil } }

  package var picture: Picture? { if case .picture(let picture) = self { picture } else { nil } }
}

extension Operand: Sendable where Picture: Sendable {}
