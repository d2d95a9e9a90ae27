import Testing
import TintypeTestSupport

/// One target and all it may import. Missing edges are the point.
private struct Layer {
  let target: String
  /// Targets of this project.
  let ours: Set<String>
  /// Everything else.
  let others: Set<String>

  init(_ target: String, _ ours: Set<String> = [], others: Set<String> = []) {
    (self.target, self.ours, self.others) = (target, ours, others)
  }
}

/// From the base to the command. A target may import what stands above it here, and of that only what its line says.
private let layers = [
  // base
  Layer("TintypeDiagnostics"),
  // The system's library, under the name that each platform has for it.
  Layer("TintypeSystem", others: ["Darwin", "Glibc", "Musl"]),
  // Counts of bytes and pixels that saturate.
  Layer("TintypeSizes", others: ["Synchronization"]),
  Layer("CTintypeCodec"), Layer("CTintypeConfinement"), Layer("CTintypeICC"), Layer("CTintypeJPEG", ["CTintypeCodec"]),
  Layer("CTintypePNG", ["CTintypeCodec"]), Layer("CTintypeLanes"),
  // Each behind a trait.
  Layer("CTintypeTIFF", ["CTintypeCodec"]), Layer("CTintypeHEIF", ["CTintypeCodec"]),
  Layer("CTintypeAVIF", ["CTintypeCodec"]), Layer("CTintypeJXL", ["CTintypeCodec"]),
  // What red, green and blue mean; the powers of the system's library.
  Layer("TintypeColor", ["TintypeSystem"]),
  // The only one below the command that touches files.
  Layer(
    "TintypeImage",
    [
      "CTintypeAVIF", "CTintypeCodec", "CTintypeConfinement", "CTintypeHEIF", "CTintypeICC", "CTintypeJPEG",
      "CTintypeJXL",
      "CTintypePNG", "CTintypeTIFF", "TintypeColor", "TintypeDiagnostics", "TintypeSizes", "TintypeSystem",
    ], others: ["Synchronization"]),
  // front: the language's text and what it can compute do not know each other
  Layer("TintypeSyntax", ["TintypeDiagnostics", "TintypeSizes"]),
  // The system's library for the functions of double precision.
  Layer("TintypeIntrinsics", ["TintypeSystem"]),
  Layer("TintypeTables", ["TintypeDiagnostics"]),
  Layer("TintypeFormatter", ["TintypeDiagnostics", "TintypeSyntax"]),
  Layer("TintypeText", others: ["Synchronization"]),
  Layer("TintypeDrawing", ["TintypeText"]),
  // The only one that knows FreeType, and that behind a trait.
  Layer("CTintypeFont"),
  Layer("TintypeFonts", ["CTintypeFont", "TintypeText"]),
  // program
  Layer("TintypeIR", ["TintypeDiagnostics", "TintypeIntrinsics", "TintypeTables", "TintypeText"]),
  // middle
  Layer(
    "TintypeSemantics",
    [
      "TintypeDiagnostics", "TintypeIR", "TintypeIntrinsics", "TintypeSizes", "TintypeSyntax", "TintypeTables",
      "TintypeText",
    ], others: ["Synchronization"]),
  // It reads no text.
  Layer(
    "TintypeLowering",
    ["TintypeDiagnostics", "TintypeIR", "TintypeIntrinsics", "TintypeSemantics", "TintypeSizes", "TintypeText"]),
  Layer(
    "TintypeOptimizer", ["TintypeColor", "TintypeIR", "TintypeIntrinsics", "TintypeTables"],
    others: ["Synchronization"]),
  Layer("TintypePlan", ["TintypeIR", "TintypeIntrinsics", "TintypeSizes", "TintypeTables", "TintypeText"]),
  // back: the oracles know neither optimizer nor executor, the executor no syntax
  Layer("TintypeInterpreter", ["TintypeIR", "TintypeIntrinsics", "TintypeText"]),
  Layer(
    "TintypeExecutor",
    [
      "CTintypeLanes", "TintypeIR", "TintypeIntrinsics", "TintypePlan", "TintypeSizes", "TintypeTables",
      "TintypeText",
    ], others: ["Dispatch", "Synchronization"]),
  // face
  Layer("TintypeRecipes"),
  Layer("TintypeErrorPages"),
  Layer(
    "Tintype",
    [
      "TintypeSemantics", "TintypeColor", "TintypeDiagnostics", "TintypeDrawing", "TintypeExecutor", "TintypeIR",
      "TintypeFonts", "TintypeFormatter", "TintypeImage", "TintypeInterpreter", "TintypeIntrinsics",
      "TintypeLowering",
      "TintypeOptimizer", "TintypePlan", "TintypeRecipes", "TintypeSizes", "TintypeSyntax", "TintypeTables",
      "TintypeText",
    ], others: ["Dispatch", "FoundationEssentials", "Synchronization"]),
  Layer(
    "TintypeExplanation",
    [
      "Tintype", "TintypeDiagnostics", "TintypeExecutor", "TintypeIR", "TintypeInterpreter", "TintypeIntrinsics",
      "TintypeLowering", "TintypeOptimizer", "TintypePlan", "TintypeSemantics", "TintypeSyntax",
    ]),
  Layer(
    "TintypeLanguageServer",
    [
      "Tintype", "TintypeDiagnostics", "TintypeDrawing", "TintypeFormatter", "TintypeIR", "TintypeImage",
      "TintypeIntrinsics", "TintypeLowering", "TintypeSemantics", "TintypeSyntax",
    ], others: ["Dispatch", "FoundationEssentials", "Synchronization"]),
  Layer(
    "TintypeExport",
    [
      "Tintype", "TintypeDiagnostics", "TintypeIR", "TintypeImage", "TintypeInterpreter", "TintypeIntrinsics",
      "TintypeLowering", "TintypeOptimizer", "TintypePlan", "TintypeSemantics", "TintypeTables", "TintypeText",
    ], others: ["FoundationEssentials"]),
  // Files of other programs become texts; what these mean is none of its business.
  Layer(
    "TintypeImport",
    ["TintypeDiagnostics", "TintypeFormatter", "TintypeImage", "TintypeSyntax", "TintypeSystem", "TintypeTables"]),
  // Recipes for what pictures and tables show.
  Layer(
    "TintypeFit",
    [
      "Tintype", "TintypeColor", "TintypeDiagnostics", "TintypeIR", "TintypeImage", "TintypeImport",
      "TintypeIntrinsics", "TintypeSemantics",
    ], others: ["Dispatch", "Synchronization"]),
  Layer("CTintype"),
  Layer(
    "TintypeC",
    [
      "CTintype", "Tintype", "TintypeExecutor", "TintypeIR", "TintypeIntrinsics", "TintypeSystem",
    ], others: ["Synchronization"]),
  Layer(
    "TintypeStudio",
    [
      "Tintype", "TintypeDiagnostics", "TintypeDrawing", "TintypeExplanation", "TintypeExport", "TintypeIR",
      "TintypeImage", "TintypeIntrinsics", "TintypeLanguageServer", "TintypeSyntax",
    ], others: ["Dispatch", "Synchronization"]),
  // command; a decoder knows pictures alone, HTTP is the studio's alone
  Layer("TintypeDecode", ["TintypeImage", "TintypeSystem"]),
  Layer(
    "TintypeStudioServer", ["Tintype", "TintypeExecutor", "TintypeImage", "TintypeStudio"],
    others: ["FlyingSocks", "Foundation", "Synchronization"]),
  Layer(
    "TintypeCLI",
    [
      "Tintype", "TintypeDrawing", "TintypeErrorPages", "TintypeExecutor", "TintypeExplanation", "TintypeExport",
      "TintypeFit", "TintypeFormatter",
      "TintypeIR", "TintypeImage", "TintypeImport", "TintypeIntrinsics", "TintypeLanguageServer", "TintypeStudio",
      "TintypeSyntax", "TintypeSystem",
    ],
    others: ["ArgumentParser", "FoundationEssentials", "Synchronization"]),
]

