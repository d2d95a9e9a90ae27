/// The number of a frame, for noise.
///
/// mpv counts frames, and libplacebo the passes that it runs of a file, from 1. So the first pass stores its count, and
/// the second one compares it with its own. Where these differ, the count is divided by the number of passes that run
/// for a photo of this size. Textures hold half precision, in which whole numbers up to 2048 are exact.
enum FrameCount {
  /// The texture with the number, as digits.
  static let saved = "frame_number"

  private static let first = "frame_first"

  /// The lines in front of a pass that reads the number: `tt_count`, and room for a variable `frame`.
  static let ofSeveral = ["#undef frame"] + reading(saved, as: "tt_count")

  /// The same where the file is one pass, so both count frames.
  static let ofOnePass = ["int tt_count() { return frame - 1; }", "#undef frame"]

  private static func reading(_ texture: String, as name: String) -> [String] {
    [
      "int \(name)() {", "  ivec3 digits = ivec3(texelFetch(\(texture)_raw, ivec2(0), 0).rgb);",
      "  return digits.r + 1024 * (digits.g + 1024 * digits.b);", "}",
    ]
  }

  private static func digits(_ number: String) -> String {
    "vec4(\(number) & 1023, (\(number) >> 10) & 1023, (\(number) >> 20) & 1023, 0)"
  }

  /// The passes that store the number, in front of all others.
  static func passes(before others: [HookPass]) -> [HookPass] {
    var (always, counts, order) = (2, [HookConditions: Int](), [HookConditions]())
    func add(_ count: Int, _ conditions: HookConditions) {
      if conditions.isAlways { always += count }
      if counts.updateValue(counts[conditions, default: 0] + count, forKey: conditions) == nil {
        order.append(conditions)
      }
    }
    for conditions in others.map(\.conditions) {
      guard conditions.any.count == 1, let one = conditions.any.first, let end = one.upTo else {
        add(1, conditions)
        continue
      }
      // A range with an upper end counts from its start on, and no longer from its end on.
      add(1, HookConditions([HookCondition(side: one.side, from: one.from, upTo: nil)]))
      add(-1, HookConditions([HookCondition(side: one.side, from: end, upTo: nil)]))
    }
    let conditional = order.filter { !$0.isAlways && counts[$0] != 0 }.map { conditions in
      "  if (\(conditions.code)) { passes += \(counts[conditions, default: 0]); }"
    }
    let count =
      reading(first, as: "tt_first") + [
        "vec4 hook() {", "  ivec2 photo = textureSize(HOOKED_raw, 0);",
        "  int passes = \(always);",
      ] + conditional + [
        "  int number = frame == tt_first() ? frame : (tt_first() - 1) / passes;", "  return \(digits("number"));", "}",
      ]
    return [
      HookPass(
        about: "the count of the first pass", reads: [], saves: first, size: ("1", "1"),
        text: ["vec4 hook() { return \(digits("frame")); }"]),
      HookPass(
        about: "the number of the frame", reads: ["HOOKED", first], saves: saved, size: ("1", "1"), text: count),
    ]
  }
}
