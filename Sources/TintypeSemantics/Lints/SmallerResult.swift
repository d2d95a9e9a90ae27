import TintypeDiagnostics
import TintypeIR

/// A result that is smaller than the photo, with the defaults of the parameters.
struct SmallerResult {
  /// The size of a photo, and of what becomes of it, in pixels.
  let photo, result: (width: Double, height: Double)

  /// Nil if the result has at least as many pixels as the photo, upright or not, or if its size is unknown.
  init?(of program: Program) {
    let needed = program.needed(for: program.output.bounds)
    guard needed.count <= 4_096 else { return nil }
    for size in [(width: 6000.0, height: 4000.0), (width: 4000.0, height: 6000.0)] {
      var lanes = [[Double]](repeating: [], count: program.instructions.count)
      for index in needed {
        guard let found = program.lanes(of: program.instructions[index], lanes, gray: 0.5, size: size) else {
          return nil
        }
        lanes[index] = found
      }
      let edges = lanes[program.output.bounds.index]
      let result = (width: edges[2] - edges[0], height: edges[3] - edges[1])
      if result.width * result.height < 0.99 * size.width * size.height {
        (photo, self.result) = (size, result)
        return
      }
    }
    return nil
  }
}

extension SemanticModel {
  /// Whether the recipe, or one that it uses, says that the result has another size.
  var changesSize: Bool {
    var isFound = false
    forEachExpression { expression, _ in
      guard case .operation(let call) = expression.kind else { return }
      switch call.operation {
      case .crop, .straighten, .resize: isFound = true
      default: break
      }
    }
    return isFound
  }

  /// Pictures of different sizes that are combined, which leaves what they have in common.
  var unequalPictures: UnequalPictures {
    var found = UnequalPictures(functions: functions)
    for image in images { found.add(image.value) }
    found.add(recipe.output)
    return found
  }
}

/// Where a recipe combines pictures of different sizes.
struct UnequalPictures {
  /// Whether the whole photo is combined with a part of it: `mix(source, card, 0.5)` of a card that is cropped.
  private(set) var hasPart = false

  /// Pictures that a border made larger than the photo, and what is of the photo's size: the text in it, or nil.
  private(set) var lostBorders: [(padded: SourceLocation, letters: SourceLocation?)] = []

  private let functions: [FunctionEntry]

  /// Of the images so far. An image stands below those that it is made from.
  private var known: [Extent] = []

  /// How much of the photo an image shows.
  private enum Extent {
    case whole(letters: SourceLocation?)
    case part, wider, other
  }

  init(functions: [FunctionEntry]) { self.functions = functions }

  mutating func add(_ image: TypedExpression?) { known.append(image.map { extent(of: $0) } ?? .other) }

  private mutating func extent(of expression: TypedExpression) -> Extent {
    switch expression.withoutParentheses.kind {
    case .reference(.source): return .whole(letters: nil)
    case .reference(.image(let index)): return known.indices.contains(index) ? known[index] : .other
    case .operation(let call):
      switch call.operation {
      case .crop: return .part
      case .pad: return .wider
      case .text: return call[.on].map { extent(of: $0) } ?? .whole(letters: expression.location)
      case .filter: return call[.image].map { extent(of: $0) } ?? .other
      default: return .other
      }
    case .apply(_, let operands, _): return common(of: operands)
    case .call(let index, let inputs, _):
      let function = functions[index]
      return function.isOverPictures
        ? .other : common(of: inputs.compactMap { function.inputs[$0.index].type.isPicture ? nil : $0.value })
    default: return .other
    }
  }

  private mutating func common(of operands: [TypedExpression]) -> Extent {
    var (whole, hasPart, padded): (Extent?, Bool, SourceLocation?) = (nil, false, nil)
    for operand in operands {
      switch extent(of: operand) {
      case .whole(let letters): if case .whole(nil)? = whole {} else { whole = .whole(letters: letters) }
      case .part: hasPart = true
      case .wider: padded = operand.location
      case .other: break
      }
    }
    if case .whole(let letters)? = whole {
      if hasPart { self.hasPart = true }
      if let padded { lostBorders.append((padded, letters)) }
    }
    return hasPart ? .part : whole ?? (padded == nil ? .other : .wider)
  }
}
