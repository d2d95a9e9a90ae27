import Tintype
import TintypeIR
import TintypeImage

/// The hue-dependent steps, as calls of the library; empty if they do not improve the fit enough.
struct HueSteps {
  /// Calls such as `hueColor(red: 0.1)`, in order.
  let calls: [String]

  private static let hues = ["red", "orange", "yellow", "green", "aqua", "blue", "purple", "magenta"]
  private static let kernels = ["hueTurned", "hueColor", "hueLight"]

  /// Each step with a parameter for each hue.
  private static let source = SourceFile(
    name: "hues",
    text: """
      tintype 1
      look "hues" { working linear-srgb }
      \(kernels.flatMap { kernel in hues.map { "param \(kernel)_\($0): scalar = 0 in -1...1" } }
        .joined(separator: "\n"))
      output source
      \(kernels.map { kernel in
        "  |> \(kernel)(\(hues.map { "\($0): \(kernel)_\($0)" }.joined(separator: ", ")))"
      }.joined(separator: "\n"))

      """)

  init(_ sample: FitSample) throws(ImageError) {
    guard let look = compile(Self.source).look else { preconditionFailure("the library has steps by hue") }
    let fit = try LookFit(ConfiguredLook(look), holding: [], to: [sample])
    guard fit.after.mean < fit.before.mean * 0.85 - 0.05 else {
      calls = []
      return
    }
    let values = Dictionary(zip(look.parameters.map(\.name), fit.look.values.map { $0[0] })) { $1 }
    calls = Self.kernels.compactMap { kernel in
      let arguments = Self.hues.compactMap { hue -> String? in
        // A fiftieth of the range is not worth a number.
        guard let value = values["\(kernel)_\(hue)"], value.magnitude >= 0.02 else { return nil }
        return "\(hue): \((value * 100).rounded() / 100)"
      }
      return arguments.isEmpty ? nil : "\(kernel)(\(arguments.joined(separator: ", ")))"
    }
  }
}
