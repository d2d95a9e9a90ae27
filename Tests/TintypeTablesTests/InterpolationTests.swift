import Testing
import TintypeTestSupport

@testable import TintypeTables

/// The interpolation of a table between its entries.
@Suite struct InterpolationTests {
  @Test func givesItsEntriesWhereTheyStand() throws {
    let table = try drawn(.cube, edge: 4, seed: 1)
    let stage = table.stages[0]
    for blue in 0..<4 {
      for green in 0..<4 {
        for red in 0..<4 {
          let place = [red, green, blue].map { Float($0) / 3 }
          let entry = stage.entries[(blue * 4 + green) * 4 + red]
          for (found, wanted) in zip(table(place), [entry.x, entry.y, entry.z]) {
            #expect(abs(found - wanted) <= 1e-6)
          }
        }
      }
    }
  }

  /// Linear functions are reproduced exactly by tetrahedral interpolation.
  @Test func reproducesPlanes() throws {
    let axis = try #require(ColorTable.Axis(from: -1, to: 2, edge: 5))
    var entries: [SIMD4<Float>] = []
    for blue in 0..<5 {
      for green in 0..<5 {
        for red in 0..<5 {
          let (r, g, b) = (Float(red) * 0.75 - 1, Float(green) * 0.75 - 1, Float(blue) * 0.75 - 1)
          entries.append(SIMD4(r + 2 * g - b, 0.5 * r - g + 3, b, 0))
        }
      }
    }
    let cube = try #require(ColorTable.Stage(.cube, edge: 5, axes: [axis, axis, axis], entries: entries))
    let table = try #require(ColorTable(name: "planes", stages: [cube]))
    var random = SplitMix64(seed: 4)
    for _ in 0..<2000 {
      let c = (0..<3).map { _ in Float.random(in: -1...2, using: &random) }
      let wanted = [c[0] + 2 * c[1] - c[2], 0.5 * c[0] - c[1] + 3, c[2]]
      for (found, wanted) in zip(table(c), wanted) { #expect(abs(found - wanted) <= 3e-6) }
    }
  }

  /// numpy and no table code of ours: the six tetrahedra written out by their inequalities.
  ///
  /// ```
  /// import numpy as np
  /// v = ((np.arange(81) * 37) % 101).reshape(3,3,3,3) / 100   # [b][g][r][lane], edge 3
  /// def t(r,g,b):
  ///   p=np.array([r,g,b])*2; i=np.minimum(np.floor(p).astype(int),1); x,y,z=p-i
  ///   c=lambda dr,dg,db: v[i[2]+db,i[1]+dg,i[0]+dr]
  ///   if x>y>z: q=(1-x)*c(0,0,0)+(x-y)*c(1,0,0)+(y-z)*c(1,1,0)+z*c(1,1,1)
  ///   elif x>z>y: q=(1-x)*c(0,0,0)+(x-z)*c(1,0,0)+(z-y)*c(1,0,1)+y*c(1,1,1)
  ///   elif z>x>y: q=(1-z)*c(0,0,0)+(z-x)*c(0,0,1)+(x-y)*c(1,0,1)+y*c(1,1,1)
  ///   elif z>y>x: q=(1-z)*c(0,0,0)+(z-y)*c(0,0,1)+(y-x)*c(0,1,1)+x*c(1,1,1)
  ///   elif y>z>x: q=(1-y)*c(0,0,0)+(y-z)*c(0,1,0)+(z-x)*c(0,1,1)+x*c(1,1,1)
  ///   else: q=(1-y)*c(0,0,0)+(y-x)*c(0,1,0)+(x-z)*c(1,1,0)+z*c(1,1,1)
  ///   return q
  /// for c in [(.4,.3,.1),(.9,.2,.6),(.3,.1,.45),(.55,.6,.9),(.1,.45,.3),(.7,.95,.55)]: print(c, t(*c))
  /// ```
  @Test(arguments: knownColors) func hasKnownValues(_ color: [Double], _ wanted: [Double]) throws {
    let entries = (0..<27).map { entry -> SIMD4<Float> in
      func number(_ lane: Int) -> Float { Float((entry * 3 + lane) * 37 % 101) / 100 }
      return SIMD4(number(0), number(1), number(2), 0)
    }
    let axis = try #require(ColorTable.Axis(from: 0, to: 1, edge: 3))
    let cube = try #require(ColorTable.Stage(.cube, edge: 3, axes: [axis, axis, axis], entries: entries))
    let table = try #require(ColorTable(name: "known", stages: [cube]))
    for lane in 0..<3 {
      #expect(abs(table.exact(color)[lane] - wanted[lane]) <= 1e-7)
      #expect(abs(Double(table(color.map { Float($0) })[lane]) - wanted[lane]) <= 1e-6)
    }
  }

  @Test(arguments: [ColorTable.Stage.Shape.cube, .curves]) func holdsItsEdges(_ shape: ColorTable.Stage.Shape) throws {
    let table = try drawn(shape, edge: 3, seed: 8)
    for (outside, inside) in [
      ([-1, 0.5, 0.3], [0, 0.5, 0.3]), ([0.2, 7, 1], [0.2, 1, 1]), ([0, 0, 1.5], [0, 0, 1]),
    ]
      as [([Float], [Float])]
    {
      #expect(table(outside) == table(inside))
      #expect(table.exact(outside.map(Double.init)) == table.exact(inside.map(Double.init)))
    }
    for (strange, end) in [(Float.nan, Float(0)), (.infinity, 1), (-.infinity, 0), (3.4e38, 1), (-3.4e38, 0)] {
      #expect(table([strange, 0.5, strange]) == table([end, 0.5, end]))
      #expect(table.exact([Double(strange), 0.5, 0]) == table.exact([Double(end), 0.5, 0]))
    }
  }

  /// Single precision is close to what the table means, wherever: also on the planes where tetrahedra meet.
  @Test(arguments: 0..<20) func isCloseToItsMeaning(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let table = try drawn(seed.isMultiple(of: 2) ? .cube : .curves, edge: 2 + seed, seed: UInt64(seed))
    for _ in 0..<500 {
      var color = (0..<3).map { _ in Float.random(in: -0.1...1.1, using: &random) }
      if Bool.random(using: &random) { color[1] = color[0] }
      if Int.random(in: 0..<4, using: &random) == 0 { color[2] = color[1] }
      let exact = table.exact(color.map(Double.init))
      for (single, exact) in zip(table(color), exact) { #expect(abs(Double(single) - exact) <= 2e-5) }
    }
  }

  private func drawn(_ shape: ColorTable.Stage.Shape, edge: Int, seed: UInt64) throws -> ColorTable {
    var random = SplitMix64(seed: seed)
    let axis = try #require(ColorTable.Axis(from: 0, to: 1, edge: edge))
    let entries = (0..<ColorTable.Stage.entryCount(shape, edge: edge)).map { _ in
      SIMD4<Float>.random(in: -0.5...1.5, using: &random)
    }
    let stage = try #require(ColorTable.Stage(shape, edge: edge, axes: [axis, axis, axis], entries: entries))
    return try #require(ColorTable(name: "drawn", stages: [stage]))
  }
}

private let knownColors: [([Double], [Double])] = [
  ([0.4, 0.3, 0.1], [0.238, 0.608, 0.372]),
  ([0.9, 0.2, 0.6], [0.37, 0.538, 0.504]),
  ([0.3, 0.1, 0.45], [0.728, 0.391, 0.559]),
  ([0.55, 0.6, 0.9], [0.272, 0.642, 0.608]),
  ([0.1, 0.45, 0.3], [0.224, 0.594, 0.459]),
  ([0.7, 0.95, 0.55], [0.589, 0.656, 0.319]),
]
