import Tintype
public import TintypeImage
import TintypeIntrinsics
import TintypeTables

/// A look as a table, complete in memory.
public struct ExportedTable: Sendable {
  /// Its error against the look.
  public let error: MeasuredError

  private let content: Content

  private enum Content: Sendable {
    case text([UInt8])
    /// The edge of the cube, its colors, and what the picture says of itself.
    case hald(edge: Int, [SIMD3<UInt16>], head: [String])
  }

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - look: a look as a function of one color.
  ///   - target: the kind of file, which is a table.
  ///   - reader: the program that shall read a `.cube` file.
  ///   - size: how fine it is. A number of entries makes a table of every look, also in CLF.
  /// - Throws: ``ExportRefusal`` for a size that the target cannot have, and for an error that no size meets.
  public init(
    _ look: ColorLook, to target: ExportTarget, for reader: CubeReader = .any, size: TableSize = .usual
  ) throws(ExportRefusal) {
    let form = TableForm(look, target, reader, size)
    var last: (table: ExportedTable, size: Int)?
    let sizes = try form.sizes(size)
    do throws(ImageError) {
      let rendered = try MeasuredError.Rendered(look)
      for entries in sizes {
        let table = try ExportedTable(look, target, reader, form, entries, rendered)
        guard case .error(let wanted) = size, table.error.limit > wanted else {
          self = table
          return
        }
        last = (table, entries)
      }
    } catch {
      throw .file(error)
    }
    guard let last, case .error(let wanted) = size else { preconditionFailure("a table has a size") }
    throw .errorRemains(last.table.error.limit, size: last.size, wanted: wanted)
  }

  private init(
    _ look: ColorLook, _ target: ExportTarget, _ reader: CubeReader, _ form: TableForm, _ entries: Int,
    _ rendered: MeasuredError.Rendered
  ) throws(ImageError) {
    let (operators, error) = try form.operators(look, entries, rendered)
    self.error = error
    let head = TableHead(look: look, error: error, use: form.use(reader)).lines
    let name = look.configured.look.name
    switch target {
    case .cube: content = .text(CubeFile.bytes(operators, title: name, head))
    case .clf:
      let id =
        "tintype-" + (look.configured.recipe.map { String(ContentHash.digits(of: $0.text).prefix(12)) } ?? "look")
      content = .text(CLFFile.bytes(operators, of: look.spaces, name: name, id: id, head))
    case .hald: content = .hald(edge: entries, try look.colors(ColorLook.inputs(entries)), head: head)
    default: preconditionFailure("'\(target)' is no table")
    }
  }

  /// The bytes of a file that is text; nil for a picture.
  public var text: [UInt8]? { if case .text(let bytes) = content { bytes } else { nil } }

  /// Writes the file.
  public func write(to descriptor: Int32) throws(ImageError) {
    switch content {
    case .text(let bytes): try writeAll(bytes, to: descriptor)
    case .hald(let edge, let colors, let head):
      guard let type = PictureFileType(named: "png") else {
        throw ImageError(.formatNotBuiltIn, "PNG is not built in")
      }
      let side = Int(Double(edge * edge * edge).squareRoot().rounded())
      let remarks = XMPRemarks(
        namespace: "urn:tintype:table:1/", prefix: "tintype", properties: [("Head", head.joined(separator: "\n"))])
      _ = try StoredPicture(width: side, height: side, codes: colors).write(
        as: type, to: descriptor, metadata: PictureMetadata().adding(remarks, for: type) ?? PictureMetadata())
    }
  }
}
