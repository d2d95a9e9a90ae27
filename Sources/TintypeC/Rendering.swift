public import CTintype
import Synchronization
import Tintype
import TintypeExecutor
import TintypeIR
import TintypeIntrinsics

/// What a renderer is made for.
struct RendererKey: Equatable {
  let source: PictureFormat
  let channels: Int
  let depth: SampleDepth
  let dither: Dithering
  let shot: Shot
  let locale: DateLocale
  let limits: PictureLimits
}

extension LoadedLook {
  /// A renderer for pictures of a format.
  func renderer(
    for source: PictureFormat, channels: Int, _ depth: SampleDepth, _ options: RenderOptions
  ) throws -> PictureRenderer {
    try requireProcessor()
    var shot = options.shot
    shot[.date] = options.photoDate.given?.lanes
    let key = RendererKey(
      source: source, channels: channels, depth: depth, dither: options.dither, shot: shot,
      locale: options.photoDate.locale, limits: options.limits)
    if let known = renderer.withLock({ $0 }), known.key == key { return known.renderer }
    let made = try PictureRenderer(
      look, source: source, channels: channels, depth: depth, dither: key.dither, shot: shot, locale: key.locale,
      limits: key.limits)
    renderer.withLock { $0 = (key, made) }
    return made
  }
}

private func requireProcessor() throws(Failure) {
  guard Execution.isSupportedHere else { throw Failure(.unavailable, Execution.whyUnsupported) }
}

extension PictureFormat {
  /// - Throws: for a layout that no picture has.
  fileprivate init(_ format: tintype_format, _ name: String) throws(Failure) {
    guard format.width > 0, format.height > 0 else { throw Failure(.usage, "'\(name)' has no pixels") }
    self.init(
      width: Int(format.width), height: Int(format.height), channels: try channelCount(format, name),
      depth: try sampleDepth(format, name))
  }

  /// The bytes from the first row to the end of the last one, `stride` apart.
  fileprivate func bytes(stride: Int, _ name: String) throws(Failure) -> (count: Int, rowBytes: Int) {
    let rowBytes = stride == 0 ? rowBytes : stride
    guard rowBytes >= self.rowBytes else {
      throw Failure(.usage, "'\(name)' is \(stride) bytes, and a row has \(self.rowBytes)")
    }
    let bytes = ByteCount(rowBytes) * (height - 1) + ByteCount(self.rowBytes)
    guard bytes < .unbounded else { throw Failure(.usage, "'\(name)' is too large") }
    return (bytes.count, rowBytes)
  }
}

private func channelCount(_ format: tintype_format, _ name: String) throws(Failure) -> Int {
  guard format.channels == 3 || format.channels == 4 else {
    throw Failure(.usage, "'\(name)' has \(format.channels) channels; a picture has 3 or 4")
  }
  return Int(format.channels)
}

private func sampleDepth(_ format: tintype_format, _ name: String) throws(Failure) -> SampleDepth {
  guard let depth = SampleDepth(bits: Int(format.bits)) else {
    throw Failure(.usage, "'\(name)' has samples of \(format.bits) bits; a sample has 8 or 16")
  }
  return depth
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
    let from = try PictureFormat(layout(source, "source"), "source")
    var wanted = try layout(result, "result")
    if wanted.channels == 0 { wanted.channels = UInt32(from.channels) }
    if wanted.bits == 0 { wanted.bits = UInt32(from.depth.bits) }
    let renderer = try loaded.renderer(
      for: from, channels: channelCount(wanted, "result"), sampleDepth(wanted, "result"), options(options_).options)
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
    let from = try PictureFormat(layout(source, "source"), "source")
    let to = try PictureFormat(layout(result, "result"), "result")
    guard let pixels else { throw Failure(.usage, "'pixels' is NULL") }
    guard let target else { throw Failure(.usage, "'target' is NULL") }
    let (count, rowBytes) = try from.bytes(stride: stride, "stride")
    let (targetCount, targetRowBytes) = try to.bytes(stride: targetStride, "target_stride")
    let renderer = try loaded.renderer(for: from, channels: to.channels, to.depth, options.options)
    guard renderer.result == to else {
      throw Failure(
        .usage,
        "the look makes \(renderer.result.width) x \(renderer.result.height) pixels of this picture, and 'result' has "
          + "\(to.width) x \(to.height); 'tintype_result_format' gives the layout")
    }
    let observer = options.observer
    try renderer.render(
      UnsafeRawBufferPointer(start: pixels, count: count), rowBytes: rowBytes,
      into: UnsafeMutableRawBufferPointer(start: target, count: targetCount), targetRowBytes: targetRowBytes,
      frame: frame, threads: options.options.threads, isInterrupted: { observer.isCancelled },
      progress: observer.progress)
  }
}
