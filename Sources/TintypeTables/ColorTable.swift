/// A table of colors from a file: color in, color out, by the nearest entries.
///
/// It has one stage or two, each at what the one before gives: curves (a 1D table: each channel by itself), a cube (a 3D
/// table: each color as a whole), or curves that bring a color into the range of a cube.
public struct ColorTable: Sendable, Hashable {
  /// What people call it: the path in the recipe.
  public let name: String

  /// What is done, in order; one or two stages.
  public let stages: [Stage]

  /// A number made of everything but the name: equal tables have equal ones.
  public let fingerprint: UInt64

  /// A table of these stages; nil when there are none, or more than two.
  public init?(name: String, stages: [Stage]) {
    guard (1...2).contains(stages.count) else { return nil }
    self.name = name
    self.stages = stages
    fingerprint = stages.reduce(0xcbf2_9ce4_8422_2325) { $1.mixed(into: $0) }
  }

  /// How many entries it has in all.
  public var entryCount: Int { stages.reduce(0) { $0 + $1.entries.count } }

  /// Of a hundred thousand numbers, the fingerprint is enough to tell tables apart.
  public func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }
}

extension ColorTable {
  /// One look-up.
  public struct Stage: Sendable, Hashable {
    /// How entries are found.
    public enum Shape: String, Sendable, Hashable, CaseIterable {
      /// Each channel on a line of its own.
      case curves
      /// All three channels together in space.
      case cube

      /// The most entries along one axis: a cube of 129 has two million.
      public var largestEdge: Int { self == .curves ? 65_536 : 129 }
    }

    /// How entries are found.
    public let shape: Shape

    /// Entries along one axis, 2 at least.
    public let edge: Int

    /// Which numbers the axes span: red, green, blue.
    public let axes: [Axis]

    /// The colors, red first, the fourth number unused: ``edge`` of them, or its third power where red runs fastest.
    public let entries: [SIMD4<Float>]

    /// A stage; nil unless the edge is in bounds, there are three axes of that edge, and as many entries as they want, all of
    /// them finite.
    public init?(_ shape: Shape, edge: Int, axes: [Axis], entries: [SIMD4<Float>]) {
      guard (2...shape.largestEdge).contains(edge), axes.count == 3, axes.allSatisfy({ $0.edge == edge }),
        entries.count == Self.entryCount(shape, edge: edge), entries.allSatisfy({ $0.isFinite })
      else { return nil }
      self.shape = shape
      self.edge = edge
      self.axes = axes
      self.entries = entries
    }

    /// The entries that a stage of this edge has.
    public static func entryCount(_ shape: Shape, edge: Int) -> Int {
      shape == .curves ? edge : edge * edge * edge
    }

    /// Fowler, Noll and Vo's mixture (FNV-1a, 64 bits), a word at a time.
    fileprivate func mixed(into start: UInt64) -> UInt64 {
      var sum = start
      func mix(_ word: UInt64) { sum = (sum ^ word) &* 0x100_0000_01b3 }
      mix(shape == .curves ? 1 : 3)
      mix(UInt64(edge))
      for axis in axes {
        mix(UInt64(axis.low.bitPattern))
        mix(UInt64(axis.high.bitPattern))
      }
      for entry in entries {
        mix(UInt64(entry.x.bitPattern) | UInt64(entry.y.bitPattern) << 32)
        mix(UInt64(entry.z.bitPattern))
        sum ^= sum >> 29
      }
      return sum
    }
  }

  /// The numbers that one axis of a table spans.
  public struct Axis: Sendable, Hashable {
    /// Where the first entry stands.
    public let low: Float

    /// Where the last entry stands.
    public let high: Float

    /// Entries along the axis.
    public let edge: Int

    /// The place of x among the entries is `scale * x + offset`, from 0 to ``last``.
    public let scale: Float

    /// See ``scale``.
    public let offset: Float

    /// The place of the last entry.
    public var last: Float { Float(edge - 1) }

    /// An axis; nil when it goes nowhere, or is so narrow or so wide that places on it are no numbers.
    public init?(from low: Float, to high: Float, edge: Int) {
      guard edge >= 2, low < high else { return nil }
      let exact = Double(edge - 1) / (Double(high) - Double(low))
      (scale, offset) = (Float(exact), Float(-Double(low) * exact))
      guard scale.isNormal, offset.isFinite else { return nil }
      (self.low, self.high, self.edge) = (low, high, edge)
    }
  }
}

extension SIMD4<Float> {
  fileprivate var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }
}
