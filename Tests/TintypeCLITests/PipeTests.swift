import Foundation
import Testing
import TintypeImage
import TintypeTestSupport

/// `-`, `--manifest` and `tintype worker`.
@Suite struct PipeTests {
  private func program() throws -> Program {
    let program = try Program()
    try TestPicture(60, 40).write(program.folder, "in.jpg")
    return program
  }

  @Test func throughPipes() throws {
    let program = try program()
    expectQuiet(try program("render", "tumble-down", "in.jpg", "-o", "out.jpg"))
    expectQuiet(try program("render", "tumble-down", "in.jpg", "-o", "out.png"))
    for line in [
      "cat in.jpg | \"$0\" render tumble-down - -o - | cat > piped.jpg",
      "\"$0\" render tumble-down - -o - < in.jpg > piped.jpg",
      "cat in.jpg | \"$0\" render tumble-down - -o piped.jpg",
      "\"$0\" render tumble-down in.jpg -o - > piped.jpg",
      "cat in.jpg | \"$0\" render tumble-down - -o - --format png > piped.png",
    ] {
      let name = line.contains("png") ? "png" : "jpg"
      expectQuiet(try program.shell(line))
      #expect(program.folder.bytes(of: "piped." + name) == program.folder.bytes(of: "out." + name), "\(line)")
      try FileManager.default.removeItem(atPath: program.folder.path + "/piped." + name)
    }
  }

  @Test func aBrokenPhotoGivesNothing() throws {
    let program = try program()
    let result = try program.shell("head -c 900 in.jpg | \"$0\" render original - -o -")
    expectFailure(result, 65, "standard input: ")
    expectFailure(
      try program.shell("\"$0\" render original - -o - < /dev/null"), 65, "standard input: the file is empty")
    expectFailure(try program.shell("exec \"$0\" render original - -o - <&-"), 66, "standard input: ")
    for arguments in [["-", "in.jpg", "-o", "out/"], ["in.jpg", "in.jpg", "-o", "-"], ["-", "--in-place"]] {
      #expect(try program.run(["render", "original"] + arguments).status == 64)
    }
  }

  @Test func nobodyListens() throws {
    let result = try program().shell("(\"$0\" render original in.jpg -o -; echo $? > status) | true; cat status")
    #expect(result.errors.isEmpty)
    #expect(["0\n", "141\n"].contains(result.output))
  }

  #if os(Linux)
    @Test func aFullPipe() throws {
      let result = try program().shell("exec \"$0\" render original in.jpg -o - > /dev/full")
      expectFailure(result, 74, "standard output: cannot be written: No space left on device")
    }
  #endif
}
