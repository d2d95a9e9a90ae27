public import TintypeIR
public import TintypeIntrinsics

/// One step of the optimizer: a program in, an equivalent one out.
public struct Pass: Sendable {
  /// The name, as `--emit` and the tests print it.
  public let name: String

  /// The transformation.
  public let run: @Sendable (Program) -> Program
}

/// The known properties of a stored picture before it is read.
public struct SourceSamples: Sendable, Hashable {
  /// Whether it has no alpha channel, so that alpha is 1 everywhere.
  public var isOpaque: Bool
  /// Whether it is stored in 8 bits, so that a channel has 256 values.
  public var isBytes: Bool

  /// Creates a description.
  public init(isOpaque: Bool, isBytes: Bool) { (self.isOpaque, self.isBytes) = (isOpaque, isBytes) }
}

/// The passes in the order in which they run, each with the reason for its place.
public enum Pipeline {
  /// The passes from the output of lowering to the input of the planner.
  ///
  /// - Parameters:
  ///   - parameters: the value of each parameter, one number per lane; nil leaves the parameters open.
  ///   - sourceIsOpaque: whether the photo has no alpha channel, so that alpha is 1 everywhere.
  ///   - sourceIsBytes: whether the photo is stored in 8 bits, so that a channel has 256 values.
  ///   - pictures: the same of the pictures of the program.
  ///   - resultIsBytes: whether the result is stored in 8 bits.
  ///   - resultBits: the bits of the codes that the result becomes at last, if it is stored in more than 8; nil keeps
  ///     it exact.
  public static func passes(
    parameters: [[Double]]?, sourceIsOpaque: Bool, sourceIsBytes: Bool = false, pictures: [SourceSamples] = [],
    resultIsBytes: Bool = false, resultBits: Int? = nil
  ) -> [Pass] {
    let sources = [SourceSamples(isOpaque: sourceIsOpaque, isBytes: sourceIsBytes)] + pictures
    let opaque = Set(sources.indices.filter { sources[$0].isOpaque })
    let bytes = Set(sources.indices.filter { sources[$0].isBytes })
    var passes: [Pass] = []
    // First bind what is known about this render: all later passes profit.
    if let parameters { passes.append(Pass(name: "bind-parameters") { bindParameters($0, to: parameters) }) }
    if !opaque.isEmpty { passes.append(Pass(name: "assume-opaque") { assumeOpaque($0, opaque) }) }
    passes += [
      // Lanes before algebra: the alpha of a color is often simple where its red is not.
      Pass(name: "split-lanes", run: splitLanes),
      // Before algebra, which cannot simplify a curve but can simplify its pieces.
      Pass(name: "lower-curves", run: lowerCurves),
      // Algebra on intrinsics, before they are lowered.
      Pass(name: "simplify") { simplify($0) },
      // After simplification, which removes steps in between, and before lowering: `mix a a t` can be recognized, its
      // formula cannot.
      Pass(name: "cancel-inverses") { cancelInverses($0) },
    ]
    // While the encoding is still one intrinsic.
    if resultIsBytes { passes.append(Pass(name: "encode-by-table", run: encodeByTable)) }
    passes += [
      Pass(name: "lower-intrinsics", run: lowerIntrinsics),
      // Again, because the formulas bring new constants, and each power is now one instruction.
      Pass(name: "simplify-lanes") { simplify($0, also: reduceStrength) },
    ]
    // Before sums of a curve merge with what follows it. Results of 8 bits have functions of chains that curves are a
    // part of; their other curves follow at the end.
    let curves = Pass(name: "fuse-curves", run: fuseCurves)
    if !resultIsBytes { passes.append(curves) }
    // After constants have met their operands. Removed steps let lines merge, a merged line shows that more steps are
    // idle, and both leave constants to fold.
    passes.append(Pass(name: "drop-and-merge", run: dropAndMerge))
    // After all constants are folded and each long operation is a separate step.
    if !bytes.isEmpty { passes.append(Pass(name: "tabulate-source") { tabulateSource($0, bytes) }) }
    // After tabulation: a table of the source is no longer a chain.
    let accuracy = resultIsBytes ? .bytes : resultBits.map { FunctionFits.Accuracy(ofBits: $0) }
    if parameters != nil, let accuracy {
      passes.append(Pass(name: "tabulate-functions") { tabulateLongAndShort($0, accuracy) })
    }
    if resultIsBytes { passes.append(curves) }
    passes += [
      // After lines are merged and their factors are constants.
      Pass(name: "combine-blurs", run: combineBlurs),
      // Last: the other passes leave dead values.
      Pass(name: "remove-dead-values") { removeDeadTables(removeDeadValues(writeUniformCurves($0))) },
    ]
    return passes
  }

  /// The names of all passes in order, for an opaque 8-bit photo with bound parameters.
  public static let passNames = passes(
    parameters: [], sourceIsOpaque: true, sourceIsBytes: true, resultIsBytes: true
  ).map { $0.name }

  /// The program by the same rules, for exports: values stay whole, and parameters may stay open.
  ///
  /// - Parameter source: the range of the photo's lanes.
  public static func simplified(_ program: Program, source: SingleRange) -> Program {
    cancelInverses(simplify(program), SingleRanges(source: source, parameters: program.parameters))
  }

  /// Folds constants and removes operations that return their operand.
  private static func simplify(_ program: Program, also rule: RewriteRule = { _, _ in nil }) -> Program {
    let foldTables = foldTables(program.tables)
    return rewrite(program) {
      reassemble($0, &$1) ?? foldConstants($0, &$1) ?? cancelIdentities($0, &$1) ?? rule($0, &$1) ?? foldTables($0, &$1)
    }
  }

  /// Takes lanes from the values that they were put into.
  @Sendable private static func reassemble(_ instruction: Instruction, _ builder: inout ProgramBuilder) -> Value? {
    switch instruction.operation {
    case .component(let lanes) where !builder.isConstant(instruction.operands[0]):
      return builder.component(lanes, of: instruction.operands[0])
    case .construct: return builder.construct(instruction.operands, instruction.type)
    case .intersect: return builder.intersect(instruction.operands[0], instruction.operands[1])
    default: return nil
    }
  }

  /// Removes idle steps and merges lines until nothing changes, with a bound on the rounds.
  private static func dropAndMerge(_ program: Program) -> Program {
    var last = removeDeadValues(program)
    for _ in 0..<8 {
      let dropped = droppingIdleSteps(last)
      guard let merged = mergingAffineSteps(dropped) else { return dropped.program }
      last = merged.program
    }
    return last
  }

  /// Makes functions of long chains, then of short ones. A function is one value where its chain was a sum of several,
  /// so what follows it may merge in between; and its range is that of its values, so the functions behind it have
  /// narrower intervals.
  private static func tabulateLongAndShort(_ program: Program, _ accuracy: FunctionFits.Accuracy) -> Program {
    tabulateFunctions(mergeAffineSteps(tabulateFunctions(program, accuracy, costing: 22)), accuracy, costing: 17)
  }

  /// Runs the passes.
  public static func run(
    _ program: Program, parameters: [[Double]]?, sourceIsOpaque: Bool, sourceIsBytes: Bool = false,
    pictures: [SourceSamples] = [], resultIsBytes: Bool = false, resultBits: Int? = nil
  ) -> Program {
    passes(
      parameters: parameters, sourceIsOpaque: sourceIsOpaque, sourceIsBytes: sourceIsBytes, pictures: pictures,
      resultIsBytes: resultIsBytes, resultBits: resultBits
    ).reduce(program) { $1.run($0) }
  }
}
