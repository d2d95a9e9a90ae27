import Tintype
import TintypeIR
import TintypeIntrinsics
import TintypeTables

/// The functions of the passes before the last, in DCTL. Nothing is stored between passes: a filter computes its field
/// at each pixel of its window.
struct DCTLPasses {
  /// The lines of each function, after those that it calls.
  private(set) var functions: [[String]] = []

  /// The stages of tables that they read.
  private(set) var stages: [(name: String, stage: ColorTable.Stage)] = []

  private let configured: ConfiguredLook
  private let passes: ShaderPasses
  private let dialect: DCTL

  init(_ configured: ConfiguredLook, _ passes: ShaderPasses, _ dialect: DCTL) {
    (self.configured, self.passes, self.dialect) = (configured, passes, dialect)
    functions = [Self.inside]
    for pass in passes.passes {
      switch pass.work {
      case .draw(let values):
        addSamples(of: values)
        guard pass.name != ShaderPass.resultName else { continue }
        let frame = ShaderFrame(configured, passes, dialect, drawing: values)
        let unit = frame.unit(named: pass.name, head: [], isLast: false)
        add(unit.functions, frame)
        let first = dialect.function(pass.name, lanes: pass.channels)
        functions.append(unit.body([first], ["return \(unit.result.text);"]))
      case .filter(let filter, let of, let amounts): add(pass, filter, of[0], amounts)
      case .stage: preconditionFailure("a filter is one pass")
      }
    }
  }

  private static let inside = [
    "// A column or row, whose edges are repeated outside.",
    "__DEVICE__ int tt_inside(int place, int size) { return place < 0 ? 0 : place < size ? place : size - 1; }",
  ]

  private mutating func add(_ called: [[String]], _ frame: ShaderFrame) {
    functions += called.filter { !functions.contains($0) }
    stages += frame.printer.stages.filter { stage in !stages.contains { $0.name == stage.name } }
  }

  // MARK: Filters

  private mutating func add(_ pass: ShaderPass, _ filter: FieldFilter, _ field: Int, _ amounts: [Value]) {
    guard let window = filter.window else { preconditionFailure("'\(filter.name)' takes several passes") }
    var lines: [String] = []
    if let amount = filter.amounts.first {
      let values = PixelValues(amounts[0], passes, in: pass.bounds)
      let frame = ShaderFrame(configured, passes, dialect, drawing: values)
      let unit = frame.unit(named: pass.name, head: [], isLast: false)
      add(unit.functions, frame)
      let ends = [amount.range.lowerBound, amount.range.upperBound].map { dialect.number(Double($0)) }
      lines = unit.statements + ["float amount = _clampf(\(unit.result.text), \(ends.joined(separator: ", ")));"]
    }
    let lanes = Lanes(count: pass.channels)
    let field = passes.passes[field].name
    func color(_ column: String, _ row: String) -> String {
      let call = dialect.call(field, "tt_inside(p_X + \(column), p_Width)", "tt_inside(p_Y + \(row), p_Height)")
      return "\(lanes.type) color = \(call);"
    }
    func square(_ statements: [String]) -> [String] {
      Self.loops("-reach", "<= reach", [color("column", "row")] + statements)
    }
    let result: String
    switch window {
    case .gaussian:
      let least = dialect.number(GaussianSteps.leastSigma)
      lines += [
        "int reach = amount < \(least) ? 0 : (int)(-_floorf(-4.0f * amount));",
        "float falloff = 0.5f * 1.44269504f / _fmaxf(amount * amount, 1e-6f);", "float total = 0.0f;",
      ]
      lines += lanes.start("0.0f")
      lines += square(
        ["float weight = _exp2f(-falloff * (float)(row * row + column * column));", "total += weight;"]
          + lanes.each { "\($0) += weight * \($1);" })
      result = lanes.joined { "\($0) / total" }
    case .least, .greatest:
      let (first, choose) = if case .least = window { ("3.4e38f", "_fminf") } else { ("-3.4e38f", "_fmaxf") }
      lines.append("int reach = (int)_floorf(amount + 0.5f);")
      lines += lanes.start(first) + square(lanes.each { "\($0) = \(choose)(\($0), \($1));" })
      result = lanes.joined { $0 }
    case .sum(let kernel):
      lines += lanes.start("0.0f")
      for tap in kernel.taps {
        let weight = dialect.number(tap.weight)
        lines += ["{", "  " + color("(\(tap.column))", "(\(tap.row))")]
        lines += lanes.each { "  \($0) += \(weight) * \($1);" } + ["}"]
      }
      result = lanes.joined { $0 }
    }
    add(pass.name, "// The pixels around one: \(filter.name).", lanes, lines, result)
  }

