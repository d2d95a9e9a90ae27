import ArgumentParser
import TintypeExecutor

/// The program: it checks that it can run here at all, and hands over to the subcommands.
@main
struct TintypeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tintype", abstract: "Film looks as text: check recipes, render photos.",
    subcommands: [Render.self, Sheet.self, Check.self, Watch.self, List.self, Scene.self])

  static func main() {
    guard Execution.isSupportedHere else {
      StandardError.print("tintype: this processor lacks AVX2 and FMA, which the pixel loops need (x86-64-v3, 2013 on)")
      endProgram(.unavailable)
    }
    Self.main(nil)
  }
}
