import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics

// Arguments in the opposite order, or with the opposite sign.
extension SemanticModel {
  /// A call whose arguments give the opposite of what their names say.
  func reversed(_ expression: TypedExpression) -> Diagnostic? {
    switch expression.kind {
    case .apply(let intrinsic, let operands, _) where intrinsic == .smoothstep || intrinsic == .smootherstep:
      edgesBehind(intrinsic, operands)
    case .apply(let intrinsic, let operands, _) where intrinsic == .mix: photoByStrength(operands)
    case .call(let index, let inputs, _) where functions[index].isOfLibrary: reversedInput(functions[index], inputs)
    default: nil
    }
  }

  /// `smoothstep(x, 0.1, 0.4)`
  private func edgesBehind(_ intrinsic: Intrinsic, _ operands: [TypedExpression]) -> Diagnostic? {
    let lanes = operands.map { constantLanes(of: $0, in: .linearSRGB) }
    guard operands.count == 3, lanes[0] == nil, lanes[1] != nil, lanes[2] != nil else { return nil }
    if case .reference(.parameter) = operands[0].withoutParentheses.kind { return nil }
    return .edgesBehind(intrinsic.spelling, operands.map { $0.location })
  }

  /// `mix(toned, source, strength)`
  private func photoByStrength(_ operands: [TypedExpression]) -> Diagnostic? {
    guard case .reference(.source) = operands[1].withoutParentheses.kind,
      case .reference(.image(let image)) = operands[0].withoutParentheses.kind,
      case .reference(.parameter(let index)) = operands[2].withoutParentheses.kind,
      let name = parameters[index].parameter?.name, ["effect", "intensity", "opacity", "strength"].contains(name),
      images[image].value?.type.isMask == false
    else { return nil }
    return .photoByStrength(operands.map { $0.location })
  }

  private func reversedInput(_ function: FunctionEntry, _ inputs: [TypedExpression.Input]) -> Diagnostic? {
    func given(_ name: String) -> (number: Double, place: SourceLocation)? {
      guard let index = function.inputs.firstIndex(where: { $0.name == name }), let value = inputs.value(at: index),
        let lanes = constantLanes(of: value, in: .linearSRGB), lanes.count == 1
      else { return nil }
      return (lanes[0], value.location)
    }
    switch function.name {
    case "lumaMask", "chromaMask":
      guard let (low, lowest) = given("from"), let (high, highest) = given("to"), low > high else { return nil }
      return .emptyMask(from: lowest, to: highest)
    case "vignetted":
      guard let (amount, place) = given("amount"), amount < 0 else { return nil }
      return .brightCorners(-amount, at: place)
    default: return nil
    }
  }
}