  private mutating func add(
    _ name: String, _ about: String, _ lanes: Lanes, also others: String = "", _ lines: [String], _ result: String
  ) {
    let first = dialect.function(name, lanes: lanes.count, also: others)
    functions.append(
      ([about, first] + (lines + ["return \(result);"]).map { "  " + $0 } + ["}"]).flatMap(ShaderUnit.broken))
  }

  private static func loops(_ first: String, _ condition: String, _ statements: [String]) -> [String] {
    [
      "for (int row = \(first); row \(condition); row += 1) {",
      "  for (int column = \(first); column \(condition); column += 1) {",
    ] + statements.map { "    " + $0 } + ["  }", "}"]
  }

  // MARK: Samples

  /// The functions that read earlier passes between pixels, each once.
  private mutating func addSamples(of values: PixelValues) {
    for (value, read) in values.found.sorted(by: { $0.key < $1.key }) {
      guard let filter = passes.shader.program[value].sample?.filter else { continue }
      let (field, lanes) = (passes.passes[read], Lanes(count: passes.passes[read].channels))
      let name = "\(filter)_\(field.name)"
      guard !functions.contains(where: { $0[0].hasPrefix("// \(name):") }) else { continue }
      let weight = Self.weight(filter)
      if !functions.contains(weight) { functions.append(weight) }
      let offset = dialect.number(filter.offset)
      var lines = zip(["across", "down"], [("x", "p_Width"), ("y", "p_Height")]).map { axis, place in
        "float \(axis) = _clampf(place.\(place.0), -4.0f, (float)\(place.1) + 4.0f) - \(offset);"
      }
      lines += lanes.start("0.0f")
      let before = filter.tapsBefore == 0 ? "" : " - \(filter.tapsBefore)"
      let call = dialect.call(
        field.name, "tt_inside((int)_floorf(across) + column\(before), p_Width)",
        "tt_inside((int)_floorf(down) + row\(before), p_Height)")
      lines += Self.loops(
        "0", "< \(filter.taps)",
        [
          "float weight = tt_\(filter)(across - _floorf(across), column) * tt_\(filter)(down - _floorf(down), row);",
          "\(lanes.type) color = \(call);",
        ] + lanes.each { "\($0) += weight * \($1);" })
      add(name, "// \(name): between the centers of pixels.", lanes, also: "float2 place", lines, lanes.joined { $0 })
    }
  }

  /// The weight of a pixel along an axis, at a fraction behind the first one or, for a cubic, the second.
  private static func weight(_ filter: SampleFilter) -> [String] {
    let weight =
      switch filter {
      case .nearest: "1.0f"
      case .bilinear: "tap == 0 ? 1.0f - f : f"
      case .bicubic:
        "tap == 0 ? f * (f * (1.0f - 0.5f * f) - 0.5f) : tap == 1 ? f * f * (1.5f * f - 2.5f) + 1.0f\n"
          + "    : tap == 2 ? f * (f * (2.0f - 1.5f * f) + 0.5f) : f * f * (0.5f * f - 0.5f)"
      }
    return ["__DEVICE__ float tt_\(filter)(float f, int tap) {", "  return \(weight);", "}"]
  }
}

/// The lanes of a color, each a variable, since DCTL has no operators on vectors.
private struct Lanes {
  let count: Int

  var type: String { count == 1 ? "float" : "float\(count)" }

  private var names: [String] { (0..<count).map { "lane\($0)" } }

  func start(_ number: String) -> [String] { names.map { "float \($0) = \(number);" } }

  /// A statement for each lane, from its variable and its part of `color`.
  func each(_ statement: (_ name: String, _ part: String) -> String) -> [String] {
    zip(names, "xyzw").map { statement($0, count == 1 ? "color" : "color.\($1)") }
  }

  func joined(_ value: (_ name: String) -> String) -> String {
    let parts = names.map(value)
    return count == 1 ? parts[0] : "make_float\(count)(\(parts.joined(separator: ", ")))"
  }
}
