import Foundation
import Synchronization
import Testing
import Tintype
import TintypeIR
import TintypeIntrinsics
import TintypePlan
import TintypeRender
import TintypeSizes
import TintypeTestSupport

/// The limits of time and memory while a recipe is compiled.
@Suite struct CompileLimitTests {
  private let program: Program

  init() throws {
    program = try Program()
    try TestPicture(40, 30).write(program.folder, "in.png")
  }

  /// Recipes that repeat one part many times.
  enum Kind: String, CaseIterable {
    case images, locals, loops, kernels, parameters, curves, mistakes, blurs

    /// - Parameter count: how often.
    func recipe(_ count: Int) -> String {
      let numbers = 1...count
      func lines(_ line: (Int) -> String) -> String { numbers.map(line).joined(separator: "\n") + "\n" }
      return "tintype 1\nlook \"many\" { working display }\n"
        + {
          switch self {
          case .images:
            "image i0 = source\n" + lines { "image i\($0) = i\($0 - 1) * 0.\($0) + 0.00\($0)" } + "output i\(count)\n"
          case .locals:
            "kernel k(c: rgb) -> rgb {\nlet a0 = c\n"
              + lines { "let a\($0) = pow(a\($0 - 1) * 0.\($0), rgb(1.\($0))) + sin(a\(max(0, $0 - 2)))" }
              + "return a\(count)\n}\noutput source |> k()\n"
          case .loops:
            "kernel k(c: rgb) -> rgb {\nvar x = c\n"
              + "for i in 1...\(count / 40) { for j in 1...40 { x = x * (1 + 0.001) + sin(x + 0.01) } }\n"
              + "return x\n}\noutput source |> k()\n"
          case .kernels:
            lines { "kernel k\($0)(c: rgb, a: scalar) -> rgb { return mix(c, rgb(a), 0.\($0)) + pow(c, rgb(1.5)) }" }
              + "output source |> k1(0.5)\n"
          case .parameters:
            lines { "param p\($0): scalar = 0.5 in 0...1 \"Strength \($0)\"" } + "output source * p1\n"
          case .curves:
            "image i0 = source\n"
              + lines { "let c\($0) = curve [(0, 0), (0.\($0), 0.3), (1, 1)]\nimage i\($0) = c\($0)(i\($0 - 1)) * 0.9" }
              + "output i\(count)\n"
          case .mistakes: lines { "image i\($0) = sorce\($0) * undefined\($0)" } + "output i1\n"
          case .blurs:
            "image i0 = source\n"
              + lines { "image i\($0) = mix(i\($0 - 1), blur(i\($0 - 1), radius: \(1 + $0 % 30)px), 0.5)" }
              + "output i\(count)\n"
          }
        }()
    }
  }

  /// What is counted is at most 30 % off the growth of the program's peak memory.
  @Test(
    .slow,
    arguments: [
      (Kind.images, 12_000), (.locals, 8_000), (.loops, 10_000), (.kernels, 7_000), (.parameters, 14_000),
      (.curves, 5_000), (.mistakes, 16_000),
    ])
  func countsAreNearThePeak(_ kind: Kind, _ count: Int) throws {
    let recipe = SourceFile(name: "many.tint", text: kind.recipe(count))
    let budgets = [CompileBudget(), CompileBudget()]
    let look = try compile(recipe, within: budgets[0]).look
    _ = try look.map { try ConfiguredLook($0).bound.plan(for: .opaque(.eight), shot: nil, within: budgets[1]) }
    try program.folder.write(kind.recipe(count), to: "many.tint")
    try program.folder.write("tintype 1\nlook \"one\" { working display }\noutput source\n", to: "one.tint")
    let least = try peak("one.tint")
    let measured = try Double(peak("many.tint") - least)
    let counted = Double(budgets.map(\.peakBytes.count).max() ?? 0)
    #expect(0.7 * measured...1.3 * measured ~= counted, "\(kind): \(counted / 1e6) MB of \(measured / 1e6) MB")
  }

  /// The peak memory of rendering a tiny photo, in bytes. The decoder and the encoder of PNG take little.
  private func peak(_ recipe: String) throws -> Int {
    let result = try program.shell(
      """
      python3 -c 'import resource, subprocess, sys
      subprocess.run(sys.argv[1:], stderr=subprocess.DEVNULL)
      print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)' \
      "$0" render \(recipe) in.png -o out.png --if-exists overwrite --memory 4G --max-pixels 2000
      """)
    let text = result.output.split(separator: "\n").last ?? ""
    return try #require(Int(text), "\(result)") << 10
  }

