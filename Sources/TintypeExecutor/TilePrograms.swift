import TintypePlan
import TintypeSystem

/// A pool of the tile programs of one execution. A thread borrows one for some rows, so that each is made once per
/// thread, not once per band.
final class TilePrograms: Sendable {
  private let plan: Plan
  private let uniforms: [Float]
  private let tables: TableMemory
  private let codes: CodeTables?
  let frame: UInt32
  let loops: LoopTable
  /// The idle programs, of each field and then of the last pass.
  private let idle: Mutex<[[Held]]>

  /// A program that one thread uses at a time.
  private final class Held: @unchecked Sendable {
    let program: TileProgram

    init(_ program: consuming TileProgram) { self.program = program }
  }

  init(
    _ plan: Plan, _ uniforms: [Float], _ tables: TableMemory, _ codes: CodeTables?, frame: UInt32, _ loops: LoopTable
  ) {
    self.plan = codes?.plan ?? plan
    (self.uniforms, self.tables, self.codes, self.frame, self.loops) = (uniforms, tables, codes, frame, loops)
    idle = Mutex(Array(repeating: [], count: plan.fields.count + 1))
  }

  /// Lends the program of a field's pass, or of the last pass for nil.
  func withProgram(ofField field: Int?, _ body: (borrowing TileProgram) -> Void) {
    let index = field ?? plan.fields.count
    let held = idle.withLock { $0[index].popLast() } ?? Held(made(field))
    body(held.program)
    idle.withLock { $0[index].append(held) }
  }

  private func made(_ field: Int?) -> TileProgram {
    var pass = plan.lastPass
    if let field, case .pass(let fieldPass) = plan.fields[field].content { pass = fieldPass }
    return TileProgram(pass, of: plan, uniforms, tables, codes, frame: frame, loops: loops)
  }
}
