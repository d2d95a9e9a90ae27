import TintypeColor
import TintypeImage
import TintypeRender
import TintypeSystem

/// Rows of a look's light on their way to a sink: within the headroom of the result, and, for a print, lit where the
/// photo is brighter than white.
final class LitRows: RowSink {
  let format: PictureFormat
  private let sink: any RowSink
  private let highlights: (any RowSource)?
  private let headroom: Float
  private var rowsTaken = 0
  /// Whether some light was beyond the headroom.
  private(set) var isCut = false
  private var light: [Float]
  private var stored: [UInt8]
  private var lit: [UInt8]

  /// - Parameters:
  ///   - format: RGB of half precision, or RGBA.
  ///   - headroom: the most light over white, a ratio; what is brighter keeps its hue.
  ///   - highlights: of a print; see ``HighlightRows``.
  init(_ format: PictureFormat, to sink: any RowSink, upTo headroom: Double, highlights: (any RowSource)?) {
    precondition(format.depth == .half && format.channels >= 3, "light is RGB of half precision")
    (self.format, self.sink, self.headroom, self.highlights) = (format, sink, Float(headroom), highlights)
    light = [Float](repeating: 0, count: format.width * format.channels)
    stored = [UInt8](repeating: 0, count: format.rowBytes)
    lit = [UInt8](repeating: 0, count: highlights?.format.rowBytes ?? 0)
  }

  func writeRows(_ count: Int, from source: UnsafeRawBufferPointer, rowBytes: Int) throws(ImageError) {
    requireRows(count, of: format, rowBytes: rowBytes, within: source.count, rowsLeft: format.height - rowsTaken)
    for index in 0..<count {
      if let highlights {
        try lit.withUnsafeMutableBufferPointer { lit throws(ImageError) in
          try highlights.readRows(1, into: UnsafeMutableRawBufferPointer(lit), rowBytes: lit.count)
        }
      }
      fill(from: UnsafeRawBufferPointer(rebasing: source[(index * rowBytes)...]))
      try stored.withUnsafeBufferPointer { row throws(ImageError) in
        try sink.writeRows(1, from: UnsafeRawBufferPointer(row), rowBytes: row.count)
      }
    }
    rowsTaken += count
  }

  private func fill(from row: UnsafeRawBufferPointer) {
    let (headroom, isPrint, channels) = (headroom, highlights != nil, format.channels)
    var isCut = false
    SampleDepth.numbersOfHalves.withUnsafeBufferPointer { numbers in
      lit.withUnsafeBytes { lit in
        light.withUnsafeMutableBufferPointer { light in
          for x in 0..<format.width {
            let place = x * channels
            func number(_ lane: Int) -> Float {
              numbers[Int(row.loadUnaligned(fromByteOffset: 2 * (place + lane), as: UInt16.self))]
            }
            var color = SIMD3(number(0), number(1), number(2))
            var most = color.max()
            if isPrint, most > 0 {
              let (part, whole) = (
                lit.load(fromByteOffset: 12 * x, as: Float.self), lit.load(fromByteOffset: 12 * x + 4, as: Float.self)
              )
              let gain =
                HighlightRows.gain(ofAlpha: whole > 0 ? part / whole : 1, upTo: headroom) * min(most, 1) / most
              if gain > 1 { (color, most) = (color * gain, most * gain) }
            }
            if most > headroom {
              // Half precision rounds.
              if most > headroom * 1.001 { isCut = true }
              color *= headroom / most
            }
            (light[place], light[place + 1], light[place + 2]) = (color.x, color.y, color.z)
            if channels == 4 { light[place + 3] = number(3) }
          }
        }
      }
    }
    if isCut { self.isCut = true }
    light.withUnsafeBufferPointer { light in
      stored.withUnsafeMutableBytes { stored in SampleDepth.storeHalves(light, to: stored) }
    }
  }
}

/// A photo whose alpha says how much brighter than white each pixel is, so that a look moves this as it moves the
/// picture.
///
/// With l the largest of red, green and blue over white, a print is `l - 1 + 1/l` times as bright where l is above 1:
/// white stays, and tones go on from it without a step or a bend. The light is that which the look gets, with the
/// photo's correction, in the primaries of the result. Alpha is 1 for a factor of 1, so that what a look
/// lays over the picture, a border or letters, is as bright as in its finished picture.
final class HighlightRows: RowSource {
  let format: PictureFormat
  private let source: any RowReader
  private let headroom, white: Float
  private let light: CorrectedLight?
  private var row: [UInt8]

