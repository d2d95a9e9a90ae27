import CTintypeLanes
import TintypePlan

/// A fused step with addresses instead of names.
struct FusedLoop {
  private let operation: FusedOperation
  private let result: UnsafeMutablePointer<Lanes>
  private let x: UnsafeMutablePointer<Lanes>
  private let y: UnsafeMutablePointer<Lanes>
  private let z: UnsafeMutablePointer<Lanes>
  /// The vectors of the numbers a, b, c and d.
  private let a: UnsafeMutablePointer<Lanes>
  private let b: UnsafeMutablePointer<Lanes>
  private let c: UnsafeMutablePointer<Lanes>
  private let d: UnsafeMutablePointer<Lanes>

  init(_ step: FusedStep, _ file: borrowing RegisterFile) {
    operation = step.operation
    result = file.register(step.result.index)
    var registers: [UnsafeMutablePointer<Lanes>] = []
    for register in step.registers { registers.append(file.register(register.index)) }
    var uniforms: [UnsafeMutablePointer<Lanes>] = []
    for slot in step.uniforms { uniforms.append(file.uniform(slot.index)) }
    func at(_ index: Int, _ list: [UnsafeMutablePointer<Lanes>]) -> UnsafeMutablePointer<Lanes> {
      list[min(index, list.count - 1)]
    }
    (x, y, z) = (at(0, registers), at(1, registers), at(2, registers))
    (a, b, c, d) = (at(0, uniforms), at(1, uniforms), at(2, uniforms), at(3, uniforms))
  }

  func run(_ vectors: Int) {
    // Read once: the result's register never is one of these.
    let (a, b, c, d) = (a.pointee, b.pointee, c.pointee, d.pointee)
    switch operation {
    case .clamp: each(vectors) { least(greatest(x[$0], a), b) }
    case .addClamp: each(vectors) { least(greatest(x[$0] + a, b), c) }
    case .affineClamp: each(vectors) { least(greatest(fma(x[$0], a, b), c), d) }
    case .dot: each(vectors) { fma(z[$0], c, fma(y[$0], b, x[$0] * a)) }
    case .affineDot: each(vectors) { fma(z[$0], c, fma(y[$0], b, fma(x[$0], a, d))) }
    case .selectSum: each(vectors) { select(x[$0], y[$0] + a, z[$0]) }
    case .complementProduct: each(vectors) { y[$0] * (a - x[$0]) }
    }
  }

  @inline(__always)
  private func each(_ vectors: Int, _ operation: (Int) -> Lanes) {
    for vector in 0..<vectors { result[vector] = operation(vector) }
  }
}
