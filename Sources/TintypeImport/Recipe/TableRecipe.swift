/// A recipe that names a table.
package struct TableRecipe {
  let name: String
  let source: String
  let table: String

  /// - Parameters:
  ///   - name: of the look.
  ///   - source: where the table comes from, for a comment.
  ///   - table: its path from the recipe.
  package init(name: String, source: String, table: String) {
    (self.name, self.source, self.table) = (name, source, table)
  }

  /// The recipe.
  package var text: [UInt8] {
    formattedRecipe(
      """
      tintype 1

      \(comments([source]))
      look \(writtenText(name)) {
        about \(writtenText("The table \(table)."))
        tags color, lut
        working display
      }

      param strength: scalar = 1 in 0...1 step 0.05 "Strength"

      let table = lut \(writtenText(table))

      output mix(source, lookup(source, table), strength)

      """)
  }
}
