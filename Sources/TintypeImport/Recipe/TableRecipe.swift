/// A recipe that names a table.
struct TableRecipe {
  let name: String
  let source: String
  let table: String

  var text: [UInt8] {
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
