import Testing
import Tintype
import TintypeIR
import TintypeIntrinsics

/// What recipes mean, by the interpreter: a picture of 200 x 100 pixels in display values, looked at in one pixel.
@Suite struct LanguageTests {
  private static let pixel = Interpreter.Pixel(color: [0.25, 0.5, 0.75, 1], column: 49, row: 19, frame: 3)

  /// The red, green and blue that a recipe's declarations give at the pixel; what is wrong with it when it gives none.
  private func color(_ declarations: String, set settings: [String] = []) throws -> [Double] {
    let text = "tintype 1\nlook \"x\" { working display format 35mm }\n" + declarations
    let (look, diagnostics) = compile(SourceFile(name: "x", text: text))
    #expect(diagnostics.map(\.rendered) == [])
    let checked = try #require(look)
    #expect(checked.program.problems == [])
    let (values, complaints) = parameterValues(
      of: checked, settings: settings.map { SourceFile(name: "set", text: $0) })
    #expect(complaints.map(\.rendered) == [])
    let interpreter = Interpreter(checked.program, parameters: values, width: 200, height: 100)
    return Array(interpreter.color(at: Self.pixel).prefix(3))
  }

  private func expectClose(_ found: [Double], _ expected: [Double]) {
    #expect(found.count == expected.count)
    for (a, b) in zip(found, expected) { #expect(abs(a - b) < 1e-9, "\(found) is not \(expected)") }
  }

  @Test(arguments: [
    ("return c * 0.5", [0.125, 0.25, 0.375]),
    ("var s = c\n s += 0.1\n s *= 2\n s -= rgb(0.2)\n s /= 2\n return s", [0.25, 0.5, 0.75]),
    ("var s = 0\n for i in 1...4 { s += i }\n return rgb(s / 100)", [0.1, 0.1, 0.1]),
    ("var s = 0\n for i in 0...2 { for j in 0...1 { s += i * 10 + j } }\n return rgb(s)", [63, 63, 63]),
    ("var s = c.r\n if c.g < 0.4 { s = 1 } else if c.g < 0.6 { s = 2 } else { s = 3 }\n return rgb(s)", [2, 2, 2]),
    ("var s = 0\n if c.r < 0.5 { s = 7 }\n if c.r > 0.5 { s = 9 }\n return rgb(s)", [7, 7, 7]),
    ("if c.b > 0.7 { return rgb(1, 0, 0) }\n return c", [1, 0, 0]),
    ("var s = 0\n for i in 0...9 { if s > 2 { return rgb(s + i) }\n s += 1 }\n return c", [6, 6, 6]),
    ("let x = if c.r > c.g { c.r } else { c.g }\n return rgb(x)", [0.5, 0.5, 0.5]),
    ("return rgb(cos(60deg), sin(90deg), radians(180deg) / 3.141592653589793)", [0.5, 1, 1]),
    ("return rgb(gain(1ev + 1ev), gain(2 * 0.5ev), 3ev / 1.5ev)", [4, 2, 2]),
    (
      "return rgb(if 5600k > 3200k { 1 } else { 0 }, kelvins(5600k), kelvins(mix(3000k, 5000k, 0.5)))", [1, 5600, 4000]
    ),
  ])
  func bodies(_ body: String, _ expected: [Double]) throws {
    expectClose(try color("kernel k(c: rgb) -> rgb {\n \(body)\n}\noutput k(source)"), expected)
  }

  @Test(arguments: [
    ("output select(source, 1, source > 0.4)", [0.25, 1, 1]),
    ("output select(source, source.b, source.g > 0.4)", [0.75, 0.75, 0.75]),
    ("output if luma709(source) > source.g { source * 2 } else { source / 2 }", [0.125, 0.25, 0.375]),
    ("output if any(source > 0.6) && !(source.g < source.r) { rgb(1, 0, 0) } else { source }", [1, 0, 0]),
    ("let c = source >= rgb(0.25, 0.6, 0)\noutput if all(c) { source } else { select(rgb(0), rgb(1), c) }", [1, 0, 1]),
    (
      "kernel left(at: position) -> bool { return at.relative.x < 0.3 }\noutput if left() { source } else { rgb(0) }",
      [0.25, 0.5, 0.75]
    ),
    (
      "kernel k(c: rgb, on: bool) -> rgb { return if on { c.bgr } else { c } }\noutput k(source, source.r == 0.25)",
      [0.75, 0.5, 0.25]
    ),
    (
      "param on: bool = true\nlet c = if on { source.r > 1 } else { source.r < 1 }\noutput select(source, 0, c)",
      [0.25, 0.5, 0.75]
    ),
    (
      "function f(p: image, m: mask) -> mask { return if p.r < m { p.g } else { p.b } }\noutput rgb(f(source, 0.3))",
      [0.5, 0.5, 0.5]
    ),
  ])
  func conditionsOverImages(_ declarations: String, _ expected: [Double]) throws {
    expectClose(try color(declarations), expected)
  }

  /// The pixel is the 50th of its row: a choice lies where both branches and the condition do.
  @Test func aConditionHasARectangle() throws {
    let recipe = """
      tintype 1
      look "x" { working display }
      let c = source > crop(source, left: 10px, right: 20px)
      output select(source |> crop(top: 5px), 0, c)
      """
    let look = try #require(compile(SourceFile(name: "x", text: recipe)).look)
    let interpreter = Interpreter(look.program, parameters: [], width: 200, height: 100)
    #expect(interpreter.bounds == [10, 5, 180, 100])
  }

  @Test(arguments: [
    ("let w = [1, 2, 4]\noutput source * w[1]", [0.5, 1, 1.5]),
    ("let w = [10%, 0.5]\noutput source * 0 + rgb(w[0], w[1], w.count)", [0.1, 0.5, 2]),
    ("let inks = [rgb(1, 0, 0), rgb(0, 1, 0), rgb(0, 0, 1)]\noutput inks[source.g * 3]", [0, 1, 0]),
    ("param i: scalar = 7\nlet w = [1, 2, 4]\noutput source * 0 + rgb(w[i], w[-i], w[i / 5])", [4, 1, 2]),
    (
      "param i: scalar = 1.99\nlet w = [i, 2 * i, 3]\noutput source * 0 + rgb(w[i], w[0], w[(i - i) / (i - i)])",
      [3.98, 1.99, 1.99]
    ),
    ("let t = [0deg, 60deg]\noutput source * 0 + rgb(cos(t[1]), sin(t[0]), radians(t[0]))", [0.5, 0, 0]),
    (
      "let w = [1, 2, 4]\nkernel k(c: rgb) -> rgb { var s = 0\n for i in 0...w.count - 1 { s += w[i] * 10 * c.r }\n"
        + " let own = [s, c.g, w[w[c.b]]]\n return rgb(own[c.r * 4], own[c.g * 9], own[0]) }\noutput k(source)",
      [0.5, 2, 17.5]
    ),
    (
      "let w = [1, 2]\nkernel k(c: rgb) -> rgb { var s = 0\n for i in 0...3 { s += w[i / 2] }\n"
        + " return rgb(s) }\noutput k(source)", [6, 6, 6]
    ),
    (
      "let w = [1, 2]\nkernel k(c: rgb) -> rgb { var s = 0\n for i in 0...3 { if i < 2 { s += w[i] } }\n"
        + " return rgb(s) }\noutput k(source)", [3, 3, 3]
    ),
  ])
  func lists(_ declarations: String, _ expected: [Double]) throws {
    expectClose(try color(declarations), expected)
  }

  // numpy: d = np.array([.25, .5, .75]); d[[0, 1]] *= .5; d[[2, 0]] = d[[0, 1]]; d = d[[2, 1, 0]]
  @Test(arguments: [
    ("var d = c\n d.r = 0.5\n return d", [0.5, 0.5, 0.75]),
    ("var d = c\n d.rg *= 0.5\n return d", [0.125, 0.25, 0.75]),
    ("var d = c\n d.rg *= vec2(2, 4)\n d.b -= 0.5\n return d", [0.5, 2, 0.25]),
    ("var d = c\n d.br = d.rg\n return d", [0.5, 0.5, 0.25]),
    ("var d = c\n d.bgr = d\n return d", [0.75, 0.5, 0.25]),
    ("var v = vec2(1, 2)\n v.y -= v.x / 4\n return rgb(v, 0)", [1, 1.75, 0]),
    ("var d = rgba(c, 1)\n d.rgb *= 0.5\n d.a = 0.5\n return d.rgb * d.a", [0.0625, 0.125, 0.1875]),
    ("var d = c\n if d.r < 0.5 { d.g = 1 } else { d.b = 1 }\n return d", [0.25, 1, 0.75]),
    ("var d = c\n for i in 1...2 { d.r += i }\n return d", [3.25, 0.5, 0.75]),
  ])
  func partsAreAssigned(_ body: String, _ expected: [Double]) throws { try bodies(body, expected) }

  @Test(arguments: [
    ("for i in 0...count - 1 { s += i }", 6), ("for i in count / 2...count { s += i }", 9),
    ("let n = 3\n for i in n - 2...n { s += i }", 6),
    ("let n = 1\n let m = n * 2 + twice(n)\n for i in n...max(m, 2) { s += i }", 10),
    ("for i in 1...2 { let n = if count > 3 { let a = 2\n a + 1 } else { 9 }\n for j in 1...n { s += i * j } }", 18),
    ("for i in 1...(if count > 3 { let a = 2\n a } else { 9 }) { s += i }", 3),
  ])
  func loopsCountBetweenConstants(_ loop: String, _ sum: Double) throws {
    let names = "let count = 4\nfunction twice(x: scalar) -> scalar { return x * 2 }\n"
    let kernel = "kernel k(c: rgb) -> rgb {\n var s = 0\n \(loop)\n return rgb(s)\n}\noutput k(source)"
    expectClose(try color(names + kernel), [sum, sum, sum])
  }

  // numpy: c = [.25, .5, .75]; M @ c, N @ M @ c, M @ N @ c, M.T @ c, linalg.inv(M) @ c, linalg.inv(N) @ c, and
  // R @ M @ c with R turned by 30 degrees; 1e-9 in double precision.
  @Test(arguments: [
    ("return m * c", [0.34375, 0.9375, 1.6]), ("return n * m * c", [2.21875, -0.6625, 1.83125]),
    ("return n * (m * c)", [2.21875, -0.6625, 1.83125]), ("return m * n * c", [0.703125, -0.03125, 2.2]),
    ("return transpose(m) * c", [-0.125, 0.7125, 1.90625]),
    ("return inverse(m) * c", [0.2338709677419355, 0.3629032258064515, 0.33870967741935487]),
    ("return undone * c", [0.3409090909090909, -0.04545454545454547, -0.5454545454545455]),
    ("return inverse(matrix(c, n * c, rgb(0, c.g, 0))) * matrix(c, n * c, rgb(0, c.g, 0)) * c", [0.25, 0.5, 0.75]),
    ("return turned(30deg) * m * c", [-0.17105376744909914, 0.9837738160479113, 1.6]),
    ("var k = m\n k = n * k\n return k * c", [2.21875, -0.6625, 1.83125]),
    ("var k: matrix = n\n k *= m\n return k * c", [2.21875, -0.6625, 1.83125]),
    ("return mix(m, n, 0.25) * c", [0.5703125, 0.640625, 1.48125]),
    ("return mix(m, n, 25%) * c", [0.5703125, 0.640625, 1.48125]),
    ("var k = m\n if c.r < 0.5 { k = transpose(m) }\n return k * c", [-0.125, 0.7125, 1.90625]),
    ("return (if c.r < 0.5 { m } else { n }) * c", [0.34375, 0.9375, 1.6]),
    ("return through(c)", [0.34375, 0.9375, 1.6]), ("return through(c, n)", [1.25, -0.25, 1.125]),
  ])
  func matricesMultiply(_ body: String, _ expected: [Double]) throws {
    let names = """
      let m = matrix((0.5, 0.25, 0.125), (-0.5, 1, 0.75), (0, 0.2, 2))
      let n = matrix((1, 2, 0), rgb(0, 1, -1), (3, 0, 0.5))
      let undone = inverse(n)
      function turned(by: angle) -> matrix { return matrix((cos(by), -sin(by), 0), (sin(by), cos(by), 0), (0, 0, 1)) }
      function through(c: rgb, by: matrix = m) -> rgb { return by * c }

      """
    expectClose(try color(names + "kernel k(c: rgb) -> rgb {\n \(body)\n}\noutput k(source)"), expected)
  }

  @Test func matricesMultiplyImages() throws {
    let names = """
      param amount: scalar = 0.5
      let m = matrix((0, 1, 0), (0, 0, 1), (amount, 0, 0))
      kernel k(c: rgb, by: matrix) -> rgb { return by * c }

      """
    expectClose(try color(names + "output m * source"), [0.5, 0.75, 0.125])
    expectClose(try color(names + "output k(source, m)", set: ["amount=2"]), [0.5, 0.75, 0.5])
    expectClose(try color(names + "output k(source, m * m)"), [0.75, 0.125, 0.25])
  }

  // numpy: c / linalg.norm(c); [3, -4] / 5.
  @Test(arguments: [
    ("return normalize(c)", [0.2672612419124244, 0.5345224838248488, 0.8017837257372732]),
    ("let v = normalize(vec2(3, -4))\n return rgb(v, 0)", [0.6, -0.8, 0]),
    ("return normalize(rgba(c * 0, 3)).rgb", [0, 0, 0]), ("return normalize(c * 0)", [0, 0, 0]),
    ("return rgb(if any(c > 0.7) { 1 } else { 0 }, if all(c > 0.7) { 1 } else { 0 }, 5)", [1, 0, 5]),
    ("return rgb(if any(c > 0.8) { 1 } else { 0 }, if all(c <= 0.75) { 1 } else { 0 }, 5)", [0, 1, 5]),
    ("return select(0, 1, c >= 0.5)", [0, 1, 1]),
    ("return select(c, 2 * c, c == rgb(0.25, 0, 0.75))", [0.5, 0.5, 1.5]),
    ("return select(0, 1, c > 0.3 && c < 0.6)", [0, 1, 0]), ("return select(0, 1, c < 0.3 || c > 0.6)", [1, 0, 1]),
    ("return select(0, 1, !(c < 0.3))", [0, 1, 1]), ("return select(0, 1, 0.5 != c)", [1, 0, 1]),
    ("let low = c < 0.4\n return select(c, 1, low)", [1, 0.5, 0.75]),
    ("return select(0, 1, if c.r < 0.5 { c < 0.3 } else { c > 0.3 })", [1, 0, 0]),
    ("var hit = c > 0.6\n if c.r < 0.5 { hit = hit || c < 0.3 }\n return select(0, 1, hit)", [1, 0, 1]),
    ("let v = select(c.rg, vec2(9), vec2(1, 2) > 1.5)\n return rgb(v, 0)", [0.25, 9, 0]),
    ("return rgb(if any(c > 0 / 0) { 1 } else { 0 }, if all(c != 0 / 0) { 1 } else { 0 }, 0)", [0, 1, 0]),
  ])
  func lanesAreComparedAndDirected(_ body: String, _ expected: [Double]) throws { try bodies(body, expected) }

  @Test func positionsAreThoseOfTheImage() throws {
    let kernel =
      "kernel k(c: rgb, at: position) -> rgb { return rgb(at.relative.x, at.relative.y, at.size.x / 1000) }\n"
    expectClose(try color(kernel + "output k(source)"), [49.5 / 200, 19.5 / 100, 0.2])
    let pixels = "kernel p(at: position) -> rgb { return rgb(at.pixels.x, at.pixels.y, 0) }\n"
    expectClose(try color(pixels + "output p() |> crop(source.bounds)"), [49.5, 19.5, 0])
    let inner = "kernel a(at: position) -> scalar { return at.relative.x }\n"
    let outer = "kernel b(c: rgb, here: position) -> rgb { return rgb(a(here)) }\noutput b(source)"
    expectClose(try color(inner + outer), [49.5 / 200, 49.5 / 200, 49.5 / 200])
  }

  @Test func lengthsBecomePixels() throws {
    let kernel = "kernel k(c: rgb, l: scalar) -> rgb { return rgb(l) }\n"
    // The short side is 100 pixels; 36 mm of film are 200 pixels.
    expectClose(try color(kernel + "output k(source, l: pixels(20% + 3px))"), [23, 23, 23])
    expectClose(try color(kernel + "output k(source, l: pixels(1.8mm - 900um))"), [5, 5, 5])
    expectClose(try color(kernel + "output k(source, l: pixels(2 * 5%))"), [10, 10, 10])
    let param = "param l: length = 4% in 1%...9%\n"
    expectClose(try color(kernel + param + "output k(source, l: pixels(l * 0.5))", set: ["l=8%"]), [4, 4, 4])
  }

  @Test func framesAreCounted() throws {
    let kernel = "kernel k(c: rgb, f: scalar) -> rgb { return rgb(f) }\n"
    expectClose(try color(kernel + "output k(source, f: frame)"), [3, 3, 3])
  }

  @Test func curvesGoThroughTheirPoints() throws {
    let curve = "let s = curve [(0, 0.1), (0.25, 0.2), (0.5, 0.6), (0.75, 0.7)]\n"
    expectClose(try color(curve + "output s(source)"), [0.2, 0.6, 0.7])
    expectClose(try color(curve + "output s(source * 4 - 0.5)"), [0.6, 0.7, 0.7])
    let param = "param s: curve = curve [(0, 0), (1, 1)]\noutput s(source)"
    expectClose(try color(param), [0.25, 0.5, 0.75])
    expectClose(try color(param, set: ["s=curve [(0, 1), (1, 0)]"]), [0.75, 0.5, 0.25])
  }

  @Test(arguments: [
    [(0, 0.1), (1, 0.8)], [(0, 0.1), (0.3, 0.7), (1, 0.2)], [(0.1, 0), (0.3, 0.3), (0.4, 0.3), (0.9, 1)],
    [(0, 0.9), (0.26, 0.2), (0.55, 0.1), (0.8, 0.85), (1, 0.9)], [(-1, -2), (0.2, 0), (0.6, 0.01), (3, 4)],
  ])
  func curvesGoThroughComputedPoints(_ points: [(Double, Double)]) throws {
    let known = "let s = curve [\(points.map { "(\($0), \($1))" }.joined(separator: ", "))]\noutput s(source)"
    let parameters = points.indices.map { "param x\($0): scalar = 0\nparam y\($0): scalar = 0\n" }.joined()
    let computed = points.indices.map { "(x\($0), y\($0))" }.joined(separator: ", ")
    let settings = points.enumerated().flatMap { ["x\($0)=\($1.0)", "y\($0)=\($1.1)"] }
    let expected = try color(known)
    expectClose(try color(parameters + "let s = curve [\(computed)]\noutput s(source)", set: settings), expected)
    // In a kernel, points may differ from pixel to pixel, and a curve is an argument.
    let kernels =
      "kernel k(x: scalar, s: curve) -> scalar { return s(x) }\n"
      + "kernel l(c: rgb, s: curve, zero: scalar) -> rgb {\n let t = curve [(0, zero * c.r), (4, 4)]\n"
      + " return rgb(t(k(c.r, s) + 1) - 1, t(k(c.g, s) + 1) - 1, t(k(c.b, s) + 1) - 1) }\n"
    let isInside = points.allSatisfy { $0.1 >= -1 && $0.1 <= 3 }
    guard isInside else { return }
    expectClose(
      try color(parameters + kernels + "output l(source, s: curve [\(computed)], zero: 0)", set: settings), expected)
  }

  @Test func computedPointsKeepTheirOrder() throws {
    let look = "param x: scalar = 0.5\nlet s = curve [(0, 0), (x, 0.4), (0.5, 0.6), (1, 1)]\noutput s(source)"
    let distance = 1.0 / 1024
    // A point on the next one moves that one to its right, and one before the first is moved itself.
    let moved = "let s = curve [(0, 0), (0.5, 0.4), (\(0.5 + distance), 0.6), (1, 1)]\noutput s(source)"
    expectClose(try color(look), try color(moved))
    let first = "let s = curve [(0, 0), (\(distance), 0.4), (0.5, 0.6), (1, 1)]\noutput s(source)"
    expectClose(try color(look, set: ["x=-7"]), try color(first))
    let last = "let s = curve [(0, 0), (3, 0.4), (\(3 + distance), 0.6), (\(3 + 2 * distance), 1)]\noutput s(source)"
    expectClose(try color(look, set: ["x=3"]), try color(last))
  }

  @Test func choicesChoose() throws {
    let look = """
      param film: choice = .fine of fine, pushed
      output if film == .pushed { source * 2 } else { source }
      """
    expectClose(try color(look), [0.25, 0.5, 0.75])
    expectClose(try color(look, set: ["film=.pushed"]), [0.5, 1, 1.5])
    expectClose(try color(look, set: ["film=pushed"]), [0.5, 1, 1.5])
  }

  /// Outside of kernels numbers are those of the text, in double precision.
  @Test func numbersOfTheTextAreExact() throws {
    func numbers(_ body: String) throws -> [[Double]] {
      let source = SourceFile(name: "x", text: "tintype 1\nlook \"x\" { working display }\n" + body)
      let instructions = try #require(compile(source).look).program.instructions
      #expect(!instructions.contains { [.apply(.add), .apply(.subtract)].contains($0.operation) })
      return instructions.compactMap { if case .constant(let numbers) = $0.operation { Array(numbers) } else { nil } }
    }
    #expect(try numbers("output source * (16777216 + 2 - 16777216)").contains([2]))
    #expect(
      try numbers("output source * (rgb(16777216, 1, 0) + rgb(4, 0, 1) - rgb(16777216, 1, 1))").contains([4, 0, 0]))
    #expect(try numbers("output exposed(source, by: 1ev * (16777216 + 3 - 16777216))").contains([3]))
  }