  @Test(.slow, arguments: [Kind.images, .locals, .blurs])
  func memoryOfCompilingIsLimited(_ kind: Kind) throws {
    try program.folder.write(kind.recipe(kind == .blurs ? 1_000 : 8_000), to: "many.tint")
    let result = try program.shell(
      "ulimit -v 1000000; exec \"$0\" render many.tint in.png -o out.png --memory 20M")
    #expect(result.status == 75 && result.output.isEmpty)
    // The passes of many blurs take little; their rows do not.
    let reason =
      kind == .blurs ? "needs about" : "compiling the look needs more memory than the limit of 20 MB"
    #expect(result.errors.contains(reason), "\(result.errors)")
    #expect(result.errors.contains("--memory raises it"), "\(result.errors)")
    #expect(program.folder.names == ["in.png", "many.tint"])
  }

  /// Each stage asks whether to go on, however small the recipe is.
  @Test func everyStageAsks() throws {
    let blurs = (0..<12).map { "image i\($0 + 1) = blur(i\($0), radius: r * \($0 + 1))" }.joined(separator: "\n")
    let source = SourceFile(
      name: "many.tint",
      text: """
        tintype 1
        look "many" { working display }
        param r: length = 1% in 0%...2%
        image i0 = source * ((source.iso ?? 100) / 200)
        \(blurs)
        output i12

        """)
    let look = ConfiguredLook(try #require(compile(source).look))
    let plan = look.bound.plan(for: .opaque(.eight), shot: nil)
    func stages(_ budget: CompileBudget) -> [() throws -> Void] {
      [
        { _ = try compile(source, within: budget) },
        { _ = try RenderPlan(look.look.program, values: nil, for: .opaque(.eight), within: budget) },
        { _ = try Planner.plan(plan.program, within: budget) },
        { _ = try plan.answered(by: Shot(), within: budget) },
        { _ = try plan.sized(width: 60, height: 40, within: budget) },
      ]
    }
    for stage in stages(CompileBudget(isInterrupted: { true })) {
      #expect(throws: CompileBudget.Stop.interrupted) { try stage() }
    }
    for stage in stages(CompileBudget(limit: 100)) {
      #expect(throws: CompileBudget.Stop.memory(limit: 100)) { try stage() }
    }
    // The optimizer asks before each pass.
    let questions = Atomic(0)
    let budget = CompileBudget(isInterrupted: { questions.wrappingAdd(1, ordering: .relaxed).newValue < 0 })
    _ = try RenderPlan(look.look.program, values: nil, for: .opaque(.eight), within: budget)
    let count = questions.load(ordering: .relaxed)
    #expect(count > RenderPlan.passes(nil, for: .opaque(.eight)).count)
  }

  @Test(.slow, arguments: [Kind.locals, .blurs])
  func timeOfCompilingIsLimited(_ kind: Kind) throws {
    let recipe = try #require(
      String(bytes: JSONEncoder().encode(kind.recipe(kind == .blurs ? 1_000 : 9_000)), encoding: .utf8))
    let quick = #"{"id":2,"look":"original","input":"in.png","output":"quick.png"}"#
    try program.folder.write(
      #"{"id":1,"recipe":\#(recipe),"input":"in.png","output":"slow.png"}"# + "\n" + quick + "\n", to: "jobs")
    let start = ContinuousClock.now
    let late = try program.shell("\"$0\" worker --time-limit 0.3 < jobs").output.split(separator: "\n")
    #expect(late.count == 2 && late[0].contains("took longer than 0.3 s") && late[0].contains("\"status\":75"))
    #expect(late.last?.contains("\"ok\":true") == true)
    let canceled = try program.shell("(cat jobs; sleep 0.5; echo '{\"cancel\":1}'; sleep 0.5) | \"$0\" worker")
    let answers = canceled.output.split(separator: "\n")
    #expect(answers.count == 2 && answers[0].contains("was canceled") && answers[0].contains("\"status\":130"))
    // A guard against a compilation that does not end: without a limit these take far longer.
    #expect(ContinuousClock.now - start < .seconds(30))
  }

  /// A shell starts what runs beside it with SIGINT ignored.
  @Test(.slow) func signalsEndCompiling() throws {
    try program.folder.write(Kind.blurs.recipe(1_000), to: "many.tint")
    let result = try program.shell(
      """
      sh -c 'echo $$ > pid; exec "$0" render many.tint in.png -o out.png' "$0" & sleep 1; kill -TERM $(cat pid); wait $!
      echo $?
      """)
    #expect(result.output == "143\n", "\(result)")
  }
}
