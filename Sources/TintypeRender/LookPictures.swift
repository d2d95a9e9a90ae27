package import TintypeColor
import TintypeDiagnostics
package import TintypeExecutor
import TintypeIR
import TintypeIntrinsics
package import TintypeLowering
import TintypePlan
package import TintypeRaster
import TintypeSyntax

/// The pictures of one render besides the photo, in the order of the program's.
package struct LookPictures: @unchecked Sendable {
  /// The pixels of one picture.
  package enum Pixels {
    /// It has no file. A plan that reads it is refused.
    case missing
    /// Rows that are read once.
    case rows(any RowSource, RGBSpace)
    /// All rows, which any number of renders read.
    case stored(StoredPicture, RGBSpace)
  }

  /// nil for a program without pictures.
  private let look: Look?
  private let pixels: [Pixels]

  /// - Parameter pixels: one for each picture of the look's program.
  package init(_ look: Look, _ pixels: [Pixels]) { (self.look, self.pixels) = (look, pixels) }

  /// Those of a look without files for any.
  package init(noneOf look: Look) { self.init(look, look.program.pictures.map { _ in .missing }) }

  private init(_ look: Look?, replaced pixels: [Pixels]) { (self.look, self.pixels) = (look, pixels) }

  /// No pictures.
  static var none: LookPictures { LookPictures(nil, replaced: []) }

  private var declared: [PlacedPicture] { look?.program.pictures ?? [] }

  /// How they are stored: what a look is compiled for. One without a file is never read.
  var samples: [RenderTarget.Samples] {
    zip(declared, pixels).map { picture, pixels in
      guard let rows = pixels.rows else { return .init(depth: .eight, hasAlpha: true, space: .srgb) }
      return .init(rows.source.format, picture.isData ? .srgb : rows.space)
    }
  }

  /// The target for a look none of whose pictures has a file.
  package static func target(_ target: RenderTarget, noneOf look: Look) -> RenderTarget {
    var target = target
    target.pictures = LookPictures(noneOf: look).samples
    return target
  }

  /// Their sizes and forms in memory.
  package var shapes: [SourceShape] {
    pixels.map { $0.rows?.source.shape ?? SourceShape(width: 1, height: 1, format: .init(channels: 4, depth: .eight)) }
  }

  /// The formats of those that have a file.
  package var formats: [PictureFormat] { pixels.compactMap { $0.rows?.source.format } }

  /// Their rows, from the top; of one without a file, a transparent pixel.
  package func sources() throws(ImageError) -> [any RowSource] {
    try pixels.map { (pixels) throws(ImageError) -> any RowSource in
      switch pixels {
      case .missing: try StoredPicture.transparent
      case .rows(let rows, _): rows
      case .stored(let picture, _): PictureRows(picture)
      }
    }
  }

  /// The same with those that a plan reads, or with all, whole in memory, so that they can be read any number of times.
  package func decoded(for plan: RenderPlan? = nil) throws(ImageError) -> LookPictures {
    let read = plan?.plan.sources
    return LookPictures(
      look,
      replaced: try pixels.enumerated().map { (index, pixels) throws(ImageError) -> Pixels in
        guard read?.contains(index + 1) ?? true, case .rows(let rows, let space) = pixels else { return pixels }
        return .stored(try StoredPicture(decoding: rows), space)
      })
  }

  /// - Throws: for a picture that a plan reads and that has no file.
  func require(by plan: RenderPlan) throws(ImageError) {
    let read = plan.plan.sources
    guard let look else { return }
    for (index, pixels) in pixels.enumerated() where pixels.rows == nil && read.contains(index + 1) {
      let name = declared[index].name
      throw ImageError(
        .missing, "the look '\(look.name)' needs a picture '\(name)'\(look.place(of: name))", remedy: .picture(name))
    }
  }
}

extension LookPictures.Pixels {
  /// The rows and their space; nil for a picture without a file.
  fileprivate var rows: (source: any RowSource, space: RGBSpace)? {
    switch self {
    case .missing: nil
    case .rows(let rows, let space): (rows, space)
    case .stored(let picture, let space): (picture, space)
    }
  }
}

extension Look {
  /// Where a parameter of the recipe is declared, for a message: ` (plate.tint, line 5)`; empty for one of a used look.
  fileprivate func place(of parameter: String) -> String {
    for file in layers {
      for declaration in parse(file).tree.recipe.declarations {
        guard case .parameter(let syntax) = declaration, let name = syntax.name, name.text == parameter else {
          continue
        }
        return " (\(file.name), line \(name.location.position.line))"
      }
    }
    return ""
  }
}

extension RowSource {
  /// Its size and form in memory.
  fileprivate var shape: SourceShape {
    SourceShape(width: format.width, height: format.height, format: format.pixels)
  }
}

extension StoredPicture {
  /// One pixel without color, in place of a picture that is not read.
  fileprivate static var transparent: StoredPicture {
    get throws(ImageError) { try StoredPicture(PictureFormat(width: 1, height: 1, channels: 4, depth: .eight)) }
  }
}
