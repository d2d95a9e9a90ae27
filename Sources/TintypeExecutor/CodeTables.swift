import TintypeIntrinsics
import TintypePlan

/// Tables by the 16-bit patterns of a source's samples, in place of steps that compute a number from one channel: the
/// light of a code, and what a curve makes of it.
///
/// A table holds what these steps give for each of the 65,536 patterns, computed by the steps themselves, so no byte
/// changes. (`tabulateSource` does the same for 8-bit sources, whose tables are part of the plan.)
final class CodeTables: @unchecked Sendable {
  /// The passes with look-ups; the tables are those after the plan's own.
  let plan: Plan

  /// The numbers that the replaced steps read, by the position of their slots.
  private let read: [Int: UInt32]

  private let memory: UnsafeMutablePointer<Float>
  private let count: Int

  /// The patterns of a sample.
  private static let patterns = 1 << 16

  /// A gray pixel of each pattern.
  private static let everyPattern: [UInt16] = (0..<3 * patterns).map { UInt16($0 / 3) }

  /// The fewest pixels of a photo for which tables are made: computing one costs what the steps cost for 65,536 pixels.
  private static let leastPixels = 1 << 18

  /// The least cost of steps that a table replaces, in units of `Plan.Step.cost`. A look-up waits for the cache: one
  /// power is as fast (measured with AVX-512).
  private static let leastCost = 45.0

  /// The most tables: together they should stay in the second-level cache.
  private static let most = 4

  /// Nil if no steps are worth a table, or for a small photo.
  init?(_ plan: Plan, _ uniforms: [Float], _ sources: [SourceShape]) {
    guard sources[0].size.width * sources[0].size.height >= Self.leastPixels else { return nil }
    var tabulation = Tabulation(sources.map { $0.format.depth.bytes == 2 ? $0.format.depth : nil }, most: Self.most)
    var tabulated = plan
    for (index, field) in plan.fields.enumerated() {
      guard case .pass(let pass) = field.content else { continue }
      tabulated.fields[index].content = .pass(tabulation.replacing(in: pass, Self.leastCost, after: plan.tables.count))
    }
    let last = tabulation.replacing(in: plan.lastPass, Self.leastCost, after: plan.tables.count)
    tabulated.steps = last.steps
    guard !tabulation.chains.isEmpty else { return nil }
    self.plan = tabulated
    count = tabulation.chains.count
    memory = .allocate(capacity: count * Self.patterns)
    var read: [Int: UInt32] = [:]
    for (index, chain) in tabulation.chains.enumerated() {
      for slot in chain.slots { read[slot.index] = uniforms[slot.index].bitPattern }
      (memory + index * Self.patterns).initialize(from: chain.numbers(plan, uniforms), count: Self.patterns)
    }
    self.read = read
  }

  deinit { memory.deallocate() }

  /// The memory of the tables.
  var bytes: ByteCount { ByteCount(MemoryLayout<Float>.stride * Self.patterns) * count }

  /// The numbers of a table.
  subscript(_ index: Int) -> UnsafePointer<Float> { UnsafePointer(memory + index * Self.patterns) }

  /// Whether the tables are the same for other uniform numbers.
  func serve(_ uniforms: [Float]) -> Bool { read.allSatisfy { uniforms[$0.key].bitPattern == $0.value } }

  /// The number at each pattern.
  fileprivate static func numbers(_ plan: Plan, _ depth: SampleDepth) -> [Float] {
    let format = PixelFormat(channels: 3, depth: depth)
    let execution = Execution(plan, width: patterns, height: 1, source: format, result: format)
    return everyPattern.withUnsafeBytes { execution.colors(patterns, from: $0)[0] }
  }
}

/// Finds what becomes tables.
private struct Tabulation {
  /// The steps of each table.
  private(set) var chains: [Chain] = []
  /// The depth of each source; nil for those whose samples have no tables.
  private let depths: [SampleDepth?]
  private let most: Int
  private var known: [Chain: Int] = [:]

  init(_ depths: [SampleDepth?], most: Int) { (self.depths, self.most) = (depths, most) }

  /// The steps that compute a number from a sample, the last one last. Each has a register of its own, of its position;
  /// channel and source are 0.
  struct Chain: Hashable {
    let depth: SampleDepth
    let steps: [Plan.Step]

    /// The slots that the steps read.
    var slots: [Plan.Slot] {
      steps.flatMap { $0.operands }.compactMap { if case .uniform(let slot) = $0 { slot } else { nil } }
    }

