import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

// `[0.1, 0.2]` and `weights[i]`: lists of numbers, colors or quantities.
extension Analyzer {
  mutating func list(_ syntax: ListSyntax, _ scope: Scope) throws(Reported) -> TypedExpression {
    let elements = syntax.elements.map { element in
      let value = expression(element, scope)
      return value.plainNumber ?? value
    }
    guard elements.count <= CheckLimits.listElements else {
      throw reported(.listLength(at: syntax.location, elements.count))
    }
    for element in elements { _ = try known(element) }
    // What stands in its place was reported by the lexer: `[#]`
    guard let first = elements.first else { throw Reported() }
    for element in elements {
      guard let type = element.type.value, type.isNumeric || type.isQuantity, element.type == first.type else {
        throw reported(.notListed(element, first: first))
      }
    }
    guard let type = first.type.value else { throw Reported() }
    return TypedExpression(.list(elements), .list(type, count: elements.count), at: syntax.location)
  }

  mutating func element(_ syntax: SubscriptSyntax, _ scope: Scope) throws(Reported) -> TypedExpression {
    let (list, given) = (expression(syntax.base, scope), expression(syntax.index, scope))
    guard case .list(let type, let count) = try known(list).type else {
      throw reported(.subscripted(list, syntax))
    }
    let index = try known(given).type.isMask ? given : coerced(given, to: .scalar, as: "an index", isPixel: true)
    if let number = constantLanes(index)?[0], number != number.rounded() || !(0..<Double(count) ~= number) {
      throw reported(.indexOutside(at: index.location, number, count: count))
    }
    let locals = body?.locals ?? []
    let open = locals.neededBy(index).filter { locals[$0].constantValue == nil }
    let isCounted = !open.isEmpty && open.allSatisfy { locals[$0].role == .counter }
    return try lifted(.element(list, index, isCounted: isCounted), type, from: [index], at: syntax.location)
  }
}
