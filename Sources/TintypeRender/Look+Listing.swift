import TintypeColor
import TintypeIR
import TintypeIntrinsics
package import TintypeJSON
package import TintypeLowering
import TintypeSemantics

extension Look {
  /// What `tintype list --format json` and the page show of a look.
  ///
  /// - Parameters:
  ///   - name: of its file, without `.tint`.
  ///   - group: the heading above it; nil for a recipe of one's own.
  package func listing(as name: String, group: String? = nil) -> JSONValue {
    [
      "name": JSONValue(name), "title": JSONValue(self.name), "group": JSONValue(group),
      "about": JSONValue(header.about), "tags": JSONValue(header.tags),
      "working": JSONValue(header.workingSpace.rawValue), "input": JSONValue(header.input?.rawValue),
      "parameters": JSONValue(parameters.map(listing(of:))),
      "needs": JSONValue(picturesToGive.isEmpty ? nil : picturesToGive),
      "variants": JSONValue(variants.isEmpty ? nil : variants.map(listing(of:))),
    ]
  }

  /// A variant: the numbers of each parameter that it sets.
  private func listing(of variant: LookVariant) -> JSONValue {
    let values = parameters.map { parameter -> (String, JSONValue?) in
      let value = variant.values[parameter.name]
      let numbers = value.map { PhotoSeed.isMeant(by: $0, of: parameter.type) ? [] : parameter.numbers(of: $0) }
      return (parameter.name, JSONValue(numbers))
    }
    return ["name": JSONValue(variant.name), "values": .object(JSONObject(values))]
  }

  /// A parameter. The default of a text, date, color or `.photo` is in `text`, as the language writes it.
  private func listing(of parameter: Parameter) -> JSONValue {
    let isWritten =
      parameter.type.isWritten || parameter.type == .picture
      || PhotoSeed.isMeant(by: parameter.defaultValue, of: parameter.type)
    func ends(_ range: ClosedRange<Double>) -> [Double] {
      [range.lowerBound, range.upperBound].map(parameter.inUnit)
    }
    let text = isWritten || parameter.type.isColor ? listed(parameter.defaultValue, of: parameter) : nil
    return [
      "name": JSONValue(parameter.name), "type": JSONValue(parameter.type.rawValue),
      "default": isWritten ? [] : JSONValue(parameter.numbers(of: parameter.defaultValue)), "text": JSONValue(text),
      "choices": JSONValue(parameter.choices.isEmpty ? nil : parameter.choices),
      "range": JSONValue(parameter.hardRange.map(ends)), "slider": JSONValue(parameter.sliderRange.map(ends)),
      "step": JSONValue(parameter.step.map(parameter.inUnit)), "unit": JSONValue(parameter.unit),
      "group": JSONValue(parameter.group), "label": JSONValue(parameter.label),
      "doc": JSONValue(parameter.documentation),
    ]
  }
}
