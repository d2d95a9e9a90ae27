/// What a node of the tree is.
public enum SyntaxKind: String, Sendable, Hashable, CaseIterable {
  /// The whole file.
  case recipe
  /// `exposure=0.5` on a command line
  case setting
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
  /// `in 0...1`
  case inClause
  /// `slider 0...1`
  case sliderClause
  /// `step 0.01`
  case stepClause
  /// `unit ev`
  case unitClause
  /// `group "Tone"`
  case groupClause
  /// `"Exposure"` behind a parameter
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
  /// `return …`
  case `return`
  /// `if … { … } else { … }`, as a statement or a value
  case conditional
  /// `0.5`
  case number
  /// `#c08060`
  case color
  /// `"…"` as a value
  case string
  /// `true` or `false`
  case boolean
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
  /// An expression that is not there or could not be read; it has been reported.
  case missing
  /// Tokens that belong to nothing; they have been reported.
  case skipped
}
