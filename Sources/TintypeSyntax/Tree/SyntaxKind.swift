/// The kind of a node of the tree.
public enum SyntaxKind: String, Sendable, Hashable, CaseIterable {
  /// The whole file.
  case recipe
  /// `exposure=0.5` on a command line, `set exposure = 0.5` or a line of a variant
  case setting
  /// `grain.amount` before a setting's `=`
  case path
  /// `set grain.amount = 30%`
  case set
  /// `use "grain.tint" as grain`
  case use
  /// `extends "base.tint"`
  case extends
  /// `variant "hard" { … }`
  case variant
  /// `expect neutral within 1.5`
  case expectation
  /// `tintype 1`
  case edition
  /// `look "name" { … }`
  case look
  /// `working linear-srgb` in a look's header
  case headerEntry
  /// `black-and-white`: header keys and values
  case word
  /// `"…"` as a header value
  case headerText
  /// `param …`
  case parameter
  /// `in 0...1`, of a parameter or a loop
  case inClause
  /// `slider 0...1`
  case sliderClause
  /// `step 0.01`
  case stepClause
  /// `unit ev`
  case unitClause
  /// `group "Tone"`
  case groupClause
  /// `of warm, cold`
  case choicesClause
  /// `"Exposure"` after a parameter
  case labelClause
  /// `let name = …`, at the top or in a block
  case constant
  /// `kernel …` or `function …`
  case function
  /// `(c: rgb, k: scalar = 1)`
  case functionParameters
  /// `k: scalar = 1`
  case functionParameter
  /// `rgb`
  case type
  /// `image name = …`
  case image
  /// `output …`
  case output
  /// `{ … }`
  case block
  /// `var name = …`
  case variable
  /// `name = …`, `name += …` or `name.part = …`
  case assignment
  /// `for name in 0...3 { … }`
  case loop
  /// `return …`
  case `return`
  /// `if … { … } else { … }`, as a statement or a value
  case conditional
  /// `0.5`
  case number
  /// `65um`
  case quantity
  /// `#c08060`
  case color
  /// `"…"` as a value
  case string
  /// `"ISO \(source.iso)"`
  case interpolatedText
  /// `true` or `false`
  case boolean
  /// `.warm`
  case choice
  /// `curve [(0, 0), (1, 1)]`
  case curve
  /// `(0, 0.5)` of a curve
  case curvePoint
  /// `lut "film.cube"`
  case lut
  /// `picture "paper.png"`
  case picture
  /// A name used as a value.
  case name
  /// `-x`
  case prefix
  /// `a + b`
  case infix
  /// `a |> b`
  case pipe
  /// `c.r`
  case member
  /// `f(a, k: b)`
  case call
  /// `k: b` between a call's parentheses
  case argument
  /// `( … )`
  case parenthesized
  /// `(0.4, 0.4, 0.2)` of a matrix
  case row
  /// `[a, b, c]`
  case list
  /// `weights[i]`
  case subscripted
  /// An expression that is not there or could not be read; it has been reported.
  case missing
  /// Tokens that belong to nothing; they have been reported.
  case skipped
}
