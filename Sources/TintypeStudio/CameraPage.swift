package import Tintype
package import TintypeExport

/// A camera page for looks as one HTML file: their passes, the runtime, and the page. It needs no server and no
/// network, and saves JPEG files with a record of the look.
package struct CameraPage {
  /// The file.
  package let html: String

  /// Writes a page.
  ///
  /// - Throws: ``ExportRefusal`` for a look that no shader can hold.
  package init(_ looks: [ConfiguredLook]) throws(ExportRefusal) {
    var descriptions: [String] = []
    for look in looks { descriptions.append(try ExportedPasses(look).json) }
    // A script ends at the first closing tag, even inside a string, and every tag begins with this character.
    let json = "{\"version\": \"\(tintypeVersion)\", \"looks\": [\(descriptions.joined(separator: ","))]}"
      .writing(["<": "\\u003c"])
    let modules = [PackageResources.lens_js, PackageResources.exif_js, PackageResources.single_js].map(Self.text)
    html = Self.text(PackageResources.camera_html)
      .replacing("/*MODULES*/", with: ([webRuntime] + modules).map(Self.inlined).joined(separator: "\n"))
      .replacing("/*DESCRIPTIONS*/", with: json)
  }

  /// A module as a part of a script that holds those it imports.
  private static func inlined(_ module: String) -> String {
    module.replacing(#/(?m)^import .*\n/#, with: "").replacing(#/(?m)^export /#, with: "")
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
