import TintypeExecutor
import TintypeIR
import TintypeIntrinsics
import TintypeOptimizer
import TintypePlan

/// The red channel of a 16-bit picture after a step, computed by the executor.
///
/// - Parameters:
///   - codes: of the picture, row by row.
///   - isNarrow: whether vectors are of eight.
///   - isFlipped: whether the last row is needed first, so that all are made at once.
///   - step: from red and the rectangle of the picture.
func renderedCodes(
  _ codes: [UInt16], _ width: Int, threads: Int, isNarrow: Bool = false, isFlipped: Bool = false,
  _ step: (_ red: Value, _ bounds: Value, inout ProgramBuilder) -> Value
) -> [UInt16] {
  let height = codes.count / width
  var builder = ProgramBuilder()
  let red = builder.component([0], of: builder.source())
  let bounds = builder.sourceBounds()
  var lane = step(red, bounds, &builder)
  if isFlipped {
    let (x, y) = (builder.component([0], of: builder.position()), builder.component([1], of: builder.position()))
    let below = builder.apply(.subtract, builder.constant(Double(height)), y)
    lane = builder.spatial(.sample(.nearest), lane, builder.construct([x, below], .vec2), in: bounds)
  }
  let color = builder.construct([lane, lane, lane, builder.constant(1)], .rgba)
  let program = Program(
    name: "step", parameters: [], instructions: builder.instructions, output: .init(color: color, bounds: bounds))
  let format = PixelFormat(channels: 3, depth: .sixteen)
  var execution = Execution(
    Planner.plan(Pipeline.run(program, parameters: [], sourceIsOpaque: true)), width: width, height: height,
    source: format, result: format)
  if isNarrow { execution = execution.narrow }
  let source = codes.flatMap { [$0, $0, $0] }
  let bytes = rendered(
    execution, [source.withUnsafeBytes { Array($0) }], sourceRowBytes: [width * 6], rowBytes: width * 6,
    workers: threads)
  let result = bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
  let rows = isFlipped ? Array((0..<height).reversed()) : Array(0..<height)
  return rows.flatMap { row in (0..<width).map { result[(row * width + $0) * 3] } }
}
