public import Tintype
import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeLowering
import TintypeSemantics

/// A look as a function of one color: with what a table cannot hold left out.
public struct ColorLook: Sendable {
  /// The look and its values.
  public let configured: ConfiguredLook

  /// The names of what was left out.
  public let leftOut: [String]

  /// The look's program without it, for a picture of one size.
  let program: Program

  /// Its colors, rendered.
  let renderer: ColorRenderer

  /// The size for which a look without places is compiled; any is right.
  private static let size = (width: 6000, height: 4000)

  /// - Parameters:
  ///   - configured: the look and its values.
  ///   - names: of steps, as their images, functions, operations or used looks are called, of pictures, or words for
  ///     whole kinds: `noise`, `place`, `neighbors`, `text`, `pictures`, `crop`, `frame`, `shot`.
  /// - Throws: ``ExportRefusal`` for what stands in the way, and for names that nothing has.
  public init(_ configured: ConfiguredLook, without names: [String] = []) throws(ExportRefusal) {
    self.configured = configured
    leftOut = names
    let whole = configured.look.program.withSize(Self.size.width, Self.size.height)
    let cones = StepCones(
      configured.look, whole, values: configured.values, width: Self.size.width, height: Self.size.height)
    let names = try Names(names, cones)
    program = cones.program(leavingOut: names.steps, kinds: names.kinds)
    renderer = ColorRenderer(program, values: configured.values)
    let obstacles = obstacles(cones, names)
    guard obstacles.isEmpty else { throw .obstacles(obstacles) }
  }

  /// What `--without` names.
  private struct Names {
    private(set) var steps: [Int] = []
    private(set) var kinds: Set<Obstacle.Kind> = []

    init(_ names: [String], _ cones: StepCones) throws(ExportRefusal) {
      for name in names {
        let named = cones.steps.indices.filter { cones.steps[$0].name == name }
        if !named.isEmpty {
          let isInTheWay = named.contains { step in
            cones.crops(step)
              || cones.cone(of: step).contains { Obstacle.Kind(cones.program[$0].operation) != nil }
          }
          guard isInTheWay else { throw .nothingToLeaveOut(name) }
          steps += named
          continue
        }
        if let kind = Obstacle.Kind(rawValue: name) {
          kinds.insert(kind)
        } else if cones.program.pictures.contains(where: { $0.name == name }) {
          kinds.insert(.pictures)
        } else {
          let known = cones.steps.map(\.name) + Obstacle.Kind.allCases.map(\.rawValue)
          throw .unknownName(name, meant: nearestName(to: name, among: known))
        }
      }
      steps.sort()
    }
  }

  private func obstacles(_ cones: StepCones, _ names: Names) -> [Obstacle] {
    var kinds = Set(renderer.plan.program.instructions.compactMap { Obstacle.Kind($0.operation) })
    let crops = cones.steps.indices.filter { !cones.steps[$0].isImage && cones.crops($0) }
    let openCrops = crops.filter { !names.steps.contains($0) }
    if cones.isCropped, !names.kinds.contains(.crop), crops.isEmpty || !openCrops.isEmpty { kinds.insert(.crop) }
    guard !kinds.isEmpty else { return [] }
    var found: [Obstacle] = []
    func add(_ kinds: [Obstacle.Kind], _ name: String, _ place: SourceLocation? = nil) {
      guard let known = found.firstIndex(where: { $0.name == name }) else {
        found.append(Obstacle(kinds: kinds, name: name, place: place))
        return
      }
      found[known].kinds += kinds.filter { !found[known].kinds.contains($0) }
    }
    var left = names.steps
    while let (step, kind) = next(kinds, cones, leavingOut: left) {
      if let step {
        let inside = Set(cones.cone(of: step).compactMap { Obstacle.Kind(cones.program[$0].operation) })
        let shown = Obstacle.Kind.allCases.filter { kinds.contains($0) && inside.contains($0) }
        add(shown, cones.steps[step].name, cones.steps[step].place)
        left.append(step)
      } else {
        // What no step of the recipe's own text names has the word for its kind.
        add([kind], kind.rawValue)
        kinds.remove(kind)
      }
    }
    for step in openCrops.map({ cones.steps[$0] }) where kinds.contains(.crop) { add([.crop], step.name, step.place) }
    for kind in Obstacle.Kind.allCases where kinds.contains(kind) && !found.contains(where: { $0.kinds.contains(kind) })
    {
      add([kind], kind.rawValue)
    }
    return found
  }

  /// Something that stands in the way when some steps are left out, with the step that it belongs to: the whole of what
  /// is not made from the photo, such as a mask of grain, else the innermost.
  private func next(
    _ kinds: Set<Obstacle.Kind>, _ cones: StepCones, leavingOut left: [Int]
  ) -> (step: Int?, kind: Obstacle.Kind)? {
    let reached = cones.reached(leavingOut: left)
    for value in reached.sorted() {
      guard let kind = Obstacle.Kind(cones.program[value].operation), kinds.contains(kind) else { continue }
      let owners = cones.steps.indices.filter { step in
        !left.contains(step) && cones.steps[step].values.contains(where: reached.contains)
          && cones.cone(of: step).contains(value)
      }
      return (owners.last { !cones.readsPhoto($0) } ?? owners.first, kind)
    }
    return nil
  }
}

extension Program {
  /// The program for a picture of a size.
  fileprivate func withSize(_ width: Int, _ height: Int) -> Program {
    var sized = self
    for index in sized.instructions.indices where sized.instructions[index].operation == .sourceBounds(0) {
      sized.instructions[index].operation = .constant(Numbers([0, 0, Double(width), Double(height)]))
    }
    return sized
  }
}
