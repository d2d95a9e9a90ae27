import Testing
import TintypeImage
import TintypeJSON
import TintypeTestSupport

@testable import TintypeLanguageServer

@Suite(.enabled(if: PictureFileType(named: "raw") != nil, "needs the trait RAW")) struct RawPreviewTests {
  @Test func aPreviewOfARawFile() throws {
    let folder = try ScratchFolder()
    try folder.write(RawRecipe(width: 96, height: 64).dng, to: "a.dng")
    let (client, uri) = (EditorClient(), "untitled:x.tint")
    client.open(uri, "tintype 1\nlook \"x\" { about \"A.\" working display }\noutput source\n")
    let shown = client.request(
      "workspace/executeCommand",
      ["command": "tintype.preview", "arguments": [.string(uri), .string(folder.path + "/a.dng")]])
    #expect(shown["width"] == 96 && shown["height"] == 64, "\(shown)")
  }
}
