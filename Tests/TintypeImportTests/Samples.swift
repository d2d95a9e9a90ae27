import Testing
import Tintype
import TintypeDiagnostics
import TintypeIR
import TintypeImage
import TintypeImport
import TintypeTestSupport

/// A file of another program.
func file(_ text: String, _ name: String = "look.clf") -> SourceFile { SourceFile(name: name, text: text) }

/// A CLF of some operators, which begin in its line 4.
func clf(_ operators: String, version: String = "3.0") -> SourceFile {
  file(
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <ProcessList xmlns="urn:AMPAS:CLF:v3.0" id="1" name="sample" compCLFversion="\(version)">
      <Description>A sample.</Description>
    \(operators)
    </ProcessList>
    """)
}

/// A correction as a `.cc` file.
func correction(_ slope: String, _ offset: String, _ power: String, _ saturation: String) -> SourceFile {
  file(
    """
    <ColorCorrection id="one">
      <SOPNode><Slope>\(slope)</Slope><Offset>\(offset)</Offset><Power>\(power)</Power></SOPNode>
      <SatNode><Saturation>\(saturation)</Saturation></SatNode>
    </ColorCorrection>
    """, "look.cc")
}

/// What a file is refused for.
func refusal(_ file: SourceFile, correction: String? = nil) -> [String] {
  do {
    _ = try ImportedLook(file, stem: "look", correction: correction)
    return []
  } catch { return error.lines }
}

/// A recipe that was imported, with its tables in a folder, as what it does to a color.
struct ImportedMeaning {
  private let look: ConfiguredLook

  private init(look: ConfiguredLook) { self.look = look }

  /// What any look does.
  static func meaning(of look: ConfiguredLook) -> ImportedMeaning { ImportedMeaning(look: look) }

  /// Writes recipe and tables, and checks that the compiler has nothing to say.
  init(_ imported: ImportedLook) throws {
    let folder = try ScratchFolder()
    for table in imported.tables { try TestFiles.write(table.bytes, to: folder.path + "/" + table.name) }
    let path = folder.path + "/look.tint"
    let recipe = SourceFile(name: path, text: imported.recipe)
    let (compiled, diagnostics) = compile(recipe, loader: FolderLoader(for: FilePath(path)), withLints: true)
    // Some samples are no looks for photos, and a file may clamp twice.
    let remarks = diagnostics.filter { !["crushed-scale", "needless-clamp"].contains($0.code) }.map(\.rendered)
    #expect(remarks.isEmpty, "\(remarks.joined())")
    look = ConfiguredLook(try #require(compiled), recipe: recipe)
  }

  init(_ file: SourceFile) throws { try self.init(ImportedLook(file, stem: "look")) }

  func callAsFunction(_ color: [Double]) -> [Double] {
    Array(
      Interpreter(look.look.program, parameters: look.values, width: 1, height: 1).color(at: .init(color: color + [1]))
        .prefix(3))
  }
}

/// Colors from -0.3 to 1.4, grays and corners among them.
let wideColors: [[Double]] = {
  var numbers = SplitMix64(seed: 8)
  let grays = (-6...28).map { [Double](repeating: Double($0) / 20, count: 3) }
  return grays + (0..<200).map { _ in (0..<3).map { _ in Double(numbers.next() % 1700) / 1000 - 0.3 } }
}()
