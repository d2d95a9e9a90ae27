import CFuzzDriver
import Tintype
import TintypeIR

/// The reader of a program's text form: what it reads without complaint prints, and reads back the same.
@main enum FuzzProgram {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    _ = LLVMFuzzerRunDriver(&count, &arguments) { data, size in
      let text = Array(UnsafeBufferPointer(start: data, count: size))
      let (program, _) = ProgramReader.read(SourceFile(name: "fuzz.ir", text: text))
      guard let program, program.problems.isEmpty else { return 0 }
      let printed = program.description
      let again = ProgramReader.read(SourceFile(name: "fuzz.ir", text: printed)).program
      precondition(again?.description == printed, "a program reads back as another")
      return 0
    }
  }
}
