package import TintypeExecutor
package import TintypeIR
import TintypeIntrinsics
package import TintypeOptimizer
package import TintypePlan
package import TintypeRaster
package import TintypeSizes
import TintypeSystem

/// A look compiled for a target: the one place between a checked recipe and the executor.
package struct RenderPlan: Sendable {
  /// The optimized program. A date without numbers is that of the photo.
  package let program: Program

  /// The look with its color conversions, before optimization.
  package let meaning: Program

  /// Whether the result would have transparency and is composited over white.
  package let isFlattened: Bool

  /// Whether the look has colored noise, which chroma subsampling would damage.
  package let hasColoredNoise: Bool

  /// What the executor runs.
  package let plan: Plan

  /// Its memory beyond ``CompileBudget/least``, which compiling may always take.
  package let memory: ByteCount

  /// The passes of the optimizer for a target.
  ///
  /// - Parameter values: of the parameters, one number a lane; nil leaves them open.
  package static func passes(_ values: [[Double]]?, for target: RenderTarget) -> [Pass] {
    Pipeline.passes(
      parameters: values, sourceIsOpaque: !target.source.hasAlpha, sourceIsBytes: target.source.depth == .eight,
      pictures: target.pictures.map { SourceSamples(isOpaque: !$0.hasAlpha, isBytes: $0.depth == .eight) },
      resultIsBytes: target.result.depth == .eight,
      resultBits: target.isMeasured || target.result.depth.isLight ? nil : target.storage?.bits ?? 16)
  }

  /// - Parameter values: of the parameters, one number a lane; nil leaves them open.
  package init(_ program: Program, values: [[Double]]?, for target: RenderTarget) {
    self = CompileBudget.unlimited { (budget) throws(CompileBudget.Stop) in
      try RenderPlan(program, values: values, for: target, within: budget)
    }
  }

  /// The same within a budget.
  package init(
    _ program: Program, values: [[Double]]?, for target: RenderTarget, within budget: CompileBudget
  ) throws(CompileBudget.Stop) {
    let (source, result) = (target.source, target.result)
    let passes = Self.passes(values, for: target)
    func optimized(_ program: Program) throws(CompileBudget.Stop) -> Program {
      var program =
        target.storage.map {
          storedAsYCbCr(program, $0, isLogarithmic: source.coding != nil, isResult: !target.isMeasured)
        } ?? program
      let held = budget.heldBytes
      for pass in passes {
        budget.release(to: held)
        try budget.hold(CompileCosts.optimizedInstruction * program.instructions.count)
        program = pass.run(program)
      }
      return program
    }
    let lit = program.lit(bySceneLight: target.isSceneLight, hasHeadroom: target.hasHeadroom)
    let sources = [source] + target.pictures
    let decoded = source.coding?.decoding(for: lit) ?? lit
    let coded = result.coding?.encoding(of: decoded) ?? decoded
    var converted = convertColors(
      readLight(
        coded.withDates(in: target.locale),
        of: Set(sources.indices.filter { sources[$0].depth.isLight })), from: source.space, to: result.space,
      sourceIsBytes: source.depth == .eight,
      pictures: target.pictures.map { (space: $0.space, isBytes: $0.depth == .eight) })
    if target.showsAlpha { converted = showAlpha(converted) }
    let curves = converted.instructions.count { if case .curve = $0.operation { true } else { false } }
    try budget.hold(CompileCosts.curve * curves)
    var (meaning, program) = (converted, try optimized(converted))
    let held = budget.heldBytes
    var plan = try Planner.plan(program, within: budget)
    hasColoredNoise = program.hasColoredNoise
    isFlattened = !result.hasAlpha && !plan.isOpaque
    if isFlattened { meaning = flattenOverWhite(meaning) }
    if target.isDithered { meaning = dithered(meaning) }
    if isFlattened || target.isDithered {
      budget.release(to: held)
      program = try optimized(meaning)
      plan = try Planner.plan(program, within: budget)
    }
    (self.meaning, self.program, self.plan) = (meaning, program, plan)
    memory = budget.heldBytes - CompileBudget.least
  }

  /// Another program of the same look, beside the plan of the first.
  private init(
    _ other: RenderPlan, program: Program, meaning: Program, within budget: CompileBudget
  ) throws(CompileBudget.Stop) {
    (self.program, self.meaning, isFlattened) = (program, meaning, other.isFlattened)
    hasColoredNoise = other.hasColoredNoise
    let held = budget.heldBytes
    plan = try Planner.plan(program, within: budget)
    memory = other.memory + (budget.heldBytes - held)
  }

  /// The plan with a photo's capture metadata filled in. Text with an unknown date is omitted.
  package func answered(by shot: Shot, within budget: CompileBudget) throws(CompileBudget.Stop) -> RenderPlan {
    guard program.asksForShot || meaning.asksForShot else { return self }
    return try RenderPlan(
      self, program: program.answered(by: shot), meaning: meaning.answered(by: shot), within: budget)
  }

  /// The same without limits.
  package func answered(by shot: Shot) -> RenderPlan {
    CompileBudget.unlimited { (budget) throws(CompileBudget.Stop) in try answered(by: shot, within: budget) }
  }

  /// The plan for a photo of a size and, unless they are said to be of others, pictures as large as it.
  ///
  /// A blur by a mask has a level for every radius up to the largest possible. Once the size is known, unreachable
  /// levels are removed. They have no weight, so the bytes do not change.
  package func sized(
    width: Int, height: Int, pictures: [PictureSize] = [], within budget: CompileBudget
  ) throws(CompileBudget.Stop) -> RenderPlan {
    let radii = plan.fields.filter { field in
      guard case .filtered(_, _, let slots) = field.content else { return false }
      return slots.contains { if case .constant = plan.uniforms[$0.index] { false } else { true } }
    }
    guard radii.count >= Self.radiiWorthSizing else { return self }
    let photo = PictureSize(width: width, height: height)
    let sizes = [photo] + pictures + program.pictures.dropFirst(pictures.count).map { _ in photo }
    let bound = bindSizes(sizes.map { [Double($0.width), Double($0.height)] }, to: program)
    return try RenderPlan(self, program: bound, meaning: meaning, within: budget)
  }

  /// The same without limits.
  package func sized(width: Int, height: Int, pictures: [PictureSize] = []) -> RenderPlan {
    CompileBudget.unlimited { (budget) throws(CompileBudget.Stop) in
      try sized(width: width, height: height, pictures: pictures, within: budget)
    }
  }

  /// With fewer open radii, as of two or three effects, there are no levels to remove.
  private static let radiiWorthSizing = 12

  /// - Throws: `.limit` for a plan of more cycles a pixel than `limit`.
  func requireCost(_ limit: Double?) throws(ImageError) {
    guard let limit, plan.cyclesPerPixel > limit else { return }
    let cost = plan.cyclesPerPixel < 1e15 ? "\(Int64(plan.cyclesPerPixel))" : "more than 1e15"
    throw ImageError(
      .limit, "the look takes about \(cost) cycles a pixel, and the limit is \(Int64(limit))", remedy: .moreCost)
  }

  /// The channels of a result that has alpha only where it needs it.
  package var channels: Int { plan.storedChannels }

  /// A sentence for each line with letters that its face cannot draw.
  package var missingLetters: [String] { plan.missingLetters }

  /// The plan on pictures of a size.
  ///
  /// - Parameters:
  ///   - width: of the upright source, in pixels.
  ///   - height: of the upright source, in pixels.
  ///   - source: how source pixels lie in memory.
  ///   - pictures: the shapes of the look's pictures; those that are not said are as large as the photo.
  ///   - result: how result pixels shall lie in memory.
  ///   - parameters: values of parameters that were left open.
  ///   - frame: 0 for a still.
  ///   - budget: what planning for this size may take.
  /// - Throws: `.limit` where it needs more memory, `.interrupted`.
  func execution(
    width: Int, height: Int, source: PixelFormat, pictures: [SourceShape] = [], result: PixelFormat,
    parameters: [[Double]] = [], frame: UInt32 = 0, within budget: CompileBudget
  ) throws(ImageError) -> Execution {
    let others = program.pictures.dropFirst(pictures.count).map { _ in
      SourceShape(width: width, height: height, format: PixelFormat(channels: 4, depth: .eight))
    }
    let sized: RenderPlan
    do throws(CompileBudget.Stop) {
      sized = try self.sized(width: width, height: height, pictures: pictures.map { $0.size }, within: budget)
    } catch {
      throw ImageError(error)
    }
    return Execution(
      sized.plan, parameters: parameters, width: width, height: height, source: source, pictures: pictures + others,
      result: result, frame: frame)
  }

  /// The execution for pictures of these sizes, without limits.
  package func execution(
    width: Int, height: Int, source: PixelFormat, pictures: [SourceShape] = [], result: PixelFormat,
    parameters: [[Double]] = [], frame: UInt32 = 0
  ) -> Execution {
    CompileBudget.unlimited { (budget) throws(ImageError) in
      try execution(
        width: width, height: height, source: source, pictures: pictures, result: result, parameters: parameters,
        frame: frame, within: budget)
    }
  }

  /// The size of the result for a source of this size.
  package func resultSize(width: Int, height: Int, parameters: [[Double]] = []) -> (width: Int, height: Int) {
    let pixels = PixelFormat(channels: 3, depth: .eight)
    return execution(width: width, height: height, source: pixels, result: pixels, parameters: parameters).resultSize
  }
}

