package import TintypeRaster
package import TintypeSizes

extension CompileBudget {
  /// The memory that compiling may always use: as much as the program itself. Most looks need less.
  package static let least = ByteCount(16 << 20)

  /// For a compilation under a limit of memory.
  package convenience init(memory: ByteCount?, _ isInterrupted: @escaping @Sendable () -> Bool = { false }) {
    self.init(limit: memory.map { max($0, Self.least) } ?? .unbounded, isInterrupted: isInterrupted)
  }
}

extension ImageError {
  /// A compilation that ended early.
  package init(_ stop: CompileBudget.Stop) {
    switch stop {
    case .interrupted: self = .interrupted
    case .memory(let limit):
      self.init(
        .limit, "compiling the look needs more memory than the limit of \(limit)", remedy: .moreMemory)
    }
  }
}
