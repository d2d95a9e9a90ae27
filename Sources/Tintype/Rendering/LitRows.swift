import TintypeImage
import TintypeRender

/// Rows of a look's light on their way to a sink: within the headroom of the result, and, for a print, lit where the
/// photo is brighter than white.
final class LitRows: RowSink {
  let format: PictureFormat
  private let sink: any RowSink
  private let highlights: (any RowSource)?
  private let headroom: Float
  private var rowsTaken = 0
  private var light: [Float]
  private var stored: [UInt8]
  private var lit: [UInt8]

  /// - Parameters:
  ///   - format: RGB of half precision.
  ///   - headroom: the most light over white, a ratio; what is brighter keeps its hue.
  ///   - highlights: of a print; see ``HighlightRows``.
  init(_ format: PictureFormat, to sink: any RowSink, upTo headroom: Double, highlights: (any RowSource)?) {
    precondition(format.depth == .half && format.channels == 3, "light is RGB of half precision")
    (self.format, self.sink, self.headroom, self.highlights) = (format, sink, Float(headroom), highlights)
    light = [Float](repeating: 0, count: format.width * 3)
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
    let (headroom, isPrint) = (headroom, highlights != nil)
    SampleDepth.numbersOfHalves.withUnsafeBufferPointer { numbers in
      lit.withUnsafeBytes { lit in
        light.withUnsafeMutableBufferPointer { light in
          for place in stride(from: 0, to: light.count, by: 3) {
            func number(_ lane: Int) -> Float {
              numbers[Int(row.loadUnaligned(fromByteOffset: 2 * (place + lane), as: UInt16.self))]
            }
            var color = SIMD3(number(0), number(1), number(2))
            var most = color.max()
            if isPrint, most > 0 {
              let (part, whole) = (
                lit.load(fromByteOffset: 4 * place, as: Float.self),
                lit.load(fromByteOffset: 4 * place + 4, as: Float.self)
              )
              let gain =
                HighlightRows.gain(ofAlpha: whole > 0 ? part / whole : 1, upTo: headroom) * min(most, 1) / most
              if gain > 1 { (color, most) = (color * gain, most * gain) }
            }
            if most > headroom { color *= headroom / most }
            (light[place], light[place + 1], light[place + 2]) = (color.x, color.y, color.z)
          }
        }
      }
    }
    light.withUnsafeBufferPointer { light in
      stored.withUnsafeMutableBytes { stored in SampleDepth.storeHalves(light, to: stored) }
    }
  }
}

/// A photo whose alpha says how much brighter than white each pixel is, so that a look moves this as it moves the
/// picture.
///
/// With l the largest of red, green and blue over white, a print is `l - 1 + 1/l` times as bright where l is above 1:
/// white stays, and tones go on from it without a step or a bend. Alpha is 1 for a factor of 1, so that what a look
/// lays over the picture, a border or letters, is as bright as in its finished picture.
final class HighlightRows: RowSource {
  let format: PictureFormat
  private let source: any RowReader
  private let headroom, white: Float
  private var row: [UInt8]

  /// Light of a finished picture is 1 for white. That of the scene is as a camera shows it: 3.4 stops above gray.
  private static let whiteOfScene: Float = 1.86

  /// - Parameter source: a photo of light without alpha, upright and not begun.
  init(_ source: any RowReader, upTo headroom: Double) {
    (self.source, self.headroom) = (source, Float(headroom))
    white = source.color.isSceneLight ? Self.whiteOfScene : 1
    format = PictureFormat(width: source.format.width, height: source.format.height, channels: 4, depth: .float)
    row = [UInt8](repeating: 0, count: source.format.rowBytes)
  }

  /// Whether the rows of a photo tell what is brighter than white.
  static func areKnown(of photo: any RowReader) -> Bool {
    photo.format.depth.isLight && photo.format.channels == 3
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
    let (depth, white, headroom) = (source.format.depth, white, headroom)
    SampleDepth.numbersOfHalves.withUnsafeBufferPointer { numbers in
      row.withUnsafeBytes { row in
        for x in 0..<format.width {
          func number(_ lane: Int) -> Float {
            depth == .half
              ? numbers[Int(row.loadUnaligned(fromByteOffset: 2 * (3 * x + lane), as: UInt16.self))]
              : Float(depth.number(at: 4 * (3 * x + lane), in: row))
          }
          let color = SIMD3(number(0), number(1), number(2))
          let light = color.max() / white
          let gain = light > 1 ? min(light - 1 + 1 / light, headroom) : 1
          let pixel = SIMD4(color.x, color.y, color.z, 1 - (gain - 1) / headroom)
          result.storeBytes(of: pixel, toByteOffset: 16 * x, as: SIMD4<Float>.self)
        }
      }
    }
  }
}
