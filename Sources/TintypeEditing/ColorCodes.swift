import TintypeColor
import TintypeIR
package import TintypeIntrinsics
import TintypeLowering
import TintypeRaster
package import TintypeRender
package import TintypeSemantics

/// A color as a screen shows it, each channel 0 to 1.
package struct ColorCodes: Equatable {
  package let shown: [Double]

  /// `#c08060` or `#fff`; black where it is misspelled. The alpha of eight digits is left out.
  package init(_ literal: String) {
    var digits = Array(literal.dropFirst())
    if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
    shown = (0..<3).map { index in
      guard digits.count >= 6 else { return 0 }
      return Double(UInt8(String(digits[index * 2...index * 2 + 1]), radix: 16) ?? 0) / 255
    }
  }

  /// A color of a working space.
  package init(_ lanes: [Double], in space: WorkingSpace) {
    shown = space == .display ? lanes : Intrinsic.linearToSrgb.each(lanes)
  }

  /// With six digits; what no screen shows is clipped.
  package var text: String { "#" + shown.map(Self.hexadecimal).joined() }

  /// Linear light.
  package var light: [Double] { Intrinsic.srgbToLinear.each(shown) }
}

extension ColorCodes {
  /// Two digits of a channel.
  package static func hexadecimal(_ channel: Double) -> String {
    let code = UInt8((min(max(channel.isNaN ? 0 : channel, 0), 1) * 255).rounded())
    return (code < 16 ? "0" : "") + String(code, radix: 16)
  }
}

extension Intrinsic {
  /// A function of one number, of each number.
  package func each(_ numbers: [Double]) -> [Double] {
    guard case .each(let meaning) = definition.meaning else { return numbers }
    return numbers.map { meaning([$0]) }
  }
}

extension BoundLook {
  /// What `#808080` becomes: the mean of the middle of a patch; nil for a look that needs more than a color.
  package var middleGray: ColorCodes? {
    let format = PictureFormat(width: 96, height: 64, channels: 3, depth: .eight)
    let gray = [UInt8](repeating: 128, count: format.pictureBytes.count)
    do throws(ImageError) {
      var shot = Shot()
      try requireAnswers(shot)
      if measures {
        let photo = try ReducedPhoto(reducing: PictureRows(StoredPicture(format, bytes: gray)), .srgb)
        shot.measurements = measurements(over: photo, shot)
      }
      let compiled = try CompiledLook(self, for: RenderTarget(source: .screen, result: .screen), shot: shot)
      let prepared = try compiled.prepared(for: format, maxPixels: PictureFormat.usualPixels)
      let rows = try prepared.rows(of: PictureRows(StoredPicture(format, bytes: gray)))
      let result = try StoredPicture(decoding: rows)
      let (width, height, pixels) = (result.format.width, result.format.height, result.bytes)
      let columns = width / 4..<max(width * 3 / 4, width / 4 + 1)
      let lines = height / 4..<max(height * 3 / 4, height / 4 + 1)
      var sums = [0, 0, 0]
      for line in lines {
        for column in columns {
          for channel in 0..<3 { sums[channel] += Int(pixels[(line * width + column) * 3 + channel]) }
        }
      }
      let count = Double(lines.count * columns.count) * 255
      return ColorCodes(sums.map { Double($0) / count }, in: .display)
    } catch {
      return nil
    }
  }
}
