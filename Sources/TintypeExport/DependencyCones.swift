import TintypeIR
import TintypeIntrinsics
import TintypeLowering
import TintypeSemantics

/// The dependency cones of a look's named steps.
///
/// The *cone* of a step is the set of values that its color depends on, down to its input pictures. Only pictures made
/// from the photo are inputs: a mask or noise that a step reads belongs to its cone.
///
/// ```
///  source ── graded ─┬───────────────── output        cone of `grain`: noise and its tint, but not `graded`
///                    └─ grain ┘
///            noise ─ tinted ┘
/// ```
struct DependencyCones {
  let program: Program
  private(set) var steps: [NamedStep]
  /// The colors of each step.
  private let own: [Set<Value>]
  /// What each call is made from.
  private let inputs: [Set<Value>]
  /// The first image that has a value.
  private var firstImages: [Value: Int] = [:]
  private let readsPhoto: [Bool]
  /// Every value evaluated at a black pixel: correct for values that do not depend on the pixel.
  private let numbers: [[Double]]
  private let size: [Double]
  private let isSized: Bool

  /// - Parameter values: of the parameters, one number a lane.
  init(_ look: Look, _ program: Program, values: [[Double]], width: Int, height: Int) {
    self.program = program
    var readsPhoto: [Bool] = []
    for instruction in program.instructions {
      let isPhoto = instruction.operation == .source(0)
      readsPhoto.append(isPhoto || instruction.operands.contains { readsPhoto[$0.index] })
    }
    self.readsPhoto = readsPhoto
    steps = look.steps
    own = steps.map { Set($0.values) }
    inputs = steps.map { Set(program.withParts($0.inputs)) }
    for (place, image) in look.images.enumerated() {
      for value in program.withParts(image.color.values) where firstImages[value] == nil { firstImages[value] = place }
    }
    let pictures = program.pictures.map { _ in ExactField(columns: 0..<1, rows: 0..<1) { _, _ in [0, 0, 0, 0] } }
    isSized = !program.instructions.contains { $0.operation == .sourceBounds(0) }
    size = [0, 0, Double(width), Double(height)]
    numbers = Interpreter(program, parameters: values, width: width, height: height, pictures: pictures)
      .values(at: .init(color: [0, 0, 0, 1]))
    for step in steps.indices { steps[step].values = program.withParts(steps[step].values).filter { !ends($0, step) } }
  }

  /// Whether the cone of a step ends at a value.
  private func ends(_ value: Value, _ step: Int) -> Bool {
    let isInput = inputs[step].contains(value) || firstImages[value].map { $0 < steps[step].earlierImages } ?? false
    return isInput && readsPhoto[value.index] && !own[step].contains(value)
  }

  /// Whether a step is made from the photo.
  func readsPhoto(_ step: Int) -> Bool { steps[step].values.contains { readsPhoto[$0.index] } }

  /// The operands of a value, for the given parameter values.
  private func operands(of value: Value) -> [Value] {
    let instruction = program[value]
    guard instruction.operation == .apply(.select), program[instruction.operands[2]].rate == .uniform else {
      return Array(instruction.operands)
    }
    return [instruction.operands[numbers[instruction.operands[2].index][0] != 0 ? 1 : 0]]
  }

  /// Whether the rectangle of a step differs from those of all its inputs.
  func crops(_ step: Int) -> Bool {
    guard let bounds = steps[step].bounds, !steps[step].inputBounds.isEmpty else { return false }
    return !steps[step].inputBounds.contains { numbers[$0.index] == numbers[bounds.index] }
  }

  /// Whether the rectangle of the result differs from the photo's.
  var isCropped: Bool { numbers[program.output.bounds.index] != size }

  /// The cone of a step.
  func cone(of step: Int) -> Set<Value> {
    var cone: Set<Value> = []
    var open = steps[step].values
    while let value = open.popLast() {
      guard !ends(value, step), cone.insert(value).inserted else { continue }
      open += operands(of: value)
    }
    return cone
  }