@Suite struct LayerTests {
  @Test func everyTargetHasALine() {
    #expect(Set(layers.map(\.target)) == Set(ProjectFile.folders(in: "Sources") + ["TintypeRecipes"]))
  }

  @Test func importsGoDown() {
    var below: Set<String> = []
    for layer in layers {
      #expect(layer.ours.isSubset(of: below), "\(layer.target) may import what stands above it in the table")
      below.insert(layer.target)
    }
  }

  @Test(arguments: layers.map(\.target)) func importsAreInTheTable(_ target: String) throws {
    let layer = try #require(layers.first { $0.target == target })
    for file in ProjectFile.swift(in: Manifest.folder(of: target)) {
      let strange = file.imports.subtracting(layer.ours).subtracting(layer.others)
      #expect(strange.isEmpty, "\(file.path) imports \(strange.sorted()), which \(target) does not know")
    }
  }

  @Test func noRowNamesMoreThanIsImported() {
    for layer in layers {
      let used = Manifest.imports(of: layer.target)
      #expect(
        layer.ours.union(layer.others).subtracting(used).isEmpty, "\(layer.target) does not import all of its line")
    }
  }
}

/// Package.swift and the sources say the same.
@Suite struct ManifestTests {
  @Test func dependenciesAreImported() {
    let manifest = Manifest()
    #expect(manifest.dependencies.keys.count > 20)
    for layer in layers {
      let imported = Manifest.imports(of: layer.target).filter { manifest.knows($0) }
      #expect(
        manifest.dependencies[layer.target] == imported, "the dependencies of \(layer.target) are not its imports")
    }
  }

  @Test func importsOfTestsAreDependencies() {
    let manifest = Manifest()
    for target in ProjectFile.folders(in: "Tests") where target.hasSuffix("Tests") {
      let imported = Manifest.imports(of: target).filter { manifest.knows($0) }
      let declared = manifest.dependencies[target] ?? []
      #expect(imported.isSubset(of: declared), "\(target) imports what it does not depend on")
    }
  }
}
