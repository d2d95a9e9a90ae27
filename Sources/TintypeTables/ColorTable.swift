/// A color look-up table (LUT) from a file.
///
/// It has one or two stages, applied in order: curves (a 1D LUT for each channel), a cube (a 3D LUT), or curves that
/// map a color into the range of the cube after them.
public struct ColorTable: Sendable, Hashable {
  /// The path in the recipe, for messages.
  public let name: String

  /// One or two stages in the order of application.
  public let stages: [Stage]

  /// A hash of everything except the name.
  public let fingerprint: UInt64

  /// Takes one or two stages; nil for any other number.
  public init?(name: String, stages: [Stage]) {
    guard (1...2).contains(stages.count) else { return nil }
    self.name = name
    self.stages = stages
    fingerprint = stages.reduce(0xcbf2_9ce4_8422_2325) { $1.mixed(into: $0) }
  }

  /// The table that changes no color from 0 to 1.
  public static let identity: ColorTable = {
    let corners = (0..<8).map { SIMD4<Float>(Float($0 & 1), Float($0 >> 1 & 1), Float($0 >> 2), 0) }
    guard let axis = Axis(from: 0, to: 1, edge: 2),
      let cube = Stage(.cube, edge: 2, axes: [axis, axis, axis], entries: corners),
      let table = ColorTable(name: "identity", stages: [cube])
    else { preconditionFailure("a cube of edge 2 is a table") }
    return table
  }()

  /// The same under another name.
  public func named(_ name: String) -> ColorTable {
    ColorTable(name: name, stages: stages, fingerprint: fingerprint)
  }

  private init(name: String, stages: [Stage], fingerprint: UInt64) {
    (self.name, self.stages, self.fingerprint) = (name, stages, fingerprint)
  }

  /// The number of entries of all stages.
  public var entryCount: Int { stages.reduce(0) { $0 + $1.entries.count } }

  /// Hashes the fingerprint, because hashing every entry again would be slow.
  public func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }
}

extension ColorTable {
  /// A 1D or 3D look-up.
  public struct Stage: Sendable, Hashable {
    /// The dimension of a stage.
    public enum Shape: String, Sendable, Hashable, CaseIterable {
      /// 1D: each channel by itself.
      case curves
      /// 3D: all three channels together.
      case cube

      /// The largest number of entries along an axis. A cube of edge 129 has two million entries.
      public var largestEdge: Int { self == .curves ? 65_536 : 129 }
    }

    /// The dimension.
    public let shape: Shape

    /// The number of entries along an axis, at least 2.
    public let edge: Int

    /// The input ranges of red, green and blue.
    public let axes: [Axis]

    /// The colors as red, green, blue and an unused lane: ``edge`` of them for curves, edge^3 for a cube, with red
    /// varying fastest.
    public let entries: [SIMD4<Float>]

    /// Takes the parts of a stage. Nil unless the edge is in bounds, there are three axes of that edge, and the number
    /// of entries matches. All entries must be finite.
    public init?(_ shape: Shape, edge: Int, axes: [Axis], entries: [SIMD4<Float>]) {
      guard (2...shape.largestEdge).contains(edge), axes.count == 3, axes.allSatisfy({ $0.edge == edge }),
        entries.count == Self.entryCount(shape, edge: edge), entries.allSatisfy({ $0.isFinite })
      else { return nil }
      self.shape = shape
      self.edge = edge
      self.axes = axes
      self.entries = entries
    }

    /// The number of entries of a stage.
    public static func entryCount(_ shape: Shape, edge: Int) -> Int {
      shape == .curves ? edge : edge * edge * edge
    }

    /// FNV-1a of 64 bits (Fowler, Noll and Vo), a 64-bit word at a time.
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

  /// The input range of an axis.
  public struct Axis: Sendable, Hashable {
    /// The input of the first entry.
    public let low: Float

    /// The index of the last entry.
    public let high: Float

    /// The number of entries.
    public let edge: Int

    /// The position of x among the entries is `scale * x + offset`, from 0 to ``last``.
    public let scale: Float

    /// See ``scale``.
    public let offset: Float

    /// The position of the last entry.
    public var last: Float { Float(edge - 1) }

    /// Takes the inputs of the first and last entry. Nil if the range is empty or too narrow or wide for single
    /// precision.
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
