public import TintypeIR

/// One step of the optimizer: a program in, an equivalent one out.
public struct Pass: Sendable {
  /// Its name, as `--emit` and the tests print it.
  public let name: String

  /// What it does to a program.
  public let run: @Sendable (Program) -> Program
}

/// The passes in the order in which they run, each with the reason for its place.
public enum Pipeline {
  /// From what the checker made to what the planner takes.
  ///
  /// - Parameters:
  ///   - parameters: the value of each parameter, one number a lane; nil keeps them open.
  ///   - sourceIsOpaque: whether the source has no alpha, so that it is 1 everywhere.
  ///   - sourceIsBytes: whether the source is stored in 8 bits, so that a channel has 256 values.
  ///   - resultIsBytes: whether what comes out will be stored in 8 bits.
  public static func passes(
    parameters: [[Double]]?, sourceIsOpaque: Bool, sourceIsBytes: Bool = false, resultIsBytes: Bool = false
  ) -> [Pass] {
    var passes: [Pass] = []
    // First what is known about this render: everything behind profits.
    if let parameters { passes.append(Pass(name: "bind-parameters") { bindParameters($0, to: parameters) }) }
    if sourceIsOpaque { passes.append(Pass(name: "assume-opaque", run: assumeOpaque)) }
    passes += [
      // Lanes before algebra: the alpha of a color is often simple where its red is not.
      Pass(name: "split-lanes", run: splitLanes),
      // Before algebra, which sees nothing in a curve but then much in its pieces.
      Pass(name: "lower-curves", run: lowerCurves),
      // Algebra on the words of the language, before they are taken apart.
      Pass(name: "simplify") { rewrite($0, by: [foldConstants, cancelIdentities, foldTables($0.tables)]) },
      // When what lies between has gone: `mix a a t` is seen, its formula is not.
      Pass(name: "cancel-inverses", run: cancelInverses),
    ]
    // While the encoding is still one word.
    if resultIsBytes { passes.append(Pass(name: "encode-by-table", run: encodeByTable)) }
    passes += [
      Pass(name: "lower-intrinsics", run: lowerIntrinsics),
      // Again, because formulas bring constants of their own; powers have become one instruction each.
      Pass(name: "simplify-lanes") {
        rewrite($0, by: [foldConstants, cancelIdentities, reduceStrength, foldTables($0.tables)])
      },
    ]
    // When numbers stand next to what they belong to. What is dropped lets lines meet, a merged line shows that more is idle, and
    // both leave numbers to fold.
    passes.append(Pass(name: "drop-and-merge", run: dropAndMerge))
    // When everything that can be known is a number, and each long operation stands alone.
    if sourceIsBytes { passes.append(Pass(name: "tabulate-source", run: tabulateSource)) }
    // What is a table of the source already is not a chain any more.
    if parameters != nil, resultIsBytes {
      passes.append(Pass(name: "tabulate-functions", run: tabulateFunctions))
    }
    passes += [
      // Last: the others leave behind what nobody needs any more.
      Pass(name: "remove-dead-values") { removeDeadTables(removeDeadValues($0)) }
    ]
    return passes
  }

  /// The names of all passes, in order: those of an opaque 8-bit photo whose parameters are bound.
  public static let passNames = passes(
    parameters: [], sourceIsOpaque: true, sourceIsBytes: true, resultIsBytes: true
  ).map(\.name)

  /// Drops and merges as long as that changes something; more rounds than a few help no program.
  private static func dropAndMerge(_ program: Program) -> Program {
    let rules = [foldConstants, cancelIdentities, foldTables(program.tables)]
    var last = program
    for _ in 0..<8 {
      let dropped = dropIdleSteps(last)
      if let merged = mergingAffineSteps(dropped) {
        last = rewrite(merged, by: rules)
      } else {
        // What was dropped can be dropped no more, so another round is for what the rules change now.
        last = rewrite(dropped, by: rules)
        if last == dropped { break }
      }
    }
    return last
  }

  /// Runs the passes.
  public static func run(
    _ program: Program, parameters: [[Double]]?, sourceIsOpaque: Bool, sourceIsBytes: Bool = false,
    resultIsBytes: Bool = false
  ) -> Program {
    passes(
      parameters: parameters, sourceIsOpaque: sourceIsOpaque, sourceIsBytes: sourceIsBytes,
      resultIsBytes: resultIsBytes
    ).reduce(program) { $1.run($0) }
  }
}
