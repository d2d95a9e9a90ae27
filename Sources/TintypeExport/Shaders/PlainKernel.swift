package import Tintype
import TintypeIR
import TintypeIntrinsics
import TintypeLowering

/// A look of one pass as a kernel of Core Image that reads and writes sRGB codes and computes everything itself, so
/// that tests can check its arithmetic like that of the other languages.
package struct PlainKernel: Sendable {
  /// The text of the file, and the name of the kernel.
  package let text, name: String

  /// Whether it takes a pixel of the photo instead of the photo.
  package let isColorKernel: Bool

  /// Whether the photo is its first argument.
  package let readsPhoto: Bool

  /// The images behind the photo: columns, rows, and singles of four channels.
  package let images: [(columns: Int, rows: Int, numbers: [Float])]

  /// The arguments behind the images, without the extent of the photo.
  package let numbers: [[Double]]

  /// - Throws: ``ExportRefusal`` for a look of several passes.
  package init(_ configured: ConfiguredLook, named name: String) throws(ExportRefusal) {
    self.name = name
    let shader = try ShaderProgram(configured, for: .passes, without: [], freezing: [], isLinear: false) {
      $0.kinds.intersection([.neighbors, .pictures]).union($0.kindsBeyondPasses)
    }
    let passes = ShaderPasses(shader, hasHost: false)
    let frame = ShaderFrame(configured, passes, Metal())
    let unit = frame.unit(named: name, head: [], isLast: false)
    let dialect = frame.dialect as? Metal ?? Metal()
    text = ExportedFilter.kernels([(unit, dialect)], [])
    (isColorKernel, readsPhoto) = (dialect.isColorKernel, frame.readsPhoto)
    images = frame.printer.textures.map { texture in
      let rows = texture.size.dropFirst().reduce(1, *)
      return (texture.size[0], rows, texture.texels(channels: 4))
    }
    let values = Dictionary(
      uniqueKeysWithValues: frame.open.map { (passes.uniforms[$0], configured.values[$0]) })
    numbers = unit.uniforms.map { values[$0.name] ?? [0] }
  }
}
