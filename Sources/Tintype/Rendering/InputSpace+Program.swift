import Synchronization
import TintypeColor
import TintypeRender

extension InputSpace {
  /// The formula of the library that decodes logarithmic codes `c` to light; nil for other spaces.
  private var formula: String? {
    switch self {
    case .srgb, .displayP3, .adobeRGB, .proPhoto, .rec2020, .linearSRGB, .linearRec2020, .acesCg: nil
    case .logC3: "arriWideGamut3 * fromLogC3(c)"
    case .logC4: "arriWideGamut4 * fromLogC4(c)"
    case .sLog3: "sGamut3Cine * fromSLog3(c)"
    case .vLog: "vGamut * fromVLog(c)"
    case .canonLog2: "canonCinemaGamut * fromCanonLog2(c)"
    case .canonLog3: "canonCinemaGamut * fromCanonLog3(c)"
    case .fLog: "rec2020 * fromFLog(c)"
    case .fLog2: "rec2020 * fromFLog2(c)"
    case .nLog: "rec2020 * fromNLog(c)"
    case .appleLog: "rec2020 * fromAppleLog(c)"
    case .dLog: "dGamut * fromDLog(c)"
    case .lLog: "rec2020 * fromLLog(c)"
    case .log3G10: "redWideGamut * fromLog3G10(c)"
    case .acesCct: "acesAp1 * fromAcesCct(c)"
    case .davinciIntermediate: "davinciWideGamut * fromDavinciIntermediate(c)"
    }
  }

  private static let known = Mutex<[InputSpace: InputProgram]>([:])

  /// The program that decodes logarithmic codes; nil for other spaces.
  var program: InputProgram? {
    guard let formula else { return nil }
    return Self.known.withLock { known in
      if let program = known[self] { return program }
      let recipe = SourceFile(
        name: rawValue,
        text: """
          tintype 1
          look "\(rawValue)" { working display }
          kernel decoded(c: rgb) -> rgb { return linearToSrgb(\(formula)) }
          output decoded(source)

          """)
      guard let look = compile(recipe).look else { preconditionFailure("the library has '\(formula)'") }
      let program = InputProgram(rawValue, look.program)
      known[self] = program
      return program
    }
  }
}

extension PictureColor {
  /// The program that decodes the rows before they are in the space; nil where nothing is to be decoded.
  var decoding: InputProgram? { log?.program }
}

extension RenderTarget.Samples {
  /// Rows of a photo.
  init(_ format: PictureFormat, _ color: PictureColor) {
    self.init(format, color.space)
    decoding = color.decoding
  }
}
