import Testing
import Tintype
import TintypeIR
import TintypeIntrinsics
import TintypeSemantics

/// What an editor asks of a recipe that has been typed, sound or not.
@Suite struct QueryTests {
  private static let text = """
    tintype 1
    look "x" { working display }
    /// How light.
    param light: scalar = 1 in 0...2
    let half = 0.5
    kernel dimmed(c: rgb, by: scalar = half) -> rgb {
      var scale = by
      for i in 1...2 { scale *= half }
      let shifted = c + scale
      return clamp(shifted, 0, 1)
    }
    image soft = blur(source, 2%)
    image toned = soft |> dimmed(light)
    output toned * light
    variant "v" { light = 0.5 }
    """
  private static let file = SourceFile(name: "x.tint", text: text)
  private static let model = analyze(file, library: RecipeLibrary(standardLibrary), isForEditing: true)

  /// The place of the so-and-so-many-th occurrence of a word.
  private func offset(_ word: String, _ index: Int = 0) throws -> Int {
    let ranges = Self.text.ranges(of: word)
    return Self.text.utf8.distance(
      from: Self.text.startIndex, to: try #require(ranges.dropFirst(index).first).lowerBound)
  }

  private func name(at offset: Int) -> String? {
    Self.model.symbol(at: offset, in: Self.file).map { Self.file.text(in: $0.location.span) }
  }

  @Test(arguments: [
    ("light", 3), ("half", 3), ("dimmed", 2), ("soft", 2), ("toned", 2), ("by", 2), ("scale", 3), ("shifted", 2),
  ])
  func everyUseLeadsToItsDeclarationAndBack(_ word: String, _ count: Int) throws {
    var symbol: Symbol?
    // The first `light` is the word of a comment.
    for use in 0..<count {
      let place = word == "light" ? try offset(word, use + 1) : try offset(word, use)
      let found = try #require(Self.model.symbol(at: place, in: Self.file), "\(word) \(use)")
      #expect(name(at: place) == word)
      #expect(symbol == nil || found.symbol == symbol)
      symbol = found.symbol
    }
    let references = Self.model.references(to: try #require(symbol))
    #expect(references.map { Self.file.text(in: $0.span) } == Array(repeating: word, count: references.count))
    #expect(references.first == Self.model.declaration(of: try #require(symbol)))
    #expect(references.count >= count)
  }

  @Test func aParameterIsMentionedWhereItIsSet() throws {
    let (symbol, _) = try #require(Self.model.symbol(at: try offset("light", 1), in: Self.file))
    #expect(Self.model.references(to: symbol).count == 4)
    #expect(Self.model.documentation(of: symbol) == "How light.")
    #expect(Self.model.type(of: symbol) == .value(.scalar))
  }

  @Test(arguments: [
    ("soft |>", "an image", ExpressionRate.varying), ("0.5", "a scalar", .constant), ("light)", "a scalar", .uniform),
    ("c + scale", "an rgb", .varying), ("2%", "a length", .constant),
  ])
  func expressionsHaveTypesAndRates(_ text: String, _ type: String, _ rate: ExpressionRate) throws {
    let (expression, function) = try #require(Self.model.expression(at: try offset(text), in: Self.file))
    #expect(expression.type.described == type)
    #expect(Self.model.rate(of: expression, inBody: function != nil) == rate)
  }

  @Test func builtInNamesAreSymbols() throws {
    #expect(Self.model.symbol(at: try offset("clamp"), in: Self.file)?.symbol == .intrinsic(.clamp))
    #expect(Self.model.symbol(at: try offset("blur"), in: Self.file)?.symbol == .operation(.filter(.blur)))
    #expect(Self.model.symbol(at: try offset("source"), in: Self.file)?.symbol == .source)
    #expect(Self.model.symbol(at: try offset("tintype"), in: Self.file) == nil)
  }

  @Test func whatMayStandHere() throws {
    let inside = Self.model.names(at: try offset("return"), in: Self.file)
    #expect(["c", "by", "scale", "shifted", "half", "clamp", "dimmed", "luma709"].allSatisfy { inside[$0] != nil })
    #expect(["light", "soft", "source", "blur", "i"].allSatisfy { inside[$0] == nil })
    let outside = Self.model.names(at: try offset("soft |>"), in: Self.file)
    #expect(["light", "soft", "source", "blur", "half", "dimmed"].allSatisfy { outside[$0] != nil })
    #expect(["c", "scale", "toned"].allSatisfy { outside[$0] == nil })
    #expect(ExpressionType.value(.vec2).members == ["x", "y"])
  }

  /// A text that is wrong can be asked all the same.
  @Test func wrongTextsAnswer() throws {
    let text =
      "tintype 1\nlook \"x\" { working display }\nkernel k(c: rgb) -> rgb { return c + unknown(c) }\noutput k(source"
    let file = SourceFile(name: "wrong.tint", text: text)
    let model = analyze(file, library: RecipeLibrary(standardLibrary), isForEditing: true)
    #expect(model.hasErrors)
    for offset in 0...file.text.count {
      _ = model.symbol(at: offset, in: file)
      _ = model.expression(at: offset, in: file)
      #expect(!model.names(at: offset, in: file).isEmpty)
    }
    let function = try #require(model.functions.firstIndex { $0.name == "k" })
    #expect(model.references(to: .local(function: function, 0)).count == 3)
  }
}
