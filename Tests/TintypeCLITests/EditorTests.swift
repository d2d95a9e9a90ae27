import Foundation
import Testing
import TintypeTestSupport

/// Typical sessions in the installed editors, with the settings of the folder `Editors`. Each script of
/// `Tests/TintypeCLITests/Editors` is one thing that an author does, once for each editor.
@Suite struct EditorTests {
  /// An editor that runs without a screen.
  enum Editor: CaseIterable, Sendable {
    case neovim, emacs

    static let installed = allCases.filter(\.isInstalled)

    private var isInstalled: Bool {
      switch self {
      case .neovim: return programOnSearchPath("nvim") != nil
      case .emacs:
        guard let emacs = programOnSearchPath("emacs") else { return false }
        let result = try? runProgram(emacs, ["--batch", "--eval", "(progn (package-initialize) (require 'eglot))"])
        return result?.status == 0
      }
    }

    /// The line of `sh` that runs a script.
    fileprivate func command(_ script: String) -> String {
      let scripts = TestFiles.packageRoot + "/Tests/TintypeCLITests/Editors/"
      switch self {
      case .neovim: return "nvim --headless -u NONE -S '\(scripts)setup.lua' -S '\(scripts)\(script).lua'"
      case .emacs: return "emacs --batch -l '\(scripts)setup.el' -l '\(scripts)\(script).el'"
      }
    }
  }

  private static let header = "tintype 1\n\nlook \"l\" {\n  about   \"An example.\"\n  working display\n}\n\n"

  /// Runs a script in a folder with these files; what the editor said.
  private func run(_ script: String, in editor: Editor, _ files: [String: String]) throws -> Program {
    let program = try Program()
    for (name, text) in files { try program.folder.write(text, to: name) }
    try TestPicture(96, 64).write(program.folder, "photo.jpg")
    let result = try program.shell(
      "HOME=\"$PWD\" TINTYPE_PROGRAM=\"$0\" TINTYPE_ROOT='\(TestFiles.packageRoot)' \(editor.command(script)) 2>&1")
    #expect(result.status == 0, "\(result.output)")
    return program
  }

  private func text(_ name: String, _ program: Program) throws -> String {
    String(decoding: try #require(program.folder.bytes(of: name)), as: UTF8.self)
  }

  @Test(.timeLimit(.minutes(5)), arguments: Editor.installed) func aWrongRecipeIsMended(_ editor: Editor) throws {
    let right =
      Self.header + """
        param light: scalar = 1  in 0...2

        kernel shifted(c: rgb, by: scalar = 0.25) -> rgb {
          return clamp(c + by, 0, 1)
        }

        output (source |> shifted(0.5)) * light

        """
    let wrong = right.replacing("clamp", with: "clmp").replacing("source", with: "sorce")
    let program = try run("mend", in: editor, ["x.tint": wrong])
    #expect(try text("x.tint", program) == right)
  }

  @Test(.timeLimit(.minutes(5)), arguments: Editor.installed)
  func aParameterIsRenamedInThreeFiles(_ editor: Editor) throws {
    let files = [
      "grain.tint": Self.header + "param amount: scalar = 0.5 in 0...1\noutput source * amount\n",
      "a.tint": Self.header + "use \"grain.tint\" as grain\nset grain.amount = 0.2\noutput source |> grain()\n",
      "b.tint": Self.header + "use \"grain.tint\" as g\noutput source |> g(amount: 0.3)\n",
    ]
    let program = try run("rename", in: editor, files)
    for (name, before) in files {
      #expect(try text(name, program) == before.replacing("amount", with: "strength"))
    }
    #expect(try program.run(["check"] + files.keys.sorted()).status == 0)
  }

  @Test(.timeLimit(.minutes(5)), arguments: Editor.installed) func aLookIsWrittenFromNothing(_ editor: Editor) throws {
    let program = try run("write", in: editor, ["x.tint": ""])
    let checked = try program("check", "--strict", "x.tint")
    #expect(checked.status == 0, "\(checked.errors)")
    #expect(try text("x.tint", program).contains("output source * name"))
    expectQuiet(try program("render", "./x.tint", "photo.jpg", "-o", "out.jpg"))
  }

  @Test(.timeLimit(.minutes(5)), arguments: Editor.installed.filter { $0 == .neovim })
  func aCompletionOfSeveralLinesIsTyped(_ editor: Editor) throws {
    let program = try run("keys", in: editor, ["x.tint": ""])
    #expect(
      try text("x.tint", program)
        == "look \"name\" {\n  about \"What it looks like.\"\n  working linear-srgb\n}\n// More.\n")
  }

  /// Neovim draws it with chafa; Emacs without a screen holds it in the buffer that it would show.
  @Test(
    .timeLimit(.minutes(5)), arguments: Editor.installed.filter { $0 != .neovim || programOnSearchPath("chafa") != nil }
  )
  func aPreviewFollows(_ editor: Editor) throws {
    _ = try run(
      "preview", in: editor,
      ["x.tint": Self.header + "param light: scalar = 0.5 in 0...1\noutput source * light\n"])
  }
}