  @Test(arguments: [
    ("push=0.5", "type-mismatch"), ("push=3ev", "value-out-of-range"), ("push=30%", "type-mismatch"),
    ("film=soft", "unknown-choice"), ("size=4um", "units-differ"), ("size=80%", "value-out-of-range"),
    ("tone=curve [(1, 0), (0, 1)]", "curve-turns-back"), ("push", "malformed-setting"),
    ("tone=curve [(0, 0), (1e-46, 1)]", "curve-turns-back"), ("pushh=1ev", "unknown-parameter"),
    ("day=2024-02-30", "not-a-date"), ("day=2024-02-29T25:00", "not-a-date"),
  ])
  func settingsAreChecked(_ setting: String, _ code: String) throws {
    let text = """
      tintype 1
      look "x" { working display }
      param push: ev = 0ev in -2ev...2ev
      param film: choice = .fine of fine, pushed
      param size: length = 2% in 0%...60%
      param tone: curve = curve [(0, 0), (1, 1)]
      param day: date = "2024-02-29"
      output source
      """
    let look = try #require(compile(SourceFile(name: "x", text: text)).look)
    let (_, diagnostics) = parameterValues(of: look, settings: [SourceFile(name: "--set", text: setting)])
    #expect(diagnostics.map(\.code) == [code])
  }

