import ArgumentParser
import Synchronization
import Tintype
import TintypeImage
import TintypeJSON

/// Reports the outcome of each photo as it ends.
final class BatchReport: Sendable {
  private struct Counts {
    var rendered = 0
    var skipped = 0
    var failed = 0
    var ended: Int { rendered + skipped + failed }
    /// How many photos had a note, for each sentence.
    var notes: [String: Int] = [:]
    var kinds: Set<ImageError.Kind> = []
  }

  private let total: Int
  private let style: ReportOptions.Progress
  private let isQuiet: Bool
  private let start = ContinuousClock.now
  private let counts = Mutex(Counts())

  init(total: Int, style: ReportOptions.Progress, isQuiet: Bool) {
    (self.total, self.style, self.isQuiet) = (total, style, isQuiet)
  }

  /// A note that this many photos have had is only counted after that.
  private static let repetitions = 3

  /// One photo has ended.
  func add(_ input: FilePath, _ outcome: Batch.Outcome) {
    let counts = counts.withLock { counts in
      switch outcome {
      case .rendered(_, let notes):
        counts.rendered += 1
        for note in notes { counts.notes[note, default: 0] += 1 }
      case .exists, .done: counts.skipped += 1
      case .failed(let failure):
        counts.failed += 1
        counts.kinds.insert(failure.error.kind)
      }
      return counts
    }
    if style == .json {
      let place: JSONObject = [
        "event": "photo", "input": JSONValue(input.text), "ended": JSONValue(counts.ended),
        "total": JSONValue(total),
      ]
      return printRecord(place.merging(outcome.members))
    }
    if style == .bar { StandardError.write(Self.clearLine) }
    switch outcome {
    case .rendered(let output, let notes):
      if style == .plain { StandardError.print("\(counts.ended)/\(total)", output.description, isProgram: false) }
      for note in notes where !isQuiet && counts.notes[note, default: 0] <= Self.repetitions {
        StandardError.print(input.description, "note: \(note)")
      }
    case .exists(let output):
      if !isQuiet { sayExists(output.description) }
    case .done(let output):
      if style == .plain { StandardError.print("\(counts.ended)/\(total)", "\(output) is done", isProgram: false) }
    case .failed(let failure):
      StandardError.print(displayed(failure.file.description), failure.error.messageWithWayOut)
    }
    if style == .bar { StandardError.write(bar(counts)) }
  }

  /// Called after the last photo, or after an interruption.
  func end(isInterrupted: Bool) {
    let counts = counts.withLock { $0 }
    if style == .json {
      return printRecord([
        "event": "summary", "rendered": JSONValue(counts.rendered), "skipped": JSONValue(counts.skipped),
        "failed": JSONValue(counts.failed), "left": JSONValue(total - counts.ended), "seconds": JSONValue(seconds),
      ])
    }
    if style == .bar { StandardError.write(Self.clearLine) }
    guard !isQuiet, total > 1 else { return }
    for (note, count) in counts.notes.sorted(by: { $0.key < $1.key }) where count > Self.repetitions {
      StandardError.print("\(count - Self.repetitions) more photos", "note: \(note)")
    }
    var parts = ["\(counts.rendered) rendered"]
    if counts.skipped > 0 { parts.append("\(counts.skipped) skipped") }
    if counts.failed > 0 { parts.append("\(counts.failed) failed") }
    if total > counts.ended { parts.append("\(total - counts.ended) left") }
    let what = parts.joined(separator: ", ") + " in " + durationText(seconds)
    StandardError.print("tintype: " + (isInterrupted ? "interrupted: " : "") + what)
  }

  /// Prints what a run would do.
  func preview(_ photos: [PlannedPhoto], _ batch: Batch) {
    let options = batch.options
    for photo in photos {
      var remark = ""
      if options.replacesInput {
        remark = " (replaced)"
      } else if fileExists(photo.output) {
        switch options.ifExists {
        case .error: remark = " (exists: error)"
        case .skip: remark = " (exists: skipped)"
        case .overwrite: remark = " (overwritten)"
        case .rename: remark = " (exists: renamed)"
        }
      }
      print("\(photo.input) -> \(photo.output)\(remark)")
      for note in batch.sidecarNotes(of: photo.input) {
        StandardError.print(displayed(photo.input.description), "note: \(note)")
      }
    }
  }

  /// Nil means 0. One photo determines the status alone; several failures exit 1, or 69 if all are in unsupported
  /// formats.
  var status: ExitCode? {
    let counts = counts.withLock { $0 }
    guard let kind = counts.kinds.first else { return nil }
    let areUnread = counts.failed == total && counts.kinds == [.formatNotBuiltIn]
    return total == 1 || areUnread ? Status(kind).exitCode : .failure
  }

  private var seconds: Double { Double(start.millisecondsAgo) / 1000 }

  private static let clearLine = "\r\u{1B}[K"

  /// `[#######             ]  70/200  3.1/s  42 s left  1 failed`
  private func bar(_ counts: Counts) -> String {
    let width = 24
    let filled = counts.ended * width / max(total, 1)
    var line = "[" + String(repeating: "#", count: filled) + String(repeating: " ", count: width - filled) + "]"
    line += "  \(counts.ended)/\(total)"
    // Skipped photos took no time and do not affect the estimate.
    let worked = counts.rendered + counts.failed
    if worked > 0, seconds > 0.5 {
      let rate = Double(worked) / seconds
      line += "  \(Double(Int(rate * 10)) / 10)/s  \(durationText(Double(total - counts.ended) / rate)) left"
    }
    return line + (counts.failed > 0 ? "  \(counts.failed) failed" : "")
  }

  private func printRecord(_ record: JSONObject) {
    try? StandardStreams.write(record.json.encoded + [UInt8(ascii: "\n")])
  }
}

extension Batch.Outcome {
  /// The members of a photo's line with `--progress json`, and of a worker's answer.
  var members: JSONObject {
    switch self {
    case .rendered(let output, let notes):
      [
        "result": "rendered", "status": 0, "output": JSONValue(output.text),
        "notes": JSONValue(notes.isEmpty ? nil : notes),
      ]
    case .exists(let output): ["result": "exists", "status": 0, "output": JSONValue(output.text)]
    case .done(let output): ["result": "done", "status": 0, "output": JSONValue(output.text)]
    case .failed(let failure):
      [
        "result": "failed", "status": JSONValue(Int(Status(failure.error.kind).rawValue)),
        "message": "\(displayed(failure.file.description)): \(failure.error.message)",
      ]
    }
  }
}

/// A time as people read it: `0.4 s`, `42 s`, `3 min 20 s`, `2 h 5 min`.
private func durationText(_ seconds: Double) -> String {
  if seconds < 9.95 { return "\((seconds * 10).rounded() / 10) s" }
  let whole = Int(min(seconds, 1e9).rounded())
  if whole < 100 { return "\(whole) s" }
  if whole < 6000 { return "\(whole / 60) min \(whole % 60) s" }
  return "\(whole / 3600) h \(whole % 3600 / 60) min"
}
