import TintypeColor
import TintypeExecutor
import TintypeIR
import TintypeImage
import TintypePlan
import TintypeRender

/// A photo whose compressed blocks are moved: turned, mirrored and cropped without being decoded.
///
/// What the look does is read from its plan, whatever its name. The photo's orientation is part of the move, as it is
/// in a render, so the result is upright. A crop takes whole blocks, so it may be larger than asked for, never smaller.
struct LosslessRendering: PreparedRendering {
  private let photo: PictureReader
  private let move: BlockMove
  private let metadata: PictureMetadata
  private let hasThumbnail: Bool
  private let notes: [String]
  private let isInterrupted: @Sendable () -> Bool

  init(
    _ look: ConfiguredLook, _ input: FilePath, _ type: PictureFileType?, _ options: RenderOptions,
    _ budget: MemoryBudget?, _ isInterrupted: @escaping @Sendable () -> Bool
  ) throws(ImageError) {
    // What is left of a damaged photo is not what was stored.
    let limits = PictureLimits(maxPixels: options.limits.maxPixels, confinement: options.limits.confinement)
    guard limits.confinement.scope != .everything else {
      throw ImageError(
        .formatNotBuiltIn, "the blocks of a JPEG do not leave a confined decoder", remedy: .decodingHere)
    }
    photo = try openPicture(input, limits: limits, isInterrupted: isInterrupted)
    let type = type ?? .output(following: photo.metadata.source)
    guard let blocks = photo.blocks, let source = photo.metadata.source, source == type else {
      throw ImageError(
        .unsupported,
        "is \(photo.metadata.source?.title ?? "of no format") and the result \(type.title): only the blocks of a JPEG "
          + "can be moved into a JPEG without loss", remedy: .compressing)
    }
    var options = options
    options.shot = look.shot.overridden(by: options.shot)
    let shot = try look.shot(
      of: photo.metadata, photo.color, seed: try photo.seed(), file: input, date: options.photoDate, given: options.shot
    ) { () throws(ImageError) in try ReducedPhoto(of: input, limits, within: budget, isInterrupted) }
    if look.bound.measures { options.shot.measurements = shot.measurements }
    let pictures = try GivenPictures(look, for: input, limits, isInterrupted).pictures
    let (width, height) = (photo.format.width, photo.format.height)
    let upright = photo.orientation.uprightSize(width: width, height: height)
    // Colors are not touched, so they may be those of sRGB in 8 bits.
    let target = RenderTarget(source: .screen, result: .screen, locale: options.photoDate.locale)
    let render = try compiling(in: budget, isInterrupted) { (budget) throws(ImageError) in
      try CompiledLook(look.bound, for: target, shot: shot, pictures: pictures, within: budget).prepared(
        for: PictureFormat(width: upright.width, height: upright.height, channels: 3, depth: .eight),
        maxPixels: limits.maxPixels, within: budget)
    }
    let wanted = try Self.move(render, pictures, photo)
    move = blocks.snapped(wanted, width: width, height: height)
    try Self.requireWholeBlocks(move, blocks, photo)
    let provenance = try Provenance(of: look, for: input, shot, options, isInterrupted)
    let size = move.size
    var adjusted = photo.metadata.adjusted(width: size.width, height: size.height)
    // As in a render, since camera data may be left out.
    if photo.color.statement == .cameraData { adjusted.iccProfile = photo.color.space.profile }
    let (metadata, remarks) = try adjusted.prepared(
      options, provenance, for: type, photo: input,
      isMoved: photo.isMoved(in: PictureFormat(width: size.width, height: size.height, channels: 3, depth: .eight)))
    self.metadata = metadata
    hasThumbnail = ThumbnailMaker(for: metadata, of: photo.format) != nil
    notes = remarks + (move == wanted ? [] : [Self.note(on: move, instead: wanted, blocks)])
    self.isInterrupted = isInterrupted
  }

  /// From where the pixels of the result are stored.
  private static func move(
    _ render: PreparedRender, _ pictures: LookPictures, _ photo: PictureReader
  ) throws(ImageError) -> BlockMove {
    let move: PixelMove
    do throws(ChangedPixels) {
      move = try render.plan.plan.pixelMove(
        width: render.source.width, height: render.source.height, pictures: pictures.shapes.map(\.size))
    } catch {
      throw ImageError(
        .unsupported,
        "the look '\(render.plan.program.name)' \(error.reason); "
          + "only crops, quarter turns and mirroring are without loss",
        remedy: .compressing)
    }
    let (width, height) = (render.result.width, render.result.height)
    let stored = (width: photo.format.width, height: photo.format.height)
    return BlockMove(width: width, height: height) { x, y in
      let place = move.source(x: x, y: y)
      return photo.orientation.storedPosition(x: place.x, y: place.y, stored: stored)
    }
  }

  /// Refuses a move that would put an incomplete block at the left or top, where a JPEG can only have complete blocks.
  private static func requireWholeBlocks(
    _ move: BlockMove, _ blocks: BlockGrid, _ photo: PictureReader
  ) throws(ImageError) {
    let partial = blocks.partial(in: move)
    guard partial != (0, 0) else { return }
    let sides = photo.orientation.farSides
    let cuts = [(sides.ofColumns, partial.columns), (sides.ofRows, partial.rows)].filter { $0.1 > 0 }
    let crop = cuts.map { "\($0.0): \($0.1)px" }.joined(separator: ", ")
    throw ImageError(
      .unsupported,
      "its blocks of \(blocks.width) x \(blocks.height) pixels do not fill its size, and the incomplete ones cannot be "
        + "moved to where this look puts them; cut them off first, as in 'source |> crop(\(crop)) |> ...'",
      remedy: .compressing)
  }

  private static func note(on move: BlockMove, instead wanted: BlockMove, _ blocks: BlockGrid) -> String {
    func text(_ move: BlockMove) -> String {
      "\(move.size.width) x \(move.size.height) pixels"
    }
    func place(_ move: BlockMove) -> String { "from column \(move.columns.lowerBound), row \(move.rows.lowerBound)" }
    return "cropped between blocks of \(blocks.width) x \(blocks.height) pixels: the result has \(text(move)) "
      + "\(place(move)) of the stored picture, where the look asks for \(text(wanted)) \(place(wanted))"
  }

  var memory: ByteCount { photo.movingMemory + (hasThumbnail ? photo.decodingMemory : 0) }

  func run(
    into descriptor: Int32, _ progress: @escaping @Sendable (Double) -> Void
  ) throws(ImageError) -> [String] {
    let writer: any RowWriter
    do throws(ImageError) {
      writer = try photo.writer(to: descriptor, moving: move, metadata: metadata)
    } catch  where error.remedy == .salvage {
      throw ImageError(error.kind, error.message + ", so its blocks cannot be moved", remedy: .compressing)
    }
    try writer.finish()
    if hasThumbnail {
      let result = try openPicture(descriptor: descriptor, limits: .ofMetadata, isInterrupted: isInterrupted)
      let thumbnail = ThumbnailMaker(for: metadata, of: result.format)
      try thumbnail?.take(allOf: result)
      if let exif = try thumbnail?.filledExif() { try writer.replaceExif(with: exif) }
    }
    progress(1)
    return notes + photo.notesOnMoving + writer.notes
  }
}
