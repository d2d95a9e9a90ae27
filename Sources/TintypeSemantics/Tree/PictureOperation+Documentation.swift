extension PictureOperation {
  /// What it makes, in a sentence or two.
  package var documentation: String {
    switch self {
    case .noise: "Noise without end: each channel and alpha are random numbers from 0 to 1, other ones for each seed."
    case .pixels: "A length in pixels of the photo, as a number."
    case .text: "A line of letters at an anchor of a picture: 1 inside of the letters, 0 around them."
    case .crop: "What lies in a rectangle: of another image, between two corners, of a ratio, or less at the sides."
    case .turn: "Turned clockwise by 90deg, 180deg or 270deg."
    case .flip: "Mirrored: `.horizontal` exchanges left and right, `.vertical` top and bottom."
    case .blur:
      "Smoothed by a Gaussian, whose standard deviation is the radius, or at each pixel the part of it that `by` gives."
    case .median:
      "The middle value of the square around each pixel, per channel: specks narrower than the radius go, edges stay."
    case .sample: "The image at another place for each pixel."
    case .straighten: "Turned clockwise by up to 45deg, and cut to the largest rectangle without empty corners."
    case .zoom: "Enlarged about a place of the image; the size stays."
    case .resize: "Scaled in linear light, by a factor or to a longer side."
    case .fit: "The whole picture, as large as fits into a rectangle; transparent around it."
    case .fill: "The picture over a whole rectangle; what is too much on two sides is cut off."
    case .stretch: "The picture with its sides stretched to a rectangle."
    case .tile: "The picture repeated over a rectangle, its shorter side at a size."
    }
  }
}
