import TintypePlan

/// Which steps of a pass read what each step leaves in its register.
///
/// A loop reads its operands, and writes its result, at any address. So a value that only loops read may lie in a row
/// of a field instead of a register, which saves a copy.
struct RegisterUses {
  /// An operand of a loop: the step's position, and the operand's.
  typealias Operand = (step: Int, place: Int)

  /// The operands of loops that read each step's result; nil if other steps read it, too.
  private var readers: [[Operand]?] = []

  /// The steps that make the results of the pass; nil for a uniform number.
  private let producers: [Int?]

  private let steps: [StepFusion.Joined]

  init(_ steps: [StepFusion.Joined], _ pass: Plan.Pass) {
    self.steps = steps
    var writers = [Int?](repeating: nil, count: pass.registerCount)
    func writer(_ operand: Plan.Operand) -> Int? {
      if case .register(let register) = operand { writers[register.index] } else { nil }
    }
    for (index, step) in steps.enumerated() {
      readers.append([])
      for (place, operand) in step.operands.enumerated() {
        guard let writer = writer(operand) else { continue }
        if step.isLoop { readers[writer]?.append((index, place)) } else { readers[writer] = nil }
      }
      for register in step.results { writers[register.index] = index }
    }
    producers = pass.results.map(writer)
  }

  /// The operands that read a step's result; nil if it has to lie in the register.
  func operands(of step: Int) -> [Operand]? { producers.contains(step) ? nil : readers[step] }

  /// The loop that makes a result of the pass, and the operands that read it; nil if it has to lie in a register.
  func result(_ channel: Int) -> (producer: Int, readers: [Operand])? {
    guard let producer = producers[channel], steps[producer].isLoop, producers.count(where: { $0 == producer }) == 1,
      let readers = readers[producer]
    else { return nil }
    return (producer, readers)
  }
}

extension StepFusion.Joined {
  fileprivate var isLoop: Bool {
    switch self {
    case .fused, .step(.lane), .step(.cubics): true
    case .step: false
    }
  }

  fileprivate var operands: [Plan.Operand] {
    switch self {
    case .fused(let step): step.registers.map { .register($0) }
    case .step(let step): step.operands
    }
  }

  fileprivate var results: [Plan.Register] {
    switch self {
    case .fused(let step): [step.result]
    case .step(let step): step.results
    }
  }
}
