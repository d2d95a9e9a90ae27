import TintypeDiagnostics

// The functions that the module exports. A page calls them by `Sources/TintypeStudio/Page/tintype.mjs`.
//
// Texts go in as UTF-8, by address and number of bytes, in memory of `tt_allocate`. An answer is at `tt_answer`, of
// `tt_answer_bytes` bytes, until the next call. One thread uses a module; what traps leaves it unusable.

/// One module has one session.
nonisolated(unsafe) private let session = Session()

/// A text that the page has put into memory.
public typealias Bytes = UnsafePointer<UInt8>

/// Memory for texts and pixels.
@c public func tt_allocate(_ count: Int) -> UnsafeMutableRawPointer {
  UnsafeMutableRawPointer.allocate(byteCount: max(count, 1), alignment: 16)
}

/// Frees memory of ``tt_allocate(_:)``.
@c public func tt_free(_ memory: UnsafeMutableRawPointer) { memory.deallocate() }

/// The answer to the last call.
@c public func tt_answer() -> UnsafePointer<UInt8>? { session.answer.withUnsafeBufferPointer { $0.baseAddress } }

/// The bytes of the answer.
@c public func tt_answer_bytes() -> Int { session.answer.count }

/// Checks a recipe and opens it; returns the number of errors. The answer has a line for each diagnostic, errors and
/// warnings, as `tintype check --format json` prints it.
@c public func tt_check(_ name: Bytes, _ nameBytes: Int, _ text: Bytes, _ textBytes: Int) -> Int {
  session.open(SourceFile(name: string(name, nameBytes), text: bytes(text, textBytes)))
}

/// Formats a recipe; returns the number of errors. The answer is the text as `tintype fmt` writes it, or, with
/// errors, what ``tt_check(_:_:_:_:)`` answers.
@c public func tt_format(_ name: Bytes, _ nameBytes: Int, _ text: Bytes, _ textBytes: Int) -> Int {
  session.format(SourceFile(name: string(name, nameBytes), text: bytes(text, textBytes)))
}

/// Answers with the looks that come with the program, in their groups, as JSON.
@c public func tt_shipped() { session.listShipped() }

/// Answers with the text of one of them; false if there is none of this name.
@c public func tt_shipped_text(_ name: Bytes, _ nameBytes: Int) -> Bool {
  session.readShipped(string(name, nameBytes))
}

/// Answers with the name, the parameters and the variants of the open look, as `tintype list --format json` has them;
/// false if the recipe has errors or no look, and the answer says so.
@c public func tt_look() -> Bool { session.describe() }

/// Gives parameters of the open look their values: the defaults, those of a variant (or of none, if its name is empty),
/// and lines such as `amount=0.5`. The answer has a line for each diagnostic; false if there is an error.
@c public func tt_set(_ variant: Bytes, _ variantBytes: Int, _ settings: Bytes, _ settingBytes: Int) -> Bool {
  session.set(variant: string(variant, variantBytes), lines(settings, settingBytes))
}

/// Answers with what an editor shows of the open recipe, as JSON: `problems`, each a diagnostic of the Language Server
/// Protocol with its `fixes`, and the semantic `tokens`. False if none is open.
@c public func tt_view() -> Bool { session.view() }

/// Answers with what may stand at a place of the open recipe, as `textDocument/completion` does. Lines and characters
/// (of UTF-16) count from 0.
@c public func tt_complete(_ line: Int, _ character: Int) -> Bool {
  session.complete(line: line, character: character)
}

/// Answers with what the word at a place means, as `textDocument/hover` does, or with null.
@c public func tt_hover(_ line: Int, _ character: Int) -> Bool { session.hover(line: line, character: character) }

/// Answers with the parameters and variants of the open look for controls, as JSON.
@c public func tt_controls() -> Bool { session.describeControls() }

/// Answers with the text of the open recipe with other defaults, lines such as `amount=0.5`, and with its controls, as
/// JSON. The recipe that is open stays as it is. If it returns false, the answer is the reason.
@c public func tt_edit(_ settings: Bytes, _ settingBytes: Int) -> Bool {
  session.edit(lines(settings, settingBytes))
}

/// Answers with what the metadata of the last render say of the open look with its values, as JSON.
@c public func tt_origin() -> Bool { session.describeOrigin() }

/// Answers with how the open look with its values is compiled, as `tintype explain` prints it for a photo of `depth`
/// bits, or with one stage of the compiler, as `--emit` takes it. If it returns false, the answer is the reason.
@c public func tt_explain(_ stage: Bytes, _ stageBytes: Int, _ depth: Int) -> Bool {
  session.explain(string(stage, stageBytes), depth: depth)
}

/// Begins a render of the open look over a photo, which is copied. The answer is the size of the result and the rows
/// that will come, as JSON; if the call returns false, it is the reason.
///
/// - Parameters:
///   - photo: rows of RGBA, straight sRGB of 8 or 16 bits, the lower byte of 16 first.
///   - depth: the bits of a sample, of the photo and of the result.
///   - hasAlpha: whether alpha has a meaning; otherwise it is the largest code.
///   - part: from 0, of `parts` equal strips of the result, whose rows alone are computed.
///   - shot: lines of what is known of the photo, as `--shot` takes them, such as `iso=400`, and `date=2024-08-31`.
@c public func tt_begin(
  _ photo: UnsafeRawPointer, _ width: Int, _ height: Int, _ depth: Int, _ hasAlpha: Bool, _ part: Int, _ parts: Int,
  _ shot: Bytes, _ shotBytes: Int
) -> Bool {
  guard let photo = Session.Photo(pixels: photo, width: width, height: height, bits: depth, hasAlpha: hasAlpha) else {
    return session.refuse("a photo has pixels of 8 or 16 bits")
  }
  return session.begin(photo, part: part, of: parts, shot: lines(shot, shotBytes))
}

/// Computes the next rows of the result: RGBA, straight sRGB. If it returns false, the answer is the reason.
@c public func tt_rows(_ count: Int, _ memory: UnsafeMutableRawPointer, _ memoryBytes: Int) -> Bool {
  session.next(count, into: UnsafeMutableRawBufferPointer(start: memory, count: memoryBytes))
}

private func bytes(_ start: Bytes, _ count: Int) -> [UInt8] {
  Array(UnsafeBufferPointer(start: start, count: count))
}

private func string(_ start: Bytes, _ count: Int) -> String {
  String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
}

private func lines(_ start: Bytes, _ count: Int) -> [String] {
  string(start, count).split(separator: "\n").map { String($0) }
}
