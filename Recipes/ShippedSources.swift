public import TintypeDiagnostics

/// The recipes that every recipe sees: named kernels and constants, without privileges.
public let standardLibrary: [SourceFile] = ShippedRecipes.library.map {
  SourceFile(name: "library/\($0.name).tint", text: $0.text)
}

/// Looks of one kind that come with the program.
public struct ShippedGroup: Sendable {
  /// The heading in a list.
  public let title: String
  /// The looks; a look's name is its file's name without `.tint`.
  public let looks: [SourceFile]
  /// Whether they are finished looks instead of tools.
  public let isForPictures: Bool
}

/// The looks that come with the program, in the order in which they are listed.
public let shippedGroups: [ShippedGroup] = ShippedRecipes.groups.map { group in
  ShippedGroup(
    title: group.title, looks: group.looks.map { SourceFile(name: $0.name, text: $0.text) },
    isForPictures: group.isForPictures)
}

/// The same without their groups.
public let shippedLooks: [SourceFile] = shippedGroups.flatMap { $0.looks }

/// A look that comes with the program, by its name.
public func shippedLook(_ name: String) -> SourceFile? { shippedLooks.first { $0.name == name } }

/// A look or a file of the library, by the name of its file without `.tint`: what a recipe may name.
package func shippedFile(_ name: String) -> SourceFile? {
  shippedLook(name) ?? zip(ShippedRecipes.library, standardLibrary).first { $0.0.name == name }?.1
}

/// The names that ``shippedFile(_:)`` knows: the looks, then the files of the library.
package var shippedFileNames: [String] { shippedLooks.map { $0.name } + ShippedRecipes.library.map { $0.name } }
