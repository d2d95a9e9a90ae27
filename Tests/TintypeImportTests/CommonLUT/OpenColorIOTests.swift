import Testing
import TintypeDiagnostics
import TintypeImport
import TintypeTestSupport

/// An imported recipe agrees with OpenColorIO on the original file.
@Suite(.serialized) struct OpenColorIOTests {
  private static let python = TintypeTestSupport.python(importing: "PyOpenColorIO")
  private static let reason: Testing.Comment = "there is no PyOpenColorIO: Scripts/setup --tests"

  /// The file's transform of colors, one a line, without the approximations of its vector code.
  private static let readAll = """
    import sys, PyOpenColorIO as o
    colors = [[float(x) for x in line.split()] for line in open(sys.argv[1])]
    for name in sys.argv[2:]:
        t = o.FileTransform(name, interpolation=o.INTERP_TETRAHEDRAL)
        t.setCDLStyle(o.CDL_ASC)
        p = o.Config.CreateRaw().getProcessor(t).getOptimizedCPUProcessor(o.OPTIMIZATION_NONE)
        for color in colors:
            print(*p.applyRGB(color))
    """

  /// The colors that OpenColorIO makes of ``wideColors``, for each file.
  private func colors(_ files: [(name: String, text: [UInt8])]) throws -> [[[Double]]] {
    let folder = try ScratchFolder()
    for file in files { try TestFiles.write(file.text, to: folder.path + "/" + file.name) }
    try folder.write(Self.readAll, to: "read.py")
    try folder.write(
      wideColors.map { $0.map(\.description).joined(separator: " ") }.joined(separator: "\n"), to: "colors")
    let result = try runProgram(
      try #require(Self.python), ["read.py", "colors"] + files.map(\.name), in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    let lines = result.output.split(separator: "\n").map { $0.split(separator: " ").compactMap { Double($0) } }
    try #require(lines.count == files.count * wideColors.count)
    return files.indices.map { Array(lines[($0 * wideColors.count)..<(($0 + 1) * wideColors.count)]) }
  }

  /// The largest difference, in parts of what is larger than 1.
  private func difference(_ found: [[Double]], _ expected: [[Double]]) -> Double {
    zip(found, expected).flatMap { zip($0, $1).map { abs($0 - $1) / max(1, abs($1)) } }.max() ?? .infinity
  }

  @Test(.slow, .enabled(if: python != nil, reason)) func everyOperator() throws {
    let files = OperatorSamples.all.map { clf($0.text) }
    let expected = try colors(files.indices.map { ("\($0).clf", files[$0].text) })
    for (index, file) in files.enumerated() {
      let meaning = try ImportedMeaning(file)
      let difference = difference(wideColors.map { meaning($0) }, expected[index])
      // The curve of sRGB is written as such, whose corner IEC 61966-2-1 has a little elsewhere.
      let isSRGB = file.text(in: Span(0, file.text.count)).contains("exponent=\"2.4\" offset=\"0.055\"")
      #expect(difference < (isSRGB ? 1.2e-5 : 2e-6), "\(OperatorSamples.all[index].name) is \(difference) off")
    }
  }

  /// Integers of a depth stand for 0 to 1.
  @Test(.slow, .enabled(if: python != nil, reason)) func depths() throws {
    let file = clf(
      """
      <Range inBitDepth="10i" outBitDepth="12i"><minInValue>64</minInValue><maxInValue>940</maxInValue>
      <minOutValue>0</minOutValue><maxOutValue>4000</maxOutValue></Range>
      <Matrix inBitDepth="12i" outBitDepth="8i"><Array dim="3 4">
      0.05 0.01 0 -2  0 0.06 0 0  0.01 0 0.05 9</Array></Matrix>
      <LUT1D inBitDepth="8i" outBitDepth="16i"><Array dim="3 1">0 30000 65535</Array></LUT1D>
      <LUT3D inBitDepth="16i" outBitDepth="10i" interpolation="tetrahedral"><Array dim="2 2 2 3">
      0 0 0  0 0 1000  0 900 0  0 1000 1023  1023 0 50  1000 0 1023  900 1023 0  1023 1000 1023</Array></LUT3D>
      <ASC_CDL inBitDepth="10i" outBitDepth="16f" style="Fwd"><SatNode><Saturation>0.5</Saturation></SatNode></ASC_CDL>
      """)
    let meaning = try ImportedMeaning(file)
    let difference = difference(wideColors.map { meaning($0) }, try colors([("depths.clf", file.text)])[0])
    #expect(difference < 2e-6, "\(difference)")
  }

  /// The clamps of ASC CDL 1.2, and one of several corrections.
  @Test(.slow, .enabled(if: python != nil, reason)) func decisions() throws {
    let files = [
      correction("1.1 1 0.9", "-0.05 0 0.1", "1.3 1 0.8", "0.7"), correction("0 2 1", "0.5 -0.5 0", "1 1 1", "3"),
      correction("1 1 1", "0 0 0", "2.2 0.45 1", "0"),
    ]
    let expected = try colors(files.indices.map { ("\($0).cc", files[$0].text) })
    for (index, file) in files.enumerated() {
      let meaning = try ImportedMeaning(file)
      let difference = difference(wideColors.map { meaning($0) }, expected[index])
      // The way to light and back again costs a little.
      #expect(difference < 1e-5, "\(index) is \(difference) off")
    }
  }

  @Test(.slow, .enabled(if: python != nil, reason)) func tables() throws {
    let cube = file(
      "TITLE \"a\"\nLUT_1D_SIZE 3\nDOMAIN_MIN -0.2 0 0\nDOMAIN_MAX 1 1.1 1\n0 0.1 0\n0.6 0.4 0.5\n1 1 0.9\n", "a.cube")
    let meaning = try ImportedMeaning(cube)
    let difference = difference(wideColors.map { meaning($0) }, try colors([("a.cube", cube.text)])[0])
    #expect(difference < 2e-6, "\(difference)")
  }
}
