import CTintypeLanes
import TintypeIntrinsics
import TintypePlan

extension tt_step {
  /// A lane operation with resolved addresses.
  init(_ operation: LaneOperation, _ operands: [Source], into result: UnsafeMutablePointer<Lanes>, _ loops: LoopTable) {
    let (loop, constants) = loops.entry(of: operation)
    func operand(_ index: Int) -> tt_operand { operands[min(index, operands.count - 1)].operand }
    self.init(
      loop: loop, result: numbers(result), x: operand(0), y: operand(1), z: operand(2), a: constants, b: constants,
      c: constants, d: constants)
  }

  /// A fused step with resolved addresses.
  init(_ step: FusedStep, _ file: RegisterFile, _ loops: LoopTable) {
    var registers: [tt_operand] = []
    for register in step.registers { registers.append(file.source(.register(register)).operand) }
    var uniforms: [UnsafePointer<Float>] = []
    for slot in step.uniforms { uniforms.append(UnsafePointer(numbers(file.uniform(slot.index)))) }
    func register(_ index: Int) -> tt_operand { registers[min(index, registers.count - 1)] }
    func uniform(_ index: Int) -> UnsafePointer<Float> { uniforms[min(index, uniforms.count - 1)] }
    self.init(
      loop: loops.loop(step), result: numbers(file.register(step.result)), x: register(0),
      y: register(1), z: register(2), a: uniform(0), b: uniform(1), c: uniform(2), d: uniform(3))
  }

  /// A function of one number with resolved addresses.
  init(
    _ function: UnsafePointer<tt_pieces>, _ x: Source, into result: UnsafeMutablePointer<Lanes>, _ loops: LoopTable
  ) {
    let pieces = UnsafeRawPointer(function).assumingMemoryBound(to: Float.self)
    self.init(
      loop: loops.functionLoop, result: numbers(result), x: x.operand, y: x.operand, z: x.operand, a: pieces, b: pieces,
      c: pieces, d: pieces)
  }
}