  /// Light of a finished picture is 1 for white. That of the scene is as a camera shows it: 3.4 stops above gray.
  private static let whiteOfScene: Float = 1.86

  /// - Parameters:
  ///   - source: a photo of light without alpha, upright and not begun.
  ///   - space: of the result.
  init(_ source: any RowReader, in space: RGBSpace, upTo headroom: Double) {
    (self.source, self.headroom) = (source, Float(headroom))
    white = source.color.isSceneLight ? Self.whiteOfScene : 1
    format = PictureFormat(width: source.format.width, height: source.format.height, channels: 4, depth: .float)
    light = CorrectedLight(of: source.color, in: space)
    row = [UInt8](repeating: 0, count: source.format.rowBytes)
  }

  /// Whether the rows of a photo tell what is brighter than white.
  static func areKnown(of photo: any RowReader) -> Bool {
    photo.format.depth.isLight && photo.format.channels == 3 && photo.color.log == nil
  }

  /// The factor that an alpha stands for.
  static func gain(ofAlpha alpha: Float, upTo headroom: Float) -> Float {
    1 + headroom * (1 - min(max(alpha, 0), 1))
  }

  func readRows(
    _ count: Int, into destination: UnsafeMutableRawBufferPointer, rowBytes: Int
  ) throws(ImageError) {
    for index in 0..<count {
      try row.withUnsafeMutableBufferPointer { row throws(ImageError) in
        try source.readRows(1, into: UnsafeMutableRawBufferPointer(row), rowBytes: row.count)
      }
      fill(UnsafeMutableRawBufferPointer(rebasing: destination[(index * rowBytes)...]))
    }
  }

  private func fill(_ result: UnsafeMutableRawBufferPointer) {
    let (depth, white, headroom, corrected) = (source.format.depth, white, headroom, light)
    SampleDepth.numbersOfHalves.withUnsafeBufferPointer { numbers in
      row.withUnsafeBytes { row in
        for x in 0..<format.width {
          func number(_ lane: Int) -> Float {
            depth == .half
              ? numbers[Int(row.loadUnaligned(fromByteOffset: 2 * (3 * x + lane), as: UInt16.self))]
              : Float(depth.number(at: 4 * (3 * x + lane), in: row))
          }
          let color = SIMD3(number(0), number(1), number(2))
          let light = (corrected?(color) ?? color).max() / white
          let gain = light > 1 ? min(light - 1 + 1 / light, headroom) : 1
          let pixel = SIMD4(color.x, color.y, color.z, 1 - (gain - 1) / headroom)
          result.storeBytes(of: pixel, toByteOffset: 16 * x, as: SIMD4<Float>.self)
        }
      }
    }
  }
}

/// The light of a photo's rows after its correction (``LightCorrection``), in the primaries of a result.
private struct CorrectedLight {
  private let matrix: [SIMD3<Float>]
  /// The luminance of the corrected light, over that of the gray card.
  private let gray: SIMD3<Float>
  private let contrast: Float

  /// Nil where rows are such light as they are.
  init?(of color: PictureColor, in space: RGBSpace) {
    let correction = color.correction ?? LightCorrection()
    guard correction != LightCorrection() || color.space != space else { return nil }
    let toSRGB = color.space.matrix(to: .linearSRGB)
    let corrected = zip(toSRGB.rows, correction.gains).map { $0 * $1 }
    let lit = Matrix3(corrected[0], corrected[1], corrected[2])
    matrix = (RGBSpace.linearSRGB.matrix(to: space) * lit).rows.map { SIMD3<Float>($0) }
    let weights = RGBSpace.linearSRGB.luminance / 0.18
    gray = SIMD3<Float>(lit.rows[0] * weights.x + lit.rows[1] * weights.y + lit.rows[2] * weights.z)
    contrast = Float(correction.contrast - 1)
  }

  func callAsFunction(_ color: SIMD3<Float>) -> SIMD3<Float> {
    let light = SIMD3((matrix[0] * color).sum(), (matrix[1] * color).sum(), (matrix[2] * color).sum())
    return contrast == 0 ? light : light * pow(max((gray * color).sum(), 0.000_01), contrast)
  }
}
