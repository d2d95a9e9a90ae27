import Testing
import TintypeColor
import TintypeDiagnostics
import TintypeIR
import TintypeTestSupport

@testable import TintypeOptimizer

/// Each pass alone, on a program that stands beside its result: `Goldens/NAME.before.txt` and `NAME.after.txt`.
@Suite struct PassGoldenTests {
  @Test func bindsParameters() throws {
    try check("bind-parameters") { bindParameters($0, to: [[0.5], [1], [0.25, 0.5, 0.75]]) }
  }

  @Test func assumesAnOpaqueSource() throws { try check("assume-opaque") { assumeOpaque($0) } }

  @Test func splitsLanes() throws { try check("split-lanes", splitLanes) }

  @Test func lowersCurves() throws { try check("lower-curves", lowerCurves) }

  @Test func foldsConstants() throws { try check("fold-constants") { rewrite($0, by: foldConstants) } }

  @Test func cancelsIdentities() throws { try check("cancel-identities") { rewrite($0, by: cancelIdentities) } }

  @Test func cancelsInverses() throws { try check("cancel-inverses", { cancelInverses($0) }) }

  @Test func lowersIntrinsics() throws { try check("lower-intrinsics", lowerIntrinsics) }

  @Test func encodesByTable() throws { try check("encode-by-table", encodeByTable) }

  @Test func reducesStrength() throws { try check("reduce-strength") { rewrite($0, by: reduceStrength) } }

  @Test func dropsIdleSteps() throws { try check("drop-idle-steps", dropIdleSteps) }

  @Test func mergesAffineSteps() throws { try check("merge-affine-steps", mergeAffineSteps) }

  /// Red is worth a table, green is not, and blue reads red's.
  @Test func tabulatesTheSource() throws { try check("tabulate-source") { tabulateSource($0) } }

  @Test func removesDeadValues() throws { try check("remove-dead-values", removeDeadValues) }

  @Test func flattensOverWhite() throws { try check("flatten-over-white", flattenOverWhite) }

  @Test func convertsColors() throws {
    try check("convert-colors") { convertColors($0, from: .displayP3, to: .srgb, sourceIsBytes: true) }
  }

  @Test func storesAsYCbCr() throws {
    try check("stored-as-ycbcr") {
      storedAsYCbCr($0, YCbCr(.bt709, isFullRange: false, bits: 8, isGray: false))
    }
  }

  private func check(_ name: String, _ pass: (Program) -> Program) throws {
    let path = TestFiles.folder(ofTarget: #filePath) + "/Goldens/\(name).before.txt"
    let text = try #require(TestFiles.bytes(of: path), "no \(name).before.txt")
    let (program, diagnostics) = ProgramReader.read(SourceFile(name: name, text: text))
    #expect(diagnostics.map(\.rendered) == [])
    let before = try #require(program)
    #expect(before.problems == [])
    let after = pass(before)
    #expect(after.problems == [])
    expectGolden(after.description, "\(name).after.txt")
  }
}
