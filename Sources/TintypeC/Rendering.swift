public import CTintype
import Synchronization
import Tintype
import TintypeColor
import TintypeExecutor
import TintypeIR
import TintypeIntrinsics
import TintypePlan
import TintypeSystem

/// What a renderer is made for.
struct RendererKey: Equatable {
  let source: PictureFormat
  let channels: Int
  let depth: SampleDepth
  let spaces: [InputSpace]
  let dither: Dithering
  let shot: Shot
  let locale: DateLocale
  let limits: PictureLimits
}

extension LoadedLook {
  /// A renderer for pictures of a layout.
  func renderer(
    from source: CallerPicture, to result: CallerPicture, _ options: RenderOptions
  ) throws -> PictureRenderer {
    try requireProcessor()
    var shot = options.shot
    shot[.date] = options.photoDate.given?.lanes
    let input = source.space ?? .srgb
    let key = RendererKey(
      source: source.format, channels: result.format.channels, depth: result.format.depth,
      spaces: [input, result.space ?? input], dither: options.dither, shot: shot, locale: options.photoDate.locale,
      limits: options.limits)
    if let known = renderer.withLock({ $0 }), known.key == key { return known.renderer }
    let made = try PictureRenderer(
      look, source: key.source, channels: key.channels, depth: key.depth, dither: key.dither,
      inputSpace: key.spaces[0], outputSpace: key.spaces[1], shot: shot, locale: key.locale, limits: key.limits)
    renderer.withLock { $0 = (key, made) }
    return made
  }

  /// Renders into memory that may be the source's.
  func render(
    _ source: CallerPicture, into result: CallerPicture, frame: UInt32, _ options: Options
  ) throws {
    let renderer = try renderer(from: source, to: result, options.options)
    guard (renderer.result.width, renderer.result.height) == (result.format.width, result.format.height) else {
      throw Failure(
        .usage,
        "the look makes \(renderer.result.width) x \(renderer.result.height) pixels of this picture, and 'result' has "
          + "\(result.format.width) x \(result.format.height); 'tintype_result_format' and 'tintype_result_size' say it"
      )
    }
    let needed = renderer.sourceRegion(for: result.region)
    guard needed.isEmpty || source.region.contains(needed) else {
      throw Failure(
        .usage,
        "the region of 'source' lacks pixels that this part of the result needs; 'tintype_source_region' says them")
    }
    let (source, copy) = try source.overlaps(result) ? source.copied() : (source, nil)
    let whole = PixelRectangle(columns: 0..<result.format.width, rows: 0..<result.format.height)
    let observer = options.observer
    try withExtendedLifetime(copy) {
      try renderer.render(
        CallerSink(result), region: result.region == whole ? nil : result.region, frame: frame,
        threads: options.options.threads, isInterrupted: { observer.isCancelled }, progress: observer.progress
      ) { CallerRows(source) { observer.isCancelled } }
    }
  }
}

extension PixelRectangle {
  fileprivate func contains(_ other: PixelRectangle) -> Bool {
    columns.clamped(to: other.columns) == other.columns && rows.clamped(to: other.rows) == other.rows
  }
}

private func requireProcessor() throws(Failure) {
  guard Execution.isSupportedHere else { throw Failure(.unavailable, Execution.whyUnsupported) }
}

extension CallerPicture {
  /// - Throws: for a layout that no picture has.
  fileprivate init(
    _ format: tintype_format, at pixels: UnsafeMutableRawPointer? = nil, stride: Int = 0, _ name: String
  ) throws(Failure) {
    guard let depth = SampleDepth(bits: Int(format.bits)) else {
      throw Failure(.usage, "'\(name)' has samples of \(format.bits) bits; a sample has 8 or 16")
    }
    var picture = tintype_picture()
    (picture.width, picture.height, picture.channels) = (format.width, format.height, format.channels)
    (picture.pixels, picture.stride) = (pixels, stride)
    picture.sample = tintype_sample(depth == .eight ? TINTYPE_UINT8 : TINTYPE_UINT16)
    try self.init(picture, name)
  }
}

private func layout(
  _ format: UnsafePointer<tintype_format>?, _ name: String
) throws(Failure) -> tintype_format {
  guard let format else { throw Failure(.usage, "'\(name)' is NULL") }
  return format.pointee
}

private func options(_ handle: OpaquePointer?) throws(Failure) -> Options {
  handle == nil ? Options() : try object(handle, "options")
}

