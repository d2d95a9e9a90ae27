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
    html = String(decoding: PackageResources.camera_html, as: UTF8.self)
      .replacing(
        "/*MODULES*/",
        with: inlined([
          Array(webRuntime.utf8), PackageResources.lens_js, PackageResources.exif_js, PackageResources.single_js,
        ])
      )
      .replacing("/*DESCRIPTIONS*/", with: json)
  }
}
