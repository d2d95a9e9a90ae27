import Tintype
import TintypeIR
import TintypeIntrinsics
import TintypePlan

/// The numbers that the class computes for a size and a setting, each in single precision.
struct FilterNumbers {
  let lines: [String]

  /// The parameters that they are computed from, by position.
  let parameters: Set<Int>

  let usesFrame: Bool

  static func name(_ place: Int) -> String { "tt_\(place)" }

  /// Nil where a number cannot be computed without the engine.
  init?(_ entries: [Plan.Uniform], _ passes: ShaderPasses) {
    var (lines, parameters, usesFrame): ([String], Set<Int>, Bool) = ([], [], false)
    for (place, entry) in entries.enumerated() {
      let (type, value): (String, String)
      switch entry {
      case .constant(let number): (type, value) = ("Float", number.swiftText)
      case .truth(let truth): (type, value) = ("Bool", "\(truth)")
      case .parameter(let index, let lane):
        parameters.insert(index)
        (type, value) = ("Float", "\(passes.uniforms[index])[\(lane)]")
      case .truthParameter(let index):
        parameters.insert(index)
        (type, value) = ("Bool", "\(passes.uniforms[index])[0] != 0")
      case .sourceBounds(let source, let edge):
        let name = source == 0 ? "passes.photo" : passes.inputs[source - 1]
        (type, value) = ("Float", edge < 2 ? "0" : "Float(\(name).box.\(edge == 2 ? "width" : "height"))")
      case .frame:
        usesFrame = true
        (type, value) = ("Float", "frame[0]")
      case .lane(let operation, let slots):
        (type, value) = Self.expression(operation, slots.map { Self.name($0.index) })
      case .interpolate: return nil
      }
      lines.append("let \(Self.name(place)): \(type) = \(value)")
    }
    (self.lines, self.parameters, self.usesFrame) = (lines, parameters, usesFrame)
  }

  private static func expression(_ operation: LaneOperation, _ x: [String]) -> (type: String, text: String) {
    switch operation {
    case .add: ("Float", "\(x[0]) + \(x[1])")
    case .subtract: ("Float", "\(x[0]) - \(x[1])")
    case .multiply: ("Float", "\(x[0]) * \(x[1])")
    case .divide: ("Float", "\(x[0]) / \(x[1])")
    case .multiplyAdd: ("Float", "Float(Double(\(x[0])) * Double(\(x[1])) + Double(\(x[2])))")
    case .negate: ("Float", "-\(x[0])")
    case .minimum: ("Float", "\(x[0]) < \(x[1]) ? \(x[0]) : \(x[1])")
    case .maximum: ("Float", "\(x[0]) > \(x[1]) ? \(x[0]) : \(x[1])")
    case .absolute: ("Float", "\(x[0]).magnitude")
    case .floor: ("Float", "\(x[0]).rounded(.down)")
    case .squareRoot: ("Float", "\(x[0]).squareRoot()")
    case .exp2: ("Float", "Float(exp2(Double(\(x[0]))))")
    case .log2: ("Float", "Float(log2(Double(max(\(x[0]), .leastNormalMagnitude))))")
    case .power:
      ("Float", "\(x[0]) < .leastNormalMagnitude ? 0 : Float(pow(Double(\(x[0])), Double(\(x[1]))))")
    case .sine: ("Float", "Float(sin(Double(\(x[0]).magnitude <= 65536 ? \(x[0]) : 0)))")
    case .cosine: ("Float", "Float(cos(Double(\(x[0]).magnitude <= 65536 ? \(x[0]) : 0)))")
    case .arcTangent: ("Float", "Float(atan(Double(\(x[0]))))")
    case .srgbCode: ("Float", "Passes.code(\(x[0]))")
    case .less: ("Bool", "\(x[0]) < \(x[1])")
    case .lessOrEqual: ("Bool", "\(x[0]) <= \(x[1])")
    case .equal: ("Bool", "\(x[0]) == \(x[1])")
    case .and: ("Bool", "\(x[0]) && \(x[1])")
    case .or: ("Bool", "\(x[0]) || \(x[1])")
    case .not: ("Bool", "!\(x[0])")
    case .select: ("Float", "\(x[0]) ? \(x[1]) : \(x[2])")
    }
  }
}

extension Float {
  /// As Swift reads it back.
  fileprivate var swiftText: String {
    guard isFinite else { return isNaN ? ".nan" : self < 0 ? "-.infinity" : ".infinity" }
    return "\(self)"
  }
}
