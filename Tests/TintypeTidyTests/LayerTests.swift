import Foundation
import Testing
import TintypeTestSupport

/// The layers, from the top to the bottom, as `Documentation/Architecture.md` draws them: a line for each, whose first
/// word is its name and whose other words are targets. A line without a name continues the one above.
private let layers: [(name: String, targets: [String])] = {
  let page = ProjectFile(path: "Documentation/Architecture.md").text
  guard let heading = page.range(of: "## Targets"), let start = page[heading.upperBound...].range(of: "```\n"),
    let end = page[start.upperBound...].range(of: "```")
  else { return [] }
  var layers: [(name: String, targets: [String])] = []
  for line in page[start.upperBound..<end.lowerBound].split(separator: "\n") {
    var words = line.split(separator: " ").map(String.init)
    if words[0].contains("Tintype") {
      layers[layers.count - 1].targets += words
    } else {
      layers.append((words.removeFirst(), words))
    }
  }
  return layers
}()

private let targets = layers.flatMap(\.targets)

/// The modules of others that a target imports; a target that is not here imports none.
private let foreign: [String: Set<String>] = [
  // The system's library, under the name that each platform has for it.
  "TintypeSystem": ["Darwin", "Glibc", "Musl", "Synchronization", "WASILibc"],
  "TintypeSizes": ["Synchronization"], "TintypeImage": ["Synchronization"],
  "TintypeRender": ["Dispatch", "Synchronization"],
  "Tintype": ["Dispatch", "Synchronization"],
  "TintypeLanguageServer": ["Dispatch", "Synchronization"],
  "TintypeFit": ["Dispatch", "Synchronization"],
  "TintypeC": ["Synchronization"], "TintypeStudio": ["Dispatch", "Synchronization"],
  // HTTP is the studio's alone.
  "TintypeStudioServer": ["FlyingSocks", "Foundation", "Synchronization"],
  "TintypeCLI": ["ArgumentParser", "FoundationEssentials", "Synchronization"],
]

/// Targets that do not know each other although their layers would allow it.
private let strangers: [String: Set<String>] = [
  // The language's text and what it can compute.
  "TintypeSyntax": ["TintypeIntrinsics"], "TintypeIntrinsics": ["TintypeSyntax"],
  // It reads no text.
  "TintypeLowering": ["TintypeSyntax"],
  // What a program means does not depend on the text that it came from.
  "TintypeIR": ["TintypeSyntax"],
  "TintypeExecutor": ["TintypeSyntax", "TintypeSemantics", "TintypeLowering", "TintypeOptimizer"],
  // Photos and their files know nothing of looks; a decoder knows photos alone.
  "TintypeImage": ["TintypeIR", "TintypeSemantics", "TintypeRender"],
  "TintypeDecode": ["Tintype", "TintypeRender", "TintypeSemantics"],
  // Files of other programs become texts; what these mean is none of its business.
  "TintypeImport": ["Tintype", "TintypeSemantics", "TintypeIR"],
]

@Suite struct LayerTests {
  @Test func everyTargetIsInOneLayer() {
    #expect(layers.count > 8)
    #expect(Set(targets) == Set(ProjectFile.folders(in: "Sources") + ["TintypeRecipes"]))
    #expect(targets.count == Set(targets).count)
  }

  @Test(arguments: layers.indices) func importsGoDownOrToANeighbor(_ index: Int) {
    let allowed = Set(layers[index...].flatMap(\.targets))
    for target in layers[index].targets {
      let strange = Manifest.imports(of: target).subtracting(foreign[target] ?? []).subtracting(allowed)
      #expect(strange.isEmpty, "\(target) imports \(strange.sorted()), which its layer does not know")
    }
  }

  @Test func foreignModulesAreImported() {
    for (target, modules) in foreign {
      #expect(modules.isSubset(of: Manifest.imports(of: target)), "\(target) does not import all of its line")
    }
  }

  @Test func strangersStayStrangers() {
    for (target, others) in strangers {
      #expect(others.isSubset(of: targets))
      #expect(Manifest.imports(of: target).isDisjoint(with: others), "\(target) knows one of \(others.sorted())")
    }
  }
}

/// What a page runs compiles in Embedded Swift, which has no key paths. Other builds do not notice them.
@Suite struct PageTests {
  @Test func functionsAreClosures() {
    var open = ["TintypeWasm"]
    var below: Set<String> = []
    while let target = open.popLast() {
      guard below.insert(target).inserted else { continue }
      open += Manifest.imports(of: target).filter { targets.contains($0) }
    }
    #expect(below.contains("TintypeSyntax") && below.contains("TintypeExecutor"))
    for target in below.sorted() where target.hasPrefix("Tintype") && target != "TintypeRecipes" {
      for file in ProjectFile.swift(in: "Sources/" + target) {
        let lines = file.code.filter { $0.contains(#/[(, ]\\\.[a-z]/#) }
        #expect(lines.isEmpty, "\(file.path) has a key path where a closure would do: \(lines)")
      }
    }
  }
}

/// Package.swift and the sources say the same.
@Suite struct ManifestTests {
  @Test func dependenciesAreImported() {
    let manifest = Manifest()
    #expect(manifest.dependencies.keys.count > 20)
    for target in targets {
      let imported = Manifest.imports(of: target).filter { manifest.knows($0) }
      #expect(manifest.dependencies[target] == imported, "the dependencies of \(target) are not its imports")
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
