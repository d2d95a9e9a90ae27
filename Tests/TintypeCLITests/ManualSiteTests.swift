import Foundation
import Testing
import TintypeTestSupport

/// The manual as a site, which `Scripts/manual` writes.
@Suite(
  .slow, .serialized,
  .enabled(
    if: python(importing: "markdown_it") != nil,
    "there is no Python with markdown-it-py: Scripts/setup --tests installs it"))
struct ManualSiteTests {
  private static let root = TestFiles.packageRoot
  private static let hasModule = TestFiles.bytes(of: root + "/.build/wasm/tintype.wasm.gz") != nil
  private let program: Program

  init() throws {
    program = try Program()
    let result = try manual("site")
    try #require(result.status == 0, "\(result.errors)")
  }

  private func manual(_ folder: String) throws -> ProgramResult {
    try program.shell("TINTYPE=\"$0\" \"\(Self.root)/Scripts/manual\" -o \(folder)")
  }

  private func page(_ name: String) throws -> String {
    String(decoding: try #require(program.folder.bytes(of: "site/" + name)), as: UTF8.self)
  }

  /// The script checks all links itself.
  @Test func pagesAreWholeAndTheSameEachTime() throws {
    let pages = TestFiles.names(in: Self.root + "/Documentation", endingIn: ".md").map { $0.dropLast(3) + ".html" }
    #expect(pages.count > 10)
    let index = try page("index.html")
    for name in pages {
      #expect(index.contains("<li><a href=\"\(name)\">"), "\(name)")
      #expect(!(try page(String(name))).contains(#/src="(https?:|\/)|<script/#), "\(name) loads what is not beside it")
    }
    #expect(try page("slide.tint.html").contains("<span class=\"t-keyword\">look</span>"))
    _ = try manual("again")
    let difference = try program.shell("diff -r site again")
    #expect(difference.status == 0 && difference.output.isEmpty, "\(difference.output)")
  }

  @Test func onlyAManualIsReplaced() throws {
    #expect(try program.shell("mkdir other && printf mine >other/file").status == 0)
    let refusal = try manual("other")
    #expect(refusal.status == 73 && refusal.errors.contains("other is not empty, and no manual"))
    #expect(program.folder.bytes(of: "other/file") == Array("mine".utf8))
    try program.folder.write("", to: "site/old.html")
    #expect(try manual("site").status == 0)
    #expect(program.folder.bytes(of: "site/old.html") == nil)
  }

  @Test func linksThatLeadNowhereAreNamed() throws {
    for name in ["Recipes", "Sources", "CHANGELOG.md"] {
      try FileManager.default.createSymbolicLink(
        atPath: program.folder.path + "/" + name, withDestinationPath: Self.root + "/" + name)
    }
    #expect(try program.shell("mkdir Documentation").status == 0)
    try program.folder.write("# A\n\n[b](Documentation/B.md#none) [c](C.md) ![d](d.jpg) [e](#a)\n", to: "README.md")
    try program.folder.write("# B\n\n[a](../README.md#a)\n", to: "Documentation/B.md")
    let interpreter = try #require(python(importing: "markdown_it"))
    let result = try program.shell("mkdir out && \(interpreter) \(Self.root)/Documentation/manual-site.py \"$0\" . out")
    #expect(result.status == 1)
    for line in [
      "README.md: there is no 'C.md' to link to", "README.md: there is no 'd.jpg' to link to",
      "index.html: 'B.html' has no heading '#none'",
    ] {
      #expect(result.errorLines.contains { $0.hasSuffix(line) }, "\(result.errors)")
    }
    #expect(!result.errors.contains("'index.html' has no heading"))
  }

  @Test func recipesHaveLinks() throws {
    let counts = try ["Tutorial.html", "Cookbook.html", "Cabinet.html"].map { name in
      try page(name).matches(of: #/<a class="open" href="tintype.html#recipe=/#).count
    }
    // In the cookbook, all that need no other picture; in the cabinet, its looks and one recipe.
    #expect(Self.hasModule ? counts[0] == 7 && counts[1] > 40 && counts[2] == 30 : counts == [0, 0, 0], "\(counts)")
    #expect(try page("index.html").contains("This copy has no page that opens recipes") != Self.hasModule)
  }

  /// A recipe of the cookbook opens by its link, as it stands there, and is rendered.
  @Test(
    .enabled(if: Chromium.path != nil, "there is no chromium; Scripts/setup --tests installs it"),
    .enabled(if: hasModule, "there is no .build/wasm/tintype.wasm.gz: Scripts/wasm builds it"),
    arguments: ["#split-tone", "#a-detail-beside-the-photo"])
  func aRecipeOpensInThePage(_ heading: String) async throws {
    let cookbook = try await Page(
      "file://\(program.folder.path)/site/Cookbook.html\(heading)", flags: ["--window-size=390,844"], ready: "true")
    #expect(try await cookbook.text("document.documentElement.scrollWidth <= innerWidth") == "1")
    let recipe = "document.querySelector('h3\(heading) ~ .recipe')"
    let text = try await cookbook.text("\(recipe).querySelector('code').textContent")
    let link = try await cookbook.text("\(recipe).querySelector('a').href")
    try await cookbook.expectNoErrors()
    await cookbook.close()
    let studio = try await Page(link)
    try await studio.until("document.documentElement.dataset.shown")
    #expect(try await studio.text("document.getElementById('source').value") == text)
    #expect(try await studio.text("document.getElementById('problems').childElementCount") == "0")
    try await studio.expectNoErrors()
    await studio.close()
  }
}
