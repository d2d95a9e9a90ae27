import Tintype
import TintypeDiagnostics
import TintypeIR
import TintypeLowering
import TintypeSemantics

/// A form of files: what it can hold of a look beyond colors, and its name in messages.
struct ExportForm {
  let phrase: String

  /// Whether the result may have another rectangle than the photo.
  var holdsCrops = false

  /// Whether other pixels are read within a limit; see ``NeighborReads``.
  var limitsReads = false

  static let table = ExportForm(phrase: "a table")
  static let onePass = ExportForm(phrase: "a shader of one pass")
  static let passes = ExportForm(phrase: "a shader", holdsCrops: true)
  static let dctl = ExportForm(phrase: "DCTL", limitsReads: true)
  static let hook = ExportForm(phrase: "a hook of libplacebo")
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
    _ configured: ConfiguredLook, _ program: Program, without names: [String], for form: ExportForm,
    remaining: (Program) -> Set<UnsupportedFeature.Kind>
  ) throws(ExportRefusal) {
    let cones = DependencyCones(
      configured.look, program, values: configured.values, width: Self.size.width, height: Self.size.height)
    let names = try Names(names, cones)
    let isWhole = form.holdsCrops && !names.leavesOutCrops(cones)
    self.program = cones.program(leavingOut: names.steps, kinds: names.kinds, keepsBounds: isWhole)
    let reads = form.limitsReads ? NeighborReads(program, values: configured.values) : nil
    let features = Self.features(cones, names, remaining(self.program), reads, holdsCrops: form.holdsCrops)
    guard features.isEmpty else { throw .unsupported(features, for: form.phrase) }
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
    _ cones: DependencyCones, _ names: Names, _ kinds: Set<UnsupportedFeature.Kind>, _ reads: NeighborReads?,
    holdsCrops: Bool
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
    // Of steps that a target holds in part, those that it cannot hold alone; all where it holds each, but not all.
    let beyond =
      reads.map { reads in
        cones.reached(leavingOut: left).filter { reads.windows[$0] ?? 0 > NeighborReads.most }
      } ?? []
    func isHeld(_ value: Value) -> Bool {
      !beyond.isEmpty && cones.program[value].operation.readsNeighbors && !beyond.contains(value)
    }
    while let (step, kind) = next(kinds, cones, leavingOut: left, isHeld) {
      if let step {
        let inside = Set(cones.cone(of: step).compactMap { UnsupportedFeature.Kind(cones.program[$0].operation) })
        let shown = UnsupportedFeature.Kind.allCases.filter { kinds.contains($0) && inside.contains($0) }
        add(shown, cones.steps[step].name, cones.steps[step].place)
        if let reads, shown.contains(.neighbors),
          let known = found.firstIndex(where: { $0.name == cones.steps[step].name })
        {
          found[known].excess = reads.excess(of: cones.cone(of: step))
        }
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
    _ kinds: Set<UnsupportedFeature.Kind>, _ cones: DependencyCones, leavingOut left: [Int],
    _ isHeld: (Value) -> Bool
  ) -> (step: Int?, kind: UnsupportedFeature.Kind)? {
    let reached = cones.reached(leavingOut: left)
    for value in reached.sorted() {
      guard let kind = UnsupportedFeature.Kind(cones.program[value].operation), kinds.contains(kind), !isHeld(value)
      else { continue }
      let owners = cones.steps.indices.filter { step in
        !left.contains(step) && cones.steps[step].values.contains(where: reached.contains)
          && cones.cone(of: step).contains(value)
      }
      return (owners.last { !cones.readsPhoto($0) } ?? owners.first, kind)
    }
    return nil
  }
}
