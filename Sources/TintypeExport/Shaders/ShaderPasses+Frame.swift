import Tintype
import TintypeIR
import TintypeSemantics

extension ShaderPasses {
  /// The passes of a look for a target without a host, whose pictures all have the rectangle of the photo and whose
  /// filters have amounts that depend on the frame alone. Parameters that amounts depend on are written as numbers.
  ///
  /// - Parameters: see ``ShaderProgram/init(_:for:without:freezing:isLinear:hasAlpha:isSplit:remaining:)``.
  init(
    _ configured: ConfiguredLook, for form: ExportForm, without names: [String], freezing frozen: [String],
    hasAlpha: Bool = true, isSplit: Bool = false, storesPictures: Bool = true,
    remaining: (ShaderProgram) -> Set<UnsupportedFeature.Kind>
  ) throws(ExportRefusal) {
    var frozen = frozen
    while true {
      let shader = try ShaderProgram(
        configured, for: form, without: names, freezing: frozen, isLinear: false, hasAlpha: hasAlpha,
        isSplit: isSplit, remaining: remaining)
      let passes = ShaderPasses(shader, hasHost: false, storesPictures: storesPictures)
      let sizing = passes.parametersOfAmounts.subtracting(frozen)
      if sizing.isEmpty {
        if let pass = passes.passes.first(where: { shader.program[$0.bounds].operation != .sourceBounds(0) }) {
          throw pass.refusal(.crop, configured, for: form)
        }
        self = passes
        return
      }
      frozen += sizing.sorted()
    }
  }

  /// The names of the open parameters that amounts of filters depend on.
  private var parametersOfAmounts: Set<String> {
    var names: Set<String> = []
    for pass in passes {
      let amounts: [Value] =
        switch pass.work {
        case .draw: []
        case .filter(_, _, let amounts), .stage(_, _, _, let amounts): amounts
        }
      for amount in amounts {
        for value in PixelValues(amount, self, in: pass.bounds).order {
          if case .parameter(let index) = shader.program[value].operation {
            names.insert(shader.program.parameters[index].name)
          }
        }
      }
    }
    return names
  }
}

extension ShaderPass {
  /// Why a target cannot hold the pass.
  func refusal(
    _ kind: UnsupportedFeature.Kind, _ configured: ConfiguredLook, for form: ExportForm
  ) -> ExportRefusal {
    let step = configured.look.steps.first { $0.name == label }
    let feature = UnsupportedFeature(kinds: [kind], name: step?.name ?? kind.rawValue, place: step?.place)
    return .unsupported([feature], for: form.phrase)
  }
}
