import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

// What the metadata of the photo say: `source.iso ?? 100`.
extension Analyzer {
  /// A member of `source` that no other image has.
  func sourceMember(_ name: String, of source: TypedExpression, at place: SourceLocation) -> TypedExpression {
    if let axis = TypedExpression.sizes.firstIndex(of: name) {
      let bounds = TypedExpression(.bounds(source), .value(.rect), at: place)
      let edges = [axis + 2, axis].map { TypedExpression(.component([$0], bounds), .value(.scalar), at: place) }
      return TypedExpression(.apply(.subtract, edges, at: place), .value(.scalar), at: place)
    }
    guard let field = ShotField(rawValue: name) else { preconditionFailure("'\(name)' is a member of source") }
    if field == .date { return TypedExpression(.date(source), .value(.date), at: place) }
    return TypedExpression(.shot(field, source: source, fallback: nil), .value(field.type), at: place)
  }

  /// `field ?? other`, where the other one may be a field as well: `source.lens ?? source.camera ?? "a camera"`.
  mutating func withFallback(
    _ field: TypedExpression, _ other: TypedExpression, _ syntax: InfixSyntax
  ) throws(Reported) -> TypedExpression {
    let place = syntax.location
    switch field.withoutParentheses.kind {
    case .shot(let name, let source, let first):
      let fallback: TypedExpression
      if let first {
        fallback = try deeper(at: place) { analyzer throws(Reported) in
          try analyzer.withFallback(first, other, syntax)
        }
      } else {
        let value = try known(other)
        if name.type != .text, value.type == .value(.text) {
          throw reported(.textAsFallback(at: value.location, of: name.type))
        }
        fallback = try coerced(value, to: name.type, as: "the fallback of 'source.\(name.rawValue)'")
      }
      return TypedExpression(.shot(name, source: source, fallback: fallback), .value(name.type), at: place)
    case .date(let source):
      let fallback = try coerced(try known(other), to: .date, as: "the fallback of 'source.date'")
      return TypedExpression(.shot(.date, source: source, fallback: fallback), .value(.date), at: place)
    default:
      if field.type.isUnknown { throw Reported() }
      throw reported(.needlessFallback(at: syntax.operatorLocation, through: other.location))
    }
  }

  /// The seed of the photo where its word stands. Anything else stays what it is.
  mutating func seedOfPhoto(_ value: TypedExpression) throws(Reported) -> TypedExpression {
    guard case .word(let word) = value.type else { return value }
    guard word == PhotoSeed.word else { throw reported(.unknownSeed(word, at: value.location)) }
    let number = TypedExpression(.shot(.seed, source: nil, fallback: nil), .value(.scalar), at: value.location)
    return TypedExpression(.construct(.seed, [number]), .value(.seed), at: value.location)
  }

  /// A seed as it is written: `.photo`, or a whole number that the text tells. Anything else stays what it is.
  mutating func seed(_ value: TypedExpression) throws(Reported) -> TypedExpression {
    let value = try seedOfPhoto(value)
    guard value.type == .value(.scalar), let lanes = constantLanes(value), lanes[0].isSeed else { return value }
    return TypedExpression(.converted(value, lanes), .value(.seed), at: value.location)
  }
}

extension TypedExpression {
  /// The members for the size of `source`, in pixels.
  fileprivate static let sizes = ["width", "height"]

  /// The members that `source` has besides those of all images.
  package static let sourceMembers = sizes + ShotField.members.map { $0.rawValue }

  /// Whether it is `source` itself.
  var isSource: Bool { if case .reference(.source) = kind { true } else { false } }
}
