import ArgumentParser
import Tintype
import TintypeExecutor

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The program: it checks that it can run here at all, and hands over to the subcommands.
@main
struct TintypeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tintype", abstract: "Film looks as text: check recipes, render photos.",
    version: tintypeVersion,
    subcommands: [
      Render.self, Worker.self, Why.self, Sheet.self, Check.self, Format.self, Explain.self, Probe.self, Watch.self,
      List.self,
      Scene.self,
    ])

  static func main() {
    guard Execution.isSupportedHere else {
      StandardError.print("tintype: this processor lacks AVX2 and FMA, which the pixel loops need (x86-64-v3, 2013 on)")
      endProgram(.unavailable)
    }
    refuseArgumentsOtherThanUTF8()
    reportFullFilesAsErrors()
    Self.main(nil)
    // What was printed may still be on its way, and only now does it show that the disk is full.
    if fflush(nil) != 0 {
      StandardError.print("standard output", "cannot be written")
      endProgram(.io)
    }
  }
}
