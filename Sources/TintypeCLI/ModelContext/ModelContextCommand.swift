import ArgumentParser
import Tintype
import TintypeJSON
import TintypeRender

/// `tintype mcp`
struct ModelContextCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Serve an assistant: the Model Context Protocol on standard input and output.",
    discussion: """
      An assistant starts this itself; Documentation/Assistants.md says how to register it. Its tools are \
      \(Tool.all.map(\.name).joined(separator: ", ")); its resources are the pages on the language. One message a \
      line. Give a --root, which keeps the assistant in that folder.
      """)

  @OptionGroup var effort: EffortOptions

  @OptionGroup var sidecars: SidecarOptions

  @OptionGroup var limits: WorkerLimits

  @OptionGroup var confinement: ConfinementOptions

  func run() throws {
    confinement.apply(byDefault: true)
    Interruption.watch()
    var options = RenderOptions()
    (options.threads, options.limits.maxPixels) = (effort.threads, effort.maxPixels.count)
    options.maxCost = Double(limits.maxCost.count)
    let jobs = JobRunner(try JobFiles(limits), memory: effort.memory.count, readsSidecars: !sidecars.noSidecars)
    try serve(ToolSession(jobs, options))
    Interruption.endIfRequested()
  }

  private func serve(_ session: ToolSession) throws {
    let inbox = WorkerInbox(canceledID: ModelContextServer.canceledID)
    var server = ModelContextServer(session, limits, inbox)
    while !Interruption.isRequested, let entry = try inbox.next() {
      guard let answer = server.answer(entry), !Interruption.isRequested else { continue }
      try StandardStreams.write(Array((answer.line + "\n").utf8))
    }
  }
}