    /// The number at each pattern of a sample.
    func numbers(_ plan: Plan, _ uniforms: [Float]) -> [Float] {
      let result = Plan.Operand.register(.init(steps.count - 1))
      let edges: [Plan.Uniform] = [.constant(0), .constant(0), .constant(65_536), .constant(1)]
      var own = Plan(
        explicit: steps, registerCount: steps.count, uniforms: uniforms.map { .constant($0) } + edges, tables: [],
        color: [result, result, result, result], bounds: edges.indices.map { .init(uniforms.count + $0) })
      own.functions = plan.functions
      return CodeTables.numbers(own, depth)
    }
  }

  /// A channel of a source.
  private struct Channel: Hashable {
    let source, channel: Int
  }

  /// A pass with look-ups in place of steps that cost at least so much. The registers of the others stay.
  mutating func replacing(in pass: Plan.Pass, _ leastCost: Double, after first: Int) -> Plan.Pass {
    var writers = [Int?](repeating: nil, count: pass.registerCount)
    func writer(_ operand: Plan.Operand) -> Int? {
      if case .register(let register) = operand { writers[register.index] } else { nil }
    }
    var producers: [[Int]] = []
    var channels: [Channel?] = []
    for (index, step) in pass.steps.enumerated() {
      producers.append(step.operands.compactMap(writer))
      channels.append(channel(of: step, producers[index].map { channels[$0] }))
      for register in step.results { writers[register.index] = index }
    }
    let results = pass.results.compactMap(writer)
    // From the last step on: what a table replaces needs no operands.
    var isNeeded = [Bool](repeating: false, count: pass.steps.count)
    var isRead = isNeeded
    for result in results { (isNeeded[result], isRead[result]) = (true, true) }
    var steps: [Plan.Step] = []
    for (index, step) in pass.steps.enumerated().reversed() {
      // Letters and fields write their registers whether they are read or not.
      guard channels[index] == nil || isNeeded[index] else { continue }
      if let channel = channels[index], isRead[index], let depth = depths[channel.source],
        let table = table(chain(upTo: index, pass, producers, depth), leastCost)
      {
        steps.append(
          .lookup(channel: channel.channel, of: channel.source, table: first + table, into: step.results[0]))
        continue
      }
      steps.append(step)
      for producer in producers[index] {
        isNeeded[producer] = true
        if channels[index] == nil { isRead[producer] = true }
      }
    }
    var replaced = pass
    replaced.steps = steps.reversed()
    return replaced
  }

  /// The channel that a step's result depends on alone, with constant numbers.
  private func channel(of step: Plan.Step, _ operands: [Channel?]) -> Channel? {
    switch step {
    case .load(let channel, let source, _):
      // The alpha of a source without alpha is no sample.
      return depths[source] == nil || channel > 2 ? nil : Channel(source: source, channel: channel)
    case .lane, .cubics:
      guard let first = operands.first else { return nil }
      return operands.allSatisfy { $0 == first } ? first : nil
    case .lookup, .interpolate, .noise, .position, .letters, .field, .sample: return nil
    }
  }

  /// The steps that a step's result depends on.
  private func chain(upTo last: Int, _ pass: Plan.Pass, _ producers: [[Int]], _ depth: SampleDepth) -> Chain {
    var members: Set<Int> = []
    var open = [last]
    while let step = open.popLast() {
      if members.insert(step).inserted { open += producers[step] }
    }
    let order = members.sorted()
    let steps = order.enumerated().map { place, index in
      var operands = producers[index].map { Plan.Register(order.firstIndex(of: $0)!) }[...]
      return pass.steps[index].moved(to: .init(place)) { operands.removeFirst() }
    }
    return Chain(depth: depth, steps: steps)
  }

  /// The table of a chain; nil if it is not worth one.
  private mutating func table(_ chain: Chain, _ leastCost: Double) -> Int? {
    if let table = known[chain] { return table }
    guard chains.count < most, chain.steps.reduce(0, { $0 + $1.cost }) >= leastCost else { return nil }
    known[chain] = chains.count
    chains.append(chain)
    return chains.count - 1
  }
}

extension Plan.Step {
  /// The same step into another register and from others, of the first channel of the photo.
  fileprivate func moved(to result: Plan.Register, from next: () -> Plan.Register) -> Plan.Step {
    func operand(_ operand: Plan.Operand) -> Plan.Operand {
      if case .register = operand { .register(next()) } else { operand }
    }
    return switch self {
    case .load: .load(channel: 0, into: result)
    case .lane(let operation, _, let operands): .lane(operation, into: result, operands.map(operand))
    case .cubics(let function, _, let x): .cubics(function, into: result, operand(x))
    case .lookup, .interpolate, .noise, .position, .letters, .field, .sample: self
    }
  }
}
