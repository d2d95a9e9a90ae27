import Testing
import TintypeTestSupport

/// The program embeds exactly the files in `Recipes`.
@Suite struct RecipeListTests {
  @Test(arguments: [
    ("Recipes", "first"), ("Recipes/Cabinet", "cabinet"), ("Recipes/Editor", "editor"), ("Recipes/Library", "library"),
  ])
  func everyRecipeIsListed(_ folder: String, _ list: String) throws {
    let names = TestFiles.names(in: TestFiles.packageRoot + "/" + folder, endingIn: ".tint").map { $0.dropLast(5) }
    let text = ProjectFile(path: "Recipes/ShippedRecipes.swift").text
    let pattern = try Regex(#"let \#(list): \[Recipe\] = \[([^\]]*)\]"#, as: (Substring, Substring).self)
    let entries = try #require(text.firstMatch(of: pattern)).output.1
    let listed = entries.matches(of: /Recipe\(name: "([^"]*)", text: PackageResources\.(\w+)\)/)
    #expect(!names.isEmpty)
    #expect(Set(listed.map(\.output.1)) == Set(names))
    #expect(listed.count == names.count)
    for entry in listed {
      #expect(entry.output.2 == entry.output.1.replacing("-", with: "_") + "_tint", "another recipe's text stands here")
    }
  }

  @Test func everyTemplateIsListed() {
    let text = ProjectFile(path: "Recipes/ShippedTemplates.swift").text
    let files = ["tint", "cube"].flatMap {
      TestFiles.names(in: TestFiles.packageRoot + "/Recipes/Templates", endingIn: "." + $0)
    }
    #expect(files.count > 7)
    for file in files {
      let resource = file.replacing("-", with: "_").replacing(".", with: "_")
      #expect(text.contains("PackageResources.\(resource)"), "\(file) is no template")
    }
  }

  @Test func everyLookIsEmbedded() {
    let manifest = ProjectFile(path: "Package.swift").text
    for name in TestFiles.names(in: TestFiles.packageRoot + "/Recipes", endingIn: ".tint") {
      #expect(manifest.contains(".embedInCode(\"\(name)\")"), "Package.swift does not embed \(name)")
    }
    for folder in ["Cabinet", "Editor", "Library", "Templates"] {
      #expect(manifest.contains(".embedInCode(\"\(folder)\")"), "Package.swift does not embed \(folder)")
    }
  }
}
