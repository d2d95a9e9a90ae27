import TintypeColor
import TintypeIR
import TintypeImage
import TintypeRender

/// A photo through a look without the bounds of a screen: the light that a gain map leads to, or that PQ and HLG code.
///
/// It is what the look makes of the photo's light, not cut off at white. A look that reads light, as film looks do,
/// makes a print, whose paper has a white; there the print is lit by how much brighter than white the photo is
/// (``HighlightRows``).
struct LitRender {
  private let reader: any RowReader
  private let pictures: GivenPictures
  private let render: PreparedRender
  private let highlights: Highlights?
  private let headroom: Double

  /// That of the photo's own gain map, a ratio, which a result that is no print keeps; nil without one.
  let headroomOfPhoto: Double?

  private var notes: [String] = []

  /// The render of alpha in place of colors.
  private struct Highlights {
    let rows: HighlightRows
    /// The bytes of reading the photo.
    let memory: ByteCount
    let pictures: GivenPictures
    let render: PreparedRender
  }

  /// The bound where the photo's codes have none: 4 stops.
  private static let usualHeadroom = 16.0

  /// - Parameters:
  ///   - plan: of the finished picture, which is as large.
  ///   - space: of the result: linear light.
  ///   - hasAlpha: whether the result has alpha where the look makes some.
  ///   - shot: of the finished picture, measurements included, so that both are alike.
  init(
    _ look: ConfiguredLook, _ input: FilePath, _ options: RenderOptions, _ plan: RenderPlan, in space: RGBSpace,
    hasAlpha: Bool, _ shot: Shot, _ budget: MemoryBudget?, _ isInterrupted: @escaping @Sendable () -> Bool
  ) throws(ImageError) {
    var limits = options.limits
    if limits.onHighDynamicRange != .ignore { limits.onHighDynamicRange = .apply }
    let stored = try openPicture(input, limits: limits, isInterrupted: isInterrupted)
    let opened = stored.color
    let isPrint = look.look.program.readsLight
    // Codes of a display have an end, which the light of a scene has not.
    let ofPhoto = opened.codes == nil ? 1 : opened.headroom
    headroomOfPhoto = isPrint || opened.gainMap == nil || opened.codes == nil ? nil : ofPhoto
    headroom = limits.maxHeadroom ?? max(Self.usualHeadroom, ofPhoto)
    var shot = shot
    (shot[.isSceneLight], shot[.headroom]) = ([opened.isSceneLight ? 1 : 0], [opened.headroom])
    func prepared(
      _ format: PictureFormat, _ color: PictureColor, _ pictures: GivenPictures,
      _ fill: (inout RenderTarget) -> Void = { _ in }
    ) throws(ImageError) -> PreparedRender {
      var target = RenderTarget(
        source: .init(format, color), result: .init(depth: .half, hasAlpha: hasAlpha, space: space),
        locale: options.photoDate.locale)
      fill(&target)
      let filled = target
      return try compiling(in: budget, isInterrupted) { (budget) throws(ImageError) in
        try CompiledLook(
          look.bound, for: filled, shot: shot, pictures: pictures.pictures, maxCost: options.maxCost, within: budget
        ).prepared(for: format, maxPixels: options.limits.maxPixels, within: budget)
      }
    }
    func upright(_ stored: PictureReader) throws(ImageError) -> any RowReader {
      try uprightReader(stored, options, plan)
    }
    reader = try upright(stored)
    pictures = try GivenPictures(look, for: input, limits, isInterrupted)
    render = try prepared(reader.format, reader.color, pictures)
    if isPrint, HighlightRows.areKnown(of: reader) {
      let again = try upright(try openPicture(input, limits: limits, isInterrupted: isInterrupted))
      let rows = HighlightRows(again, in: space, upTo: headroom)
      let given = try GivenPictures(look, for: input, limits, isInterrupted)
      highlights = Highlights(
        rows: rows, memory: again.decodingMemory, pictures: given,
        render: try prepared(rows.format, again.color, given) { target in
          (target.result.depth, target.result.hasAlpha, target.showsAlpha) = (rows.format.depth, false, true)
        })
    } else {
      highlights = nil
      let isBrighter = reader.format.depth.isLight || reader.color.log != nil
      if isPrint, isBrighter {
        notes.append(
          "the print is not lit where the photo is brighter than white: that needs linear light without alpha")
      }
    }
  }

  /// The shape of the rows of light.
  var format: PictureFormat { render.result }

  /// The bytes that are held at the peak.
  func memory(_ options: RenderOptions) -> ByteCount {
    var memory =
      render.memory(options.engine, threads: options.threads) + reader.decodingMemory + pictures.decodingMemory
    if let highlights {
      memory =
        memory + highlights.render.memory(threads: 1) + highlights.memory
        + highlights.pictures.decodingMemory
    }
    return memory
  }

  /// Renders all rows.
  ///
  /// - Parameter sink: takes rows of half precision, 1 for white.
  /// - Returns: what is remarkable.
  func run(
    into sink: any RowSink, _ options: RenderOptions, observer: (any RowObserver)? = nil,
    _ isInterrupted: @escaping @Sendable () -> Bool, _ progress: @escaping @Sendable (Double) -> Void
  ) throws(ImageError) -> [String] {
    var lit: (any RowSource)?
    if let highlights {
      lit = try highlights.render.rows(of: highlights.rows)
    }
    let rows = LitRows(render.result, to: sink, upTo: headroom, highlights: lit)
    try render.run(
      reader, into: rows, engine: options.engine, observer: observer, threads: options.threads,
      isInterrupted: isInterrupted, progress: progress)
    var notes = notes + reader.notes + pictures.notes
    if rows.isCut, options.limits.maxHeadroom == nil {
      notes.append("light over \(headroom.shortText) times white is cut there; --max-headroom says otherwise")
    }
    return notes
  }
}