  @Test(arguments: [
    ("kernel k(c: rgb) -> rgb { x = c\n return c }", "unknown-name"),
    ("kernel k(c: rgb) -> rgb { let x = c\n x = c * 2\n return x }", "not-a-variable"),
    ("kernel k(c: rgb) -> rgb { var x = c\n x = 1\n return x }", "type-mismatch"),
    ("kernel k(c: rgb) -> rgb { for i in 3...1 { }\n return c }", "bad-loop-range"),
    ("kernel k(c: rgb) -> rgb { for i in 0...5000 { }\n return c }", "bad-loop-range"),
    ("kernel k(c: rgb) -> rgb { for i in 0...3 { let y = nothing }\n return c }", "unknown-name"),
    ("kernel k(c: rgb) -> rgb { return c * gain(0.5) }", "operand-mismatch"),
    ("kernel k(c: rgb) -> rgb { return c * (1ev + 2) }", "operand-mismatch"),
    ("kernel k(c: rgb) -> rgb { return c * (1ev + 2%) }", "operand-mismatch"),
    ("let t = curve [(0, 0)]", "curve-too-short"), ("let t = curve [(0, 0), (0, 1)]", "curve-turns-back"),
    // Numbers that single precision does not tell apart, or does not hold.
    ("let t = curve [(0.5, 0), (0.50000001, 1)]", "curve-turns-back"),
    ("let t = curve [(0, 0), (1, 1e39)]", "curve-turns-back"),
    ("let t = curve [(0, 0), (1e-40, 1)]", "curve-turns-back"),
    ("param p: scalar = 1\nlet t = curve [(0.5, 0), (p, p), (0.4, 1)]", "curve-turns-back"),
    ("param p: scalar = 1\nlet t = curve [(p, p)]", "curve-too-short"),
    ("let t = curve [(0, 0), (1, 1 / 0)]", "not-finite"), ("let t = curve [(0, source), (1, 1)]", "type-mismatch"),
    ("param p: scalar = 1\nparam c: curve = curve [(0, p), (1, 1)]", "not-constant"),
    ("let t = .fine", "lone-choice"), ("let t = pixels(20um)", "film-without-format"),
    ("use \"x.tint\" as x", "no-folder"), ("let t = lut \"x.cube\"", "no-folder"),
    ("param p: choice = .a", "missing-choices"), ("param p: scalar = 1 of a, b", "choices-of-no-choice"),
    ("param p: seed = 1.5", "seed-not-whole"), ("param p: seed = -1", "seed-not-whole"),
    ("let p: seed = 1", "unknown-type"),
    ("param p: choice = .c of a, b", "unknown-choice"), ("param p: length = 2% in 0px...4px", "units-differ"),
  ])
  func mistakesAreNamed(_ declaration: String, _ code: String) {
    let text = "tintype 1\nlook \"x\" { working display }\n\(declaration)\noutput source"
    let (look, diagnostics) = compile(SourceFile(name: "x", text: text))
    #expect(look == nil)
    #expect(diagnostics.map(\.code) == [code])
  }
}