/// The plans of one look, each compiled once.
package final class RenderPlanCache: Sendable {
  private struct Entry {
    let values: [[Double]]
    let measurements: [[Double]]
    let target: RenderTarget
    let plan: RenderPlan
  }

  private struct State {
    var entries: [Entry] = []
    var compilations = 0
  }

  private let state = Mutex(State())

  package init() {}

  /// Photos of more kinds at once are rare, and each plan may hold tables.
  private static let mostEntries = 16

  /// How often a plan was made.
  package var compilations: Int { state.withLock { $0.compilations } }

  /// The plan of the program; threads that want the same wait for the one that compiles it.
  func plan(
    _ program: Program, _ values: [[Double]], measurements: [[Double]], for target: RenderTarget,
    within budget: CompileBudget
  ) throws(CompileBudget.Stop) -> RenderPlan {
    try state.withLock { state throws(CompileBudget.Stop) in
      let known = state.entries.first {
        $0.target == target && $0.values == values && $0.measurements == measurements
      }
      if let known { return known.plan }
      let plan = try RenderPlan(program.measured(measurements), values: values, for: target, within: budget)
      state.compilations += 1
      if state.entries.count == Self.mostEntries { state.entries.removeFirst() }
      state.entries.append(Entry(values: values, measurements: measurements, target: target, plan: plan))
      return plan
    }
  }
}

extension Execution {
  /// The size of what comes out.
  package var resultSize: (width: Int, height: Int) { (bounds.columns.count, bounds.rows.count) }

  /// The shape of the rows that come out, of which there is at least one.
  package var format: PictureFormat {
    PictureFormat(
      width: resultSize.width, height: resultSize.height, channels: resultFormat.channels,
      depth: resultFormat.depth)
  }

  /// - Throws: `.limit` where no pixel comes out, or where a step, or the result, has more than are allowed.
  func requirePixels(_ maxPixels: Int) throws(ImageError) {
    do throws(TooManyPixels) {
      try check(limit: maxPixels)
    } catch {
      let (width, height) = (error.size.columns.count, error.size.rows.count)
      throw ImageError(
        .limit,
        "\(error.isResult ? "the result" : "a step of the look") is \(width) x \(height) pixels, and the limit is "
          + "\(error.limit) pixels", remedy: .morePixels)
    }
    guard resultSize.width > 0, resultSize.height > 0 else {
      throw ImageError(.limit, "the look crops everything away")
    }
  }
}
