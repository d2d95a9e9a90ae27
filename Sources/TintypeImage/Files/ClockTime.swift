import TintypeSystem

extension FileStatus {
  /// The time of the last change in the local time zone: year, month, day, hour, minute and second.
  public var modifiedParts: [Int] {
    var seconds = time_t(modified / 1_000_000_000)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return [
      Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday), Int(parts.tm_hour), Int(parts.tm_min),
      Int(parts.tm_sec),
    ]
  }
}
