extension ContinuousClock.Instant {
  /// The milliseconds since then.
  var millisecondsAgo: Int {
    let parts = duration(to: .now).components
    return Int(parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000)
  }
}
