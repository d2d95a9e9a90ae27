// `import TintypeSystem` stands for the module that has `Mutex`, too.

#if !hasFeature(Embedded)
  @_exported public import Synchronization
#else
  /// What Synchronization calls by this name, where one thread runs and no lock is needed: in a page.
  public struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    private let value: UnsafeMutablePointer<Value>

    /// A value that only ``withLock(_:)`` reaches.
    public init(_ initialValue: consuming sending Value) {
      value = .allocate(capacity: 1)
      value.initialize(to: initialValue)
    }

    deinit {
      value.deinitialize(count: 1)
      value.deallocate()
    }

    /// Calls a function with the value.
    public borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      try body(&value.pointee)
    }
  }
#endif
