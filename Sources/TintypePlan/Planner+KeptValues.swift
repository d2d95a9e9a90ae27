import TintypeIR
import TintypeIntrinsics
import TintypeSizes

// A pass often needs what an earlier one has computed: the density of a negative, whose sharpness a filter has measured
// in between. Where computing it again costs more than keeping it, the earlier pass keeps it in its field. The bytes
// are the same either way.
extension Planner {
  /// The cost of keeping a value in a field, besides reading it, in units of `Plan.Step.cost`: storing it, and a row
  /// that has left the cache when it is read.
  static let keepingCost = 8.0

  /// The most rows between the two passes, for a photo of 24 megapixels.
  private static let mostRowsBetween = 1024.0

  /// So many rows between the passes cost nothing more; every further one of them costs memory, and time in caches, so
  /// that many are kept for what takes long to compute.
  private static let rowsOfOneUnit = 32.0

  /// The most values that are looked at one by one: each is one more plan of the pass.
  private static let mostCandidates = 8

  /// Chooses what passes keep for later ones.
  mutating func keepValues(at keepingCost: Double) throws(CompileBudget.Stop) {
    guard fields.contains(where: { if case .filtered = $0.content { true } else { false } }) else { return }
    let amounts = usualUniforms()
    // The rows of the source that each field waits for.
    var delays: [Double] = []
    // The last pass that computes a value.
    var makers = [Int?](repeating: nil, count: program.instructions.count)
    for number in 0...fields.count {
      try budget.check()
      if number < fields.count, case .filtered(let of, let operation, let slots) = fields[number].content {
        let ahead = operation.filter?.rowsAhead(slots.map { amounts[$0.index] }) ?? 0
        delays.append((of.map { delays[$0] }.max() ?? 0) + ahead)
        continue
      }
      let lanes = number < fields.count ? fields[number].lanes : stored
      let needed = notes.needed(by: lanes, program, places)
      let delay = needed.map { delays.delay(of: places[Value($0)]) }.max() ?? 0
      delays.append(delay)
      guard isWholePhoto(number < fields.count ? fields[number].bounds : program.output.bounds) else { continue }
      let shared = needed.filter { makers[$0].map { delay - delays[$0] <= Self.mostRowsBetween } ?? false }
      choose(from: lastOf(shared, among: needed, lanes), lanes, number, makers) { maker, isNew in
        let rows = max(delay - delays[maker] - Self.rowsOfOneUnit, 0)
        return (isNew ? keepingCost : 0) + rows / Self.rowsOfOneUnit
      }
      guard number < fields.count, isOfPhotoAlone(needed) else { continue }
      for value in notes.needed(by: lanes, program, places(forPass: number)) where isKeepable(value) {
        if kept[number]?[Value(value)] == nil { makers[value] = number }
      }
    }
  }

  /// The numbers of the plan for a photo of 24 megapixels.
  private func usualUniforms() -> [Float] {
    let plan = Plan(
      name: "", uniforms: uniforms, colorTables: tables.colors, steps: [], registerCount: 0, color: [], bounds: [])
    return plan.uniformValues(
      parameters: program.parameters.map { $0.defaultValue }, width: 6000, height: 4000,
      pictures: program.pictures.map { _ in PictureSize(width: 6000, height: 4000) }, frame: 0)
  }

  /// Whether a rectangle is that of the photo, so that the fields of two passes hold the same pixels.
  private func isWholePhoto(_ bounds: Value) -> Bool {
    edges(bounds).map { uniforms[$0.index] } == (0..<4).map { Plan.Uniform.sourceBounds(edge: $0) }
  }

  /// Whether a pass reads no other picture: its field would end where that one does.
  private func isOfPhotoAlone(_ needed: [Int]) -> Bool {
    needed.allSatisfy {
      if case .source(let source, _) = program.instructions[$0].operation { source == 0 } else { true }
    }
  }

  private func isKeepable(_ value: Int) -> Bool {
    program.instructions[value].rate == .varying && program.instructions[value].type == .scalar
  }

  /// Of shared values, those that are not needed for other shared values only.
  private func lastOf(_ shared: [Int], among needed: [Int], _ results: [Value]) -> [Value] {
    guard !shared.isEmpty else { return [] }
    let isShared = Set(shared)
    var last = Set(results.map { $0.index })
    for value in needed where !isShared.contains(value) {
      for operand in program.operandsHere(of: Value(value), places) { last.insert(operand.index) }
    }
    return shared.filter { last.contains($0) && places[Value($0)] == nil }.map { Value($0) }
  }

  /// Keeps those candidates that make a pass cheaper.
  ///
  /// - Parameter price: of a value that a pass keeps, by its number and whether it does not keep it yet.
  private mutating func choose(
    from candidates: [Value], _ lanes: [Value], _ number: Int, _ makers: [Int?],
    price: (_ maker: Int, _ isNew: Bool) -> Double
  ) {
    guard !candidates.isEmpty else { return }
    func cost(_ some: [Value]) -> Double {
      let places = places(keeping: Dictionary(uniqueKeysWithValues: some.map { ($0, .here(0, channel: 0)) }))
      let prices = some.map { value in
        let maker = makers[value.index]!
        return price(maker, !fields[maker].lanes.contains(value))
      }
      return pass(for: lanes, places).pass.steps.reduce(prices.reduce(0, +)) { $0 + $1.cost }
    }
    var chosen = candidates
    var least = cost(chosen)
    for candidate in candidates.prefix(Self.mostCandidates) {
      let others = chosen.filter { $0 != candidate }
      let without = cost(others)
      if without <= least { (chosen, least) = (others, without) }
    }
    guard least < cost([]) else { return }
    for value in chosen {
      let maker = makers[value.index]!
      if !fields[maker].lanes.contains(value) { fields[maker].lanes.append(value) }
      kept[number, default: [:]][value] = .here(maker, channel: fields[maker].lanes.firstIndex(of: value)!)
    }
  }
}

extension [Double] {
  /// The delay of the field that a place is in; without end where it may be anywhere.
  fileprivate func delay(of place: FieldPlace?) -> Double {
    switch place {
    case nil: 0
    case .here(let field, _): self[field]
    case .elsewhere: .infinity
    }
  }
}
