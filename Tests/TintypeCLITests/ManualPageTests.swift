import Testing
import TintypeTestSupport

/// The manual page that `Scripts/man` writes.
@Suite struct ManualPageTests {
  private func page(_ program: Program) throws -> String {
    let result = try program.shell("TINTYPE=\"$0\" \"\(TestFiles.packageRoot)/Scripts/man\" tintype.1")
    #expect(result.status == 0, "\(result.errors)")
    return String(decoding: try #require(program.folder.bytes(of: "tintype.1")), as: UTF8.self)
  }

  /// The page as a terminal shows it names all commands, options and exit statuses.
  @Test(.slow, .whereInstalled("man", "python3"))
  func everythingIsNamed() throws {
    let program = try Program()
    _ = try page(program)
    let shown = try program.shell("MANWIDTH=200 LC_ALL=C.UTF-8 man --warnings -l tintype.1")
    #expect(shown.status == 0 && shown.errors.isEmpty, "\(shown.errors)")
    let help = try program("--help").output
    let commands = help.matches(of: #/(?m)^  ([a-z][a-z-]*)  /#).map { String($0.output.1) }
    #expect(commands.count > 15)
    for command in commands {
      #expect(shown.output.contains("tintype \(command) ["), "\(command)")
      let options = try program(command, "--help").output.matches(of: /--[a-z][a-z-]+/)
      for option in Set(options.map { String($0.output) }) where option != "--version" {
        #expect(shown.output.contains(option), "\(command) \(option)")
      }
    }
    for status in ["64", "65", "66", "69", "73", "74", "75"] {
      #expect(shown.output.contains("\n       \(status)     "), "\(status)")
    }
    for title in ["NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "EXIT STATUS", "ENVIRONMENT", "FILES", "EXAMPLES"] {
      #expect(shown.output.contains("\n\(title)\n"), "\(title)")
    }
    #expect(shown.output.contains("--set stamp.format='dd.MM.yyyy'"))
  }

  @Test(.whereInstalled("mandoc", "python3")) func nothingIsOdd()
    throws
  {
    let program = try Program()
    _ = try page(program)
    let lint = try program.shell("mandoc -Tlint tintype.1")
    #expect(lint.output.isEmpty, "\(lint.output)")
  }
}
