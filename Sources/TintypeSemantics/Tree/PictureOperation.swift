/// What is built in and belongs to whole pictures: it makes one, looks beyond the pixel, or measures.
package enum PictureOperation: String, CaseIterable, Sendable {
  case noise, pixels, text
  case crop, turn, flip
  case blur, median
  case sample, straighten, zoom, resize

  /// The names of its inputs, in order.
  package var inputs: [String] {
    switch self {
    case .noise: ["seed"]
    case .pixels: ["length"]
    case .text: ["what", "on", "at", "height", "margin", "face", "format", "font"]
    case .crop: ["image", "to", "from", "ratio", "anchor", "left", "top", "right", "bottom"]
    case .turn, .straighten: ["image", "by"]
    case .flip: ["image", "direction"]
    case .blur, .median: ["image", "radius"]
    case .sample: ["image", "at", "filter"]
    case .zoom: ["image", "by", "at"]
    case .resize: ["image", "by", "longEdge"]
    }
  }
}
