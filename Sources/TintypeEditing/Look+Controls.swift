import TintypeIR
import TintypeIntrinsics
package import TintypeJSON
package import TintypeLowering
import TintypeSemantics

extension Look {
  /// The parameters with their defaults, as a page needs them for its controls.
  package var controls: [JSONValue] { parameters.map { control(of: $0) } }

  /// The variants with their values, as `--set` has them.
  package var variantSettings: [JSONValue] {
    variants.map { variant in
      let settings = parameters.compactMap { parameter in
        variant.values[parameter.name].map { "\(parameter.name)=\(listed($0, of: parameter))" }
      }
      return ["name": .string(variant.name), "set": .array(settings.map { .string($0) })]
    }
  }

  private func control(of parameter: Parameter) -> JSONValue {
    func ends(_ range: ClosedRange<Double>) -> JSONValue {
      .array([range.lowerBound, range.upperBound].map { .number(parameter.inUnit($0)) })
    }
    let value = parameter.defaultValue
    let isWritten = parameter.type.isLetters || PhotoSeed.isMeant(by: value, of: parameter.type)
    let numbers = isWritten ? [] : parameter.type == .curve ? value : parameter.numbers(of: value)
    return [
      "name": .string(parameter.name), "type": .string(parameter.type.rawValue),
      "numbers": .array(numbers.map { .number($0) }), "text": .string(listed(value, of: parameter)),
      "range": parameter.hardRange.map(ends), "slider": (parameter.sliderRange ?? parameter.hardRange).map(ends),
      "step": parameter.step.map { .number(parameter.inUnit($0)) }, "unit": parameter.unit.map { .string($0) },
      "group": parameter.group.map { .string($0) }, "label": parameter.label.map { .string($0) },
      "doc": parameter.documentation.map { .string($0) },
      "choices": parameter.choices.isEmpty ? nil : .array(parameter.choices.map { .string($0) }),
    ]
  }
}