  /// The values that the output depends on outside the cones of some steps.
  func reached(leavingOut left: [Int]) -> Set<Value> {
    var outside: Set<Value> = []
    var inside: [Set<Value>] = steps.map { _ in [] }
    var open: [(value: Value, step: Int?)] = [(program.output.color, nil)]
    while let (value, step) = open.popLast() {
      if let step {
        if ends(value, step) {
          open.append((value, nil))
        } else if inside[step].insert(value).inserted {
          open += operands(of: value).map { ($0, step) }
        }
        continue
      }
      if let step = left.last(where: { steps[$0].values.contains(value) }) {
        open.append((value, step))
      } else if outside.insert(value).inserted {
        open += operands(of: value).map { ($0, nil) }
      }
    }
    return outside
  }

  /// The program without some steps: in their cones noise is its mean, a place the middle of the frame, a blur or
  /// sample the color of this pixel, a picture transparent and text nothing.
  ///
  /// These are the average values on a patch of one color, so a look with grain keeps its average tone, and a vignette
  /// gives the colors of the center.
  ///
  /// - Parameters:
  ///   - kinds: what is left out everywhere.
  ///   - keepsBounds: whether the result keeps its rectangle, instead of having the photo's.
  func program(leavingOut left: [Int], kinds: Set<UnsupportedFeature.Kind>, keepsBounds: Bool = false) -> Program {
    var builder = ProgramBuilder(capacity: program.instructions.count)
    var plain: [Value] = []
    var neutral: [[Value]] = left.map { _ in [] }
    for (index, instruction) in program.instructions.enumerated() {
      let value = Value(index)
      func moved(_ places: [Value], _ isLeftOut: Bool, _ builder: inout ProgramBuilder) -> Value {
        var instruction = instruction
        instruction.operands.rename { places[$0.index] }
        if isLeftOut, let replaced = self.neutral(instruction, &builder) { return replaced }
        if instruction.rate == .varying { instruction.rate = instruction.impliedRate { builder.rate(of: $0) } }
        let written = builder.add(instruction)
        if let label = program.labels[value] { builder.label(written, label) }
        return written
      }
      let isLeftOut = UnsupportedFeature.Kind(instruction.operation).map(kinds.contains) ?? false
      plain.append(moved(plain, isLeftOut, &builder))
      for place in left.indices {
        let isEnd = ends(value, left[place])
        let inside = isEnd ? plain[index] : moved(neutral[place], true, &builder)
        neutral[place].append(inside)
        if steps[left[place]].values.contains(value) { plain[index] = inside }
      }
    }
    var result = program
    result.labels = builder.labels
    result.output.color = plain[program.output.color.index]
    result.output.bounds = keepsBounds ? plain[program.output.bounds.index] : builder.sourceBounds()
    result.instructions = builder.instructions
    return result
  }

  /// The replacement of an omitted operation; nil for one that stays.
  private func neutral(_ instruction: Instruction, _ builder: inout ProgramBuilder) -> Value? {
    switch UnsupportedFeature.Kind(instruction.operation) {
    case .noise: builder.constant(Numbers([0.5, 0.5, 0.5, 0.5]), .rgba)
    case .place:
      // The middle of the picture, whose size a program may leave open.
      isSized
        ? builder.constant(Numbers([size[2] / 2, size[3] / 2]), .vec2)
        : builder.apply(.multiply, builder.component([2, 3], of: builder.sourceBounds()), builder.constant(0.5))
    case .tables: instruction.operands[1]
    case .neighbors: instruction.operands[0]
    case .text: builder.constant(0)
    case .pictures: builder.constant(Numbers([0, 0, 0, 0]), .rgba)
    case .frame: builder.constant(0)
    // Capture metadata have their fallback; without one they are unsupported.
    case .shot: instruction.operands.first
    case .crop, nil: nil
    }
  }
}

extension Program {
  /// Values, and the lanes that they are constructed from: a later step reads these directly.
  fileprivate func withParts(_ values: [Value]) -> [Value] {
    values.flatMap { value in
      if case .construct = self[value].operation { [value] + self[value].operands } else { [value] }
    }
  }
}
