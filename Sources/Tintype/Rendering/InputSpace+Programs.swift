import Synchronization
import TintypeColor
package import TintypeRender

extension InputSpace {
  /// The library's matrix to sRGB and its curve of logarithmic codes; nil for other spaces.
  private var log: (gamut: String, curve: String)? {
    switch self {
    case .srgb, .rec709, .displayP3, .adobeRGB, .proPhoto, .rec2020, .linearSRGB, .linearRec2020, .acesCg: nil
    case .logC3: ("arriWideGamut3", "LogC3")
    case .logC4: ("arriWideGamut4", "LogC4")
    case .sLog3: ("sGamut3Cine", "SLog3")
    case .vLog: ("vGamut", "VLog")
    case .canonLog2: ("canonCinemaGamut", "CanonLog2")
    case .canonLog3: ("canonCinemaGamut", "CanonLog3")
    case .fLog: ("rec2020", "FLog")
    case .fLog2: ("rec2020", "FLog2")
    case .nLog: ("rec2020", "NLog")
    case .appleLog: ("rec2020", "AppleLog")
    case .dLog: ("dGamut", "DLog")
    case .lLog: ("rec2020", "LLog")
    case .log3G10: ("redWideGamut", "Log3G10")
    case .acesCct: ("acesAp1", "AcesCct")
    case .davinciIntermediate: ("davinciWideGamut", "DavinciIntermediate")
    }
  }

  private static let known = Mutex<[String: CodeProgram]>([:])

  /// The program that decodes logarithmic codes; nil for other spaces.
  package var decoding: CodeProgram? {
    log.map { _ in Self.program(rawValue, "linearToSrgb\(light)") }
  }

  /// The program that makes logarithmic codes; nil for other spaces.
  package var encoding: CodeProgram? {
    log.map { log in
      let curve = log.curve.prefix(1).lowercased() + log.curve.dropFirst()
      return Self.program("to \(rawValue)", "\(curve)(inverse(\(log.gamut)) * srgbToLinear(c))")
    }
  }

  private static func program(_ name: String, _ formula: String) -> CodeProgram {
    known.withLock { known in
      if let program = known[name] { return program }
      let program = CodeProgram(name, writing: formula)
      known[name] = program
      return program
    }
  }

  /// Light of the codes that a photo's rows are, as a formula of the codes `c`.
  fileprivate var light: String { log.map { "(\($0.gamut) * from\($0.curve)(c))" } ?? "srgbToLinear(c)" }
}

extension CodeProgram {
  /// The program of a formula that a recipe may have, of the codes `c`.
  fileprivate init(_ name: String, writing formula: String) {
    let recipe = SourceFile(
      name: name,
      text: """
        tintype 1
        look "\(name)" { working display }
        kernel coded(c: rgb) -> rgb { return \(formula) }
        output coded(source)

        """)
    guard let look = compile(recipe).look else { preconditionFailure("the library has '\(formula)'") }
    self.init(name, look.program)
  }
}

extension PictureColor {
  /// The program that decodes and corrects the rows before they are in the space; nil where nothing is to be done.
  var coding: CodeProgram? {
    guard let correction else { return log?.decoding }
    let gains = correction.gains.map { "\($0)" }.joined(separator: ", ")
    let light = "rgb(\(gains)) * \((log ?? .srgb).light)"
    let name = "\(correction.spelled) of \((log ?? .srgb).rawValue)"
    guard correction.contrast != 1 else { return CodeProgram(name, writing: "linearToSrgb(\(light))") }
    return CodeProgram(
      name, writing: "linearToSrgb(\(light) * pow(max(luma709(\(light)) / 0.18, 0.00001), \(correction.contrast - 1)))")
  }
}

extension RenderTarget.Samples {
  /// Rows of a photo.
  init(_ format: PictureFormat, _ color: PictureColor) {
    self.init(format, color.space)
    coding = color.coding
  }
}
