import Foundation
import Testing
import TintypeTestSupport

/// What Tab does in the shells that are installed here: lines are typed into an interactive one.
@Suite struct ShellCompletionTests {
  private static let recipe = """
    tintype 1
    look "E" { about "Evening." working display }
    param tone: choice = .warm of warm, cold
    param light: scalar = 1 in 0...2 "Light"
    param glow: bool = true
    param plate: picture
    variant "bright" { light = 2 }
    output mix(source * light, fill(plate), 0.1)

    """

  /// What is typed, and what stands there after Tab.
  private static let lines = [
    ("tintype rend", "tintype render "),
    ("tintype render minim", "tintype render minimal-life "),
    ("tintype render ev", "tintype render evening.tint "),
    ("tintype render ./ev", "tintype render ./evening.tint "),
    ("tintype render loo", "tintype render looks/"),
    ("tintype render my", "tintype render my\\ look.tint "),
    // A name is a name, not a command.
    ("tintype render x", "tintype render x\\$\\(touch\\ BAD\\).tint "),
    ("tintype render evening.tint pho", "tintype render evening.tint photo.jpg "),
    ("tintype render evening.tint IM", "tintype render evening.tint IMG.JPG "),
    ("tintype render evening.tint --set li", "tintype render evening.tint --set light="),
    ("tintype render evening.tint photo.jpg --set tone=w", "tintype render evening.tint photo.jpg --set tone=warm "),
    ("tintype render looks/e.tint --set g", "tintype render looks/e.tint --set glow="),
    ("tintype render evening.tint --variant b", "tintype render evening.tint --variant bright "),
    ("tintype render evening.tint --picture pl", "tintype render evening.tint --picture plate="),
    ("tintype render evening.tint --picture plate=s", "tintype render evening.tint --picture plate=scan.png "),
    ("tintype render evening.tint --if-exists sk", "tintype render evening.tint --if-exists skip "),
    ("tintype render evening.tint --shot iso", "tintype render evening.tint --shot iso="),
    ("tintype diff noir evening.tint --set-second li", "tintype diff noir evening.tint --set-second light="),
    ("tintype diff noir evening.tint --set-first li", "tintype diff noir evening.tint --set-first li"),
    ("tintype sheet sca", "tintype sheet scan.png "),
    ("tintype explain-error unknown-n", "tintype explain-error unknown-name "),
    ("tintype optimize --pass split-l", "tintype optimize --pass split-lanes "),
    ("tintype new mine --template blan", "tintype new mine --template blank "),
  ]

  @Test(
    .slow,
    arguments: ["bash", "zsh", "fish"].filter {
      programOnSearchPath($0) != nil && programOnSearchPath("python3") != nil
    })
  func tabCompletes(_ shell: String) throws {
    let program = try Program()
    for name in ["photo.jpg", "IMG.JPG", "scan.png", "x$(touch BAD).tint", "my look.tint", "notes.txt"] {
      try program.folder.write("", to: name)
    }
    try program.folder.write(Self.recipe, to: "evening.tint")
    try FileManager.default.createDirectory(
      atPath: program.folder.path + "/looks", withIntermediateDirectories: false)
    try program.folder.write(Self.recipe, to: "looks/e.tint")
    try FileManager.default.createSymbolicLink(
      atPath: program.folder.path + "/tintype", withDestinationPath: Program.path)
    let script = try program("--generate-completion-script", shell)
    #expect(script.status == 0)
    try program.folder.write(script.output, to: ".script")
    let typed = Self.lines.map { "'\($0.0)'" }.joined(separator: " ")
    let typist = "\(TestFiles.packageRoot)/Tests/TintypeCLITests/Shells/press-tab.py"
    let result = try program.shell("PATH=\"$PWD:$PATH\" HOME=\"$PWD\" python3 '\(typist)' \(shell) .script \(typed)")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.split(separator: "\n").map(String.init) == Self.lines.map(\.1))
    #expect(program.folder.bytes(of: "BAD") == nil)
  }

  /// Zsh and fish show what a look does.
  @Test func candidatesSayWhatTheyAre() throws {
    let program = try Program()
    let zsh = try program.shell("SAP_SHELL=zsh \"$0\" ---completion render -- positional@0 2 0 tintype render ''")
    #expect(zsh.output.contains("\noriginal:") || zsh.output.hasPrefix("original:"))
    let fish = try program.shell("SAP_SHELL=fish \"$0\" ---completion explain-error -- positional@0 2 0 tintype x ''")
    #expect(fish.output.contains("unknown-name\t"))
  }
}
