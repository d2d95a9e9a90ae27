import Tintype
import TintypeDiagnostics
import TintypeIR
import TintypeLowering
import TintypeSemantics

/// What holds a look.
enum ExportTarget {
  case table, shader, dctl, passes, hook

  /// In messages.
  var phrase: String {
    switch self {
    case .table: "a table"
    case .shader: "a shader of one pass"
    case .dctl: "DCTL"
    case .passes: "a shader"
    case .hook: "a hook of libplacebo"
    }
  }
}

/// The program of a look without the steps that are left out.
struct ReducedLook {
  let program: Program

  /// The size used for looks that do not depend on it.
  static let size = (width: 6000, height: 4000)

  /// - Parameters:
  ///   - program: of the look, for a picture of one size or of any.
  ///   - names: what is left out; see ``ColorLook/init(_:without:)``.
  ///   - remaining: the kinds that a program depends on and that the target cannot hold.
  /// - Throws: ``ExportRefusal`` for unsupported steps and unknown names.
  init(
    _ configured: ConfiguredLook, _ program: Program, without names: [String], for target: ExportTarget,
    remaining: (Program) -> Set<UnsupportedFeature.Kind>
  ) throws(ExportRefusal) {
    let cones = DependencyCones(
      configured.look, program, values: configured.values, width: Self.size.width, height: Self.size.height)
    let names = try Names(names, cones)
    let isWhole = target == .passes && !names.leavesOutCrops(cones)
    self.program = cones.program(leavingOut: names.steps, kinds: names.kinds, keepsBounds: isWhole)
    let features = Self.features(cones, names, remaining(self.program), holdsCrops: target == .passes)
    guard features.isEmpty else { throw .unsupported(features, for: target.phrase) }
  }

  /// What `--without` names.
  private struct Names {
    private(set) var steps: [Int] = []
    private(set) var kinds: Set<UnsupportedFeature.Kind> = []

    init(_ names: [String], _ cones: DependencyCones) throws(ExportRefusal) {
      for name in names {
        let named = cones.steps.indices.filter { cones.steps[$0].name == name }
        if !named.isEmpty {
          let isInTheWay = named.contains { step in
            cones.crops(step)
              || cones.cone(of: step).contains { UnsupportedFeature.Kind(cones.program[$0].operation) != nil }
          }
          guard isInTheWay else { throw .nothingToLeaveOut(name) }
          steps += named
          continue
        }
        if let kind = UnsupportedFeature.Kind(rawValue: name) {
          kinds.insert(kind)
        } else if cones.program.pictures.contains(where: { $0.name == name }) {
          kinds.insert(.pictures)
        } else {
          let known = cones.steps.map(\.name) + UnsupportedFeature.Kind.allCases.map(\.rawValue)
          throw .unknownName(name, meant: nearestName(to: name, among: known))
        }
      }
      steps.sort()
    }

    /// Whether the result is to have the photo's rectangle.
    func leavesOutCrops(_ cones: DependencyCones) -> Bool {
      let crops = cones.steps.indices.filter { !cones.steps[$0].isImage && cones.crops($0) }
      return kinds.contains(.crop) || !crops.isEmpty && crops.allSatisfy(steps.contains)
    }
  }

  private static func features(
    _ cones: DependencyCones, _ names: Names, _ kinds: Set<UnsupportedFeature.Kind>, holdsCrops: Bool
  ) -> [UnsupportedFeature] {
    var kinds = kinds
    let crops = cones.steps.indices.filter { !cones.steps[$0].isImage && cones.crops($0) }
    let openCrops = crops.filter { !names.steps.contains($0) }
    if !holdsCrops, cones.isCropped, !names.kinds.contains(.crop), crops.isEmpty || !openCrops.isEmpty {
      kinds.insert(.crop)
    }
    guard !kinds.isEmpty else { return [] }
    var found: [UnsupportedFeature] = []
    func add(_ kinds: [UnsupportedFeature.Kind], _ name: String, _ place: SourceLocation? = nil) {
      guard let known = found.firstIndex(where: { $0.name == name }) else {
        found.append(UnsupportedFeature(kinds: kinds, name: name, place: place))
        return
      }
      found[known].kinds += kinds.filter { !found[known].kinds.contains($0) }
    }
    var left = names.steps
    while let (step, kind) = next(kinds, cones, leavingOut: left) {
      if let step {
        let inside = Set(cones.cone(of: step).compactMap { UnsupportedFeature.Kind(cones.program[$0].operation) })
        let shown = UnsupportedFeature.Kind.allCases.filter { kinds.contains($0) && inside.contains($0) }
        add(shown, cones.steps[step].name, cones.steps[step].place)
        left.append(step)
      } else {
        // What no step of the recipe's own text names has the word for its kind.
        add([kind], kind.rawValue)
        kinds.remove(kind)
      }
    }
    for step in openCrops.map({ cones.steps[$0] }) where kinds.contains(.crop) { add([.crop], step.name, step.place) }
    for kind in UnsupportedFeature.Kind.allCases
    where kinds.contains(kind) && !found.contains(where: { $0.kinds.contains(kind) }) {
      add([kind], kind.rawValue)
    }
    return found
  }

  /// An unsupported feature that remains when some steps are omitted, with its step: the outermost step not made from
  /// the photo, such as a grain mask, else the innermost step.
  private static func next(
    _ kinds: Set<UnsupportedFeature.Kind>, _ cones: DependencyCones, leavingOut left: [Int]
  ) -> (step: Int?, kind: UnsupportedFeature.Kind)? {
    let reached = cones.reached(leavingOut: left)
    for value in reached.sorted() {
      guard let kind = UnsupportedFeature.Kind(cones.program[value].operation), kinds.contains(kind) else { continue }
      let owners = cones.steps.indices.filter { step in
        !left.contains(step) && cones.steps[step].values.contains(where: reached.contains)
          && cones.cone(of: step).contains(value)
      }
      return (owners.last { !cones.readsPhoto($0) } ?? owners.first, kind)
    }
    return nil
  }
}
