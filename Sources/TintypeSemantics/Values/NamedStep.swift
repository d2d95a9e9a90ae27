public import TintypeDiagnostics
public import TintypeIR

/// A step that a recipe's own text names: an image that it declares, or a call over pictures at its top level.
///
/// It identifies the part of a program that the name denotes: the values above ``values`` and below ``inputs``.
public struct NamedStep: Sendable, Equatable {
  /// The name of the image, function, operation or used look.
  public var name: String

  /// Whether the recipe declares it as an image.
  public var isImage: Bool

  /// Its expression in the text.
  public var place: SourceLocation

  /// The values that are its color at this pixel, and its alpha where that is a value of its own.
  public var values: [Value]

  /// Its rectangle; nil for a picture without an end, such as noise.
  public var bounds: Value?

  /// The values of the pictures that a call is made from.
  public var inputs: [Value]

  /// How many images of the look come before a declared image, which is made from them; 0 for a call.
  public var earlierImages: Int

  /// The rectangles of the pictures that it is made from.
  public var inputBounds: [Value]

  /// An image, with the number of images before it.
  package init(image name: String, at place: SourceLocation, _ picture: Picture, after earlierImages: Int) {
    (self.name, isImage, self.place, self.earlierImages) = (name, true, place, earlierImages)
    (values, bounds) = (picture.color.values, picture.bounds)
    (inputs, inputBounds) = ([], [])
  }

  /// A call, with the pictures among its arguments.
  package init(call name: String, at place: SourceLocation, _ picture: Picture, from arguments: [Picture]) {
    (self.name, isImage, self.place, earlierImages) = (name, false, place, 0)
    (values, bounds) = (picture.color.values, picture.bounds)
    inputs = arguments.flatMap { $0.color.values }
    inputBounds = arguments.compactMap { $0.bounds }
  }
}

extension NamedImage.Color {
  /// The values of the program that hold the color.
  public var values: [Value] {
    switch self {
    case .straight(let color, let alpha): [color, alpha]
    case .premultiplied(let color), .mask(let color): [color]
    }
  }
}
