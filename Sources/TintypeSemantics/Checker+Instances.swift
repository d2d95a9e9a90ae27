import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

/// A parameter of a used look that the recipe leaves to whoever renders.
struct ImportedParameter {
  let operand: Operand
  /// What a color means in the recipe that declares it.
  let space: WorkingSpace
}

// A used look is read again wherever it is called, silently, with the picture and the values at hand: its declarations when
// they are needed, and those only.
extension Checker {
  /// The rectangle of the `source` of the module at work.
  var sourceBounds: Value {
    mutating get { instance.sourceBounds ?? builder.sourceBounds() }
  }

  /// Works inside another module whose `source` is an image of the one at work.
  mutating func inside<Result>(
    _ index: Int, path: [String], source: ImageOperand, given: [String: Operand] = [:],
    _ work: (inout Checker) -> Result
  ) -> Result {
    let inner = modules[index]
    var instance = Instance(of: index)
    instance.path = path
    instance.given = given
    instance.isChecked = true
    instance.sourceBounds = source.bounds
    instance.below = inner.declared.filter { $0.value.isPictureOrParameter }.mapValues(\.location)
    instance.names["source"] = .image(
      converted(source, from: header.workingSpace, to: inner.isLook ? inner.header.workingSpace : header.workingSpace))
    instance.names["frame"] = .value(builder.frame())
    let outer = (self.instance, isSilent)
    (self.instance, isSilent) = (instance, true)
    defer { (self.instance, isSilent) = outer }
    return work(&self)
  }

  /// What comes out of the module at work.
  mutating func output() -> Operand {
    let outputs = module.layers.lazy.compactMap { layer in
      layer.recipe.declarations.lazy.compactMap { if case .output(let syntax) = $0 { syntax } else { nil } }.first
    }
    return outputs.first.flatMap { checkOutput($0) }.map(Operand.image) ?? .poison
  }

  /// Declares a parameter or image that something needs now.
  mutating func declareNow(_ name: String) {
    switch module.declared[name]?.declaration {
    case .parameter(let syntax):
      if instance.isChecked {
        instance.below[name] = nil
        names[name] = instance.given[name] ?? imported(name)
      } else {
        declareParameter(syntax)
      }
    case .image(let syntax): declareImage(syntax)
    default: break
    }
  }

  /// A parameter of the module at work as one of the whole look, under its dotted name.
  private mutating func imported(_ name: String) -> Operand {
    let dotted = instance.dotted(name)
    if let known = imported[dotted] { return known.operand }
    guard var parameter = module.parameters.first(where: { $0.name == name }) else { return .poison }
    parameter.name = dotted
    parameter.defaultValue = setting(of: instance.path + [name]) ?? parameter.defaultValue
    let operand = enter(parameter)
    imported[dotted] = ImportedParameter(operand: operand, space: header.workingSpace)
    return operand
  }

  /// The colors of an image in another working space.
  mutating func converted(_ image: ImageOperand, from space: WorkingSpace, to other: WorkingSpace) -> ImageOperand {
    if space == other { return image }
    let conversion: Intrinsic = other == .linearSRGB ? .srgbToLinear : .linearToSrgb
    let (color, alpha) = (builder.straight(image), builder.alpha(of: image))
    return ImageOperand(color: .straight(builder.apply(conversion, color), alpha: alpha), bounds: image.bounds)
  }
}

extension Module.Declared {
  fileprivate var isPictureOrParameter: Bool {
    switch declaration {
    case .parameter, .image: true
    default: false
    }
  }
}
