import CFuzzDriver
import FuzzFiles
import Glibc
import Tintype
import TintypeImage
import TintypeLanguageServer

/// Messages of an editor: whatever they are, the server answers and ends when the editor leaves.
@main enum FuzzEditor {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    _ = LLVMFuzzerRunDriver(&count, &arguments) { data, size in
      let input = MemoryFile(FuzzEditor.framed(Array(UnsafeBufferPointer(start: data, count: size))))
      lseek(input.descriptor, 0, SEEK_SET)
      let output = MemoryFile([])
      _ = LanguageServer.serve(
        input: input.descriptor, output: output.descriptor, threads: 1, temporaryFolder: scratchFolder,
        isInterrupted: { false })
      return 0
    }
  }

  /// A header for each line that begins as JSON does; other lines go as they are. The first message is always the one
  /// without which a server refuses all others; its previews are small.
  static func framed(_ bytes: [UInt8]) -> [UInt8] {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    return ([initialize[...]] + lines).flatMap { line in
      line.first == UInt8(ascii: "{") ? Array("Content-Length: \(line.count)\r\n\r\n".utf8) + line : Array(line)
    }
  }

  private static let initialize = Array(
    #"{"id":0,"method":"initialize","params":{"capabilities":{},"initializationOptions":{"previewEdge":72}}}"#.utf8)
}
