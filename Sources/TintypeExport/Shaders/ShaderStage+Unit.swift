import TintypeIR

extension ShaderStage {
  /// The shader of a pass.
  ///
  /// - Parameter pictures: the names of the pictures that it reads, in the order of `reads`. One may stand for several.
  func unit(
    of filter: FieldFilter, _ dialect: any ShaderDialect, named name: String, reading pictures: [String]
  ) -> ShaderUnit {
    guard case .shader(let text, let about, _) = work else { preconditionFailure("'\(self.name)' is no shader") }
    var unit = ShaderUnit(
      name: name, isLast: false, head: ["\(filter.name): \(about)"],
      pictures: pictures.indices.filter { pictures.firstIndex(of: pictures[$0]) == $0 }.map {
        .init(name: pictures[$0], type: .picture, hasOrigin: true)
      },
      uniforms: filter.amounts.map { .init(name: $0.name, type: $0.isWhole ? .int(1) : .float(1)) })
    unit.functions = [ShaderText.translated(ShaderFunction.at.text, dialect)]
    let written = zip(reads, pictures).reduce(text) { text, names in
      text.replacing("tt_at(\(names.0.name),", with: "tt_at(\(names.1),")
    }
    let middle = "int2 middle = pixel - \(ShaderUnit.origin(of: pictures[0]));\n"
    unit.statements = ShaderText.translated(middle + written, dialect)
    unit.result = ShaderCode("filtered", lanes: 4)
    return unit
  }
}
