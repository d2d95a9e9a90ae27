import Foundation
import Testing
import TintypeTestSupport

/// The WebAssembly module says and renders what the command does.
@Suite struct WasmModuleTests {
  private static let module = TestFiles.packageRoot + "/.build/wasm/tintype.wasm"

  @Test(
    .slow, .whereInstalled("node"),
    .enabled(if: TestFiles.bytes(of: module) != nil, "there is no .build/wasm/tintype.wasm: Scripts/wasm builds it"))
  func moduleEqualsCommand() throws {
    let words = ["node", "Tests/Wasm/check.mjs", Self.module, Program.path]
    let result = try runProgram("/usr/bin/env", words, in: TestFiles.packageRoot)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains("comparisons, 0 differences"))
  }
}
