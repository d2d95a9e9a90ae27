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

  /// Whether the whole photo is combined with a part of it: `mix(source, card, 0.5)` of a card that is cropped.
  var combinesPartWithWhole: Bool {
    // An image stands below those that it is made from.
    var known: [PictureExtent] = []
    var isFound = false
    func extent(of expression: TypedExpression) -> PictureExtent {
      switch expression.withoutParentheses.kind {
      case .reference(.source): .whole
      case .reference(.image(let index)): known.indices.contains(index) ? known[index] : .other
      case .operation(let call) where call.operation == .crop: .part
      case .apply(_, let operands, _): common(of: operands)
      case .call(_, let inputs, _): common(of: inputs.map { $0.value })
      default: .other
      }
    }
    func common(of operands: [TypedExpression]) -> PictureExtent {
      let extents = Set(operands.map(extent))
      if extents.contains(.whole), extents.contains(.part) { isFound = true }
      return extents.contains(.part) ? .part : extents.contains(.whole) ? .whole : .other
    }
    for image in images { known.append(image.value.map(extent) ?? .other) }
    _ = recipe.output.map(extent)
    return isFound
  }
}

/// How much of the photo an image shows.
private enum PictureExtent { case whole, part, other }