/// See `tintype.h`.
@c @implementation
public func tintype_render_file(
  _ look: OpaquePointer!, _ input: UnsafePointer<CChar>!, _ output: UnsafePointer<CChar>!, _ options_: OpaquePointer!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> tintype_status {
  status(error) {
    try requireProcessor()
    let loaded: LoadedLook = try object(look, "look")
    let options = try options(options_)
    let observer = options.observer
    let (input, output) = (FilePath(try text(input, "input")), FilePath(try text(output, "output")))
    do throws(ImageError) {
      _ = try renderPhoto(
        loaded.look, from: input, to: output, options: options.options, isInterrupted: { observer.isCancelled },
        progress: observer.progress)
    } catch {
      throw PhotoFailure(error, input: input, output: output)
    }
  }
}

/// See `tintype.h`.
@c @implementation
public func tintype_result_format(
  _ look: OpaquePointer!, _ source: UnsafePointer<tintype_format>!, _ result: UnsafeMutablePointer<tintype_format>!,
  _ options_: OpaquePointer!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> tintype_status {
  status(error) {
    let loaded: LoadedLook = try object(look, "look")
    let given = try layout(source, "source")
    let from = try CallerPicture(given, "source")
    var wanted = try layout(result, "result")
    if wanted.channels == 0 { wanted.channels = given.channels }
    if wanted.bits == 0 { wanted.bits = given.bits }
    (wanted.width, wanted.height) = (1, 1)
    let renderer = try loaded.renderer(
      from: from, to: CallerPicture(wanted, "result"), options(options_).options)
    (wanted.width, wanted.height) = (UInt32(renderer.result.width), UInt32(renderer.result.height))
    result.pointee = wanted
  }
}

/// See `tintype.h`.
@c @implementation
public func tintype_render(
  _ look: OpaquePointer!, _ source: UnsafePointer<tintype_format>!, _ pixels: UnsafeRawPointer!, _ stride: Int,
  _ result: UnsafePointer<tintype_format>!, _ target: UnsafeMutableRawPointer!, _ targetStride: Int,
  _ frame: UInt32, _ options_: OpaquePointer!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> tintype_status {
  status(error) {
    let loaded: LoadedLook = try object(look, "look")
    let options = try options(options_)
    let from = try CallerPicture(
      layout(source, "source"), at: UnsafeMutableRawPointer(mutating: pixels), stride: stride, "source")
    let to = try CallerPicture(layout(result, "result"), at: target, stride: targetStride, "result")
    try from.requireMemory("pixels")
    try to.requireMemory("target")
    try loaded.render(from, into: to, frame: frame, options)
  }
}

/// Allocated once.
private nonisolated(unsafe) let spaceNames = names(InputSpace.allCases.map(\.rawValue))

/// See `tintype.h`.
@c @implementation
public func tintype_spaces() -> UnsafePointer<UnsafePointer<CChar>?>! { spaceNames }

/// See `tintype.h`.
@c @implementation
public func tintype_result_size(
  _ look: OpaquePointer!, _ source: UnsafePointer<tintype_picture>!, _ result: UnsafeMutablePointer<tintype_picture>!,
  _ options_: OpaquePointer!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> tintype_status {
  status(error) {
    let loaded: LoadedLook = try object(look, "look")
    let from = try CallerPicture(source, "source")
    guard var wanted = result?.pointee else { throw Failure(.usage, "'result' is NULL") }
    (wanted.width, wanted.height, wanted.region, wanted.stride) = (1, 1, tintype_rectangle(), 0)
    let to = try withUnsafePointer(to: wanted) { (wanted) throws(Failure) in try CallerPicture(wanted, "result") }
    let renderer = try loaded.renderer(from: from, to: to, options(options_).options)
    result.pointee.region = tintype_rectangle()
    (result.pointee.width, result.pointee.height) = (UInt32(renderer.result.width), UInt32(renderer.result.height))
  }
}

/// See `tintype.h`.
@c @implementation
public func tintype_source_region(
  _ look: OpaquePointer!, _ source: UnsafePointer<tintype_picture>!, _ result: UnsafePointer<tintype_picture>!,
  _ needed: UnsafeMutablePointer<tintype_rectangle>!, _ options_: OpaquePointer!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> tintype_status {
  status(error) {
    let loaded: LoadedLook = try object(look, "look")
    let (from, to) = (try CallerPicture(source, "source"), try CallerPicture(result, "result"))
    guard let needed else { throw Failure(.usage, "'needed' is NULL") }
    let part = try loaded.renderer(from: from, to: to, options(options_).options).sourceRegion(for: to.region)
    needed.pointee =
      part.isEmpty
      ? tintype_rectangle()
      : tintype_rectangle(
        x: UInt32(part.columns.lowerBound), y: UInt32(part.rows.lowerBound), width: UInt32(part.columns.count),
        height: UInt32(part.rows.count))
  }
}

/// See `tintype.h`.
@c @implementation
public func tintype_render_picture(
  _ look: OpaquePointer!, _ source: UnsafePointer<tintype_picture>!, _ result: UnsafePointer<tintype_picture>!,
  _ frame: UInt32, _ options_: OpaquePointer!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> tintype_status {
  status(error) {
    let loaded: LoadedLook = try object(look, "look")
    let (from, to) = (try CallerPicture(source, "source"), try CallerPicture(result, "result"))
    try from.requireMemory("source.pixels")
    try to.requireMemory("result.pixels")
    try loaded.render(from, into: to, frame: frame, options(options_))
  }
}
