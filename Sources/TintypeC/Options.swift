public import CTintype
import Synchronization
import Tintype

/// What a `tintype_options` is.
final class Options {
  var options = RenderOptions()
  /// The values so far of options that are lists.
  var lists: [String: [String]] = [:]
  var observer = Observer(isCancelled: nil, progress: nil, context: nil)

  /// What rendering may take, which no job and no metadata of a result states.
  private static let numbers: [(name: String, range: ClosedRange<Int>, path: any Path)] = [
    ("threads", 1...1024, \.threads), ("max-pixels", 1...Int.max, \.limits.maxPixels),
  ]

  private typealias Path = WritableKeyPath<RenderOptions, Int> & Sendable

  /// Sets an option by its name.
  func set(_ name: String, to value: String) throws(Failure) {
    if let number = Self.numbers.first(where: { $0.name == name }) {
      guard let count = Int(value), number.range.contains(count) else {
        let (least, most) = (number.range.lowerBound, number.range.upperBound)
        throw Failure(
          .usage, "'\(name)' is a number from \(least)\(most < .max ? " to \(most)" : " on"), and not '\(value)'")
      }
      options[keyPath: number.path] = count
      return
    }
    guard let option = RenderOption.all.first(where: { $0.name == name }) else {
      let near = nearestName(to: name, among: RenderOption.all.map(\.name) + Self.numbers.map(\.name))
      throw Failure(.usage, "there is no option '\(name)'" + (near.map { "; did you mean '\($0)'?" } ?? ""))
    }
    let values = (option.isList ? lists[name] ?? [] : []) + [value]
    guard option.take(values, &options) else {
      throw Failure(.usage, "the value '\(value)' of '\(name)' is not valid; \(option.expected)")
    }
    if option.isList { lists[name] = values }
  }
}

/// The caller's hooks for interruption and progress during a render.
final class Observer: Sendable {
  private struct Calls {
    let isCancelled: (@convention(c) (UnsafeMutableRawPointer?) -> Bool)?
    let progress: (@convention(c) (UnsafeMutableRawPointer?, Double) -> Void)?
    nonisolated(unsafe) let context: UnsafeMutableRawPointer?
  }

  /// One call at a time.
  private let calls: Mutex<Calls>

  init(
    isCancelled: (@convention(c) (UnsafeMutableRawPointer?) -> Bool)?,
    progress: (@convention(c) (UnsafeMutableRawPointer?, Double) -> Void)?, context: UnsafeMutableRawPointer?
  ) {
    calls = Mutex(Calls(isCancelled: isCancelled, progress: progress, context: context))
  }

  var isCancelled: Bool { calls.withLock { $0.isCancelled?($0.context) ?? false } }

  func progress(_ part: Double) { calls.withLock { $0.progress?($0.context, part) } }
}

/// See `tintype.h`.
@c @implementation
public func tintype_options_create() -> OpaquePointer! { handle(Options()) }

/// See `tintype.h`.
@c @implementation
public func tintype_options_set(
  _ options: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ value: UnsafePointer<CChar>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> tintype_status {
  status(error) {
    let options: Options = try object(options, "options")
    try options.set(text(name, "name"), to: text(value, "value"))
  }
}

/// See `tintype.h`.
@c @implementation
public func tintype_options_observe(
  _ options: OpaquePointer!, _ isCancelled: (@convention(c) (UnsafeMutableRawPointer?) -> Bool)!,
  _ progress: (@convention(c) (UnsafeMutableRawPointer?, Double) -> Void)!, _ context: UnsafeMutableRawPointer!
) {
  guard let options = try? object(options, "options") as Options else { return }
  options.observer = Observer(isCancelled: isCancelled, progress: progress, context: context)
}

/// See `tintype.h`.
@c @implementation
public func tintype_options_free(_ options: OpaquePointer!) { release(options, Options.self) }
