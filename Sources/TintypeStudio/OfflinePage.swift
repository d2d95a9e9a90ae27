import Tintype
import TintypeJSON

/// A studio as one HTML file that needs no server and no network: the compiler and renderer as a WebAssembly module,
/// with the looks that come with the program, run in the page.
package struct OfflinePage {
  /// The file.
  package let html: String

  /// Writes the page.
  ///
  /// - Parameter module: what `Scripts/wasm` writes, compressed by gzip; nil for other bytes.
  package init?(module: [UInt8]) {
    // RFC 1952, 2.3.1
    guard module.starts(with: [0x1F, 0x8B, 8]) else { return nil }
    let parts: [(place: String, text: String)] = [
      ("/*STYLE*/", String(decoding: PackageResources.style_css + PackageResources.offline_css, as: UTF8.self)),
      ("/*WORKER*/", inlined([PackageResources.tintype_mjs, PackageResources.worker_js])),
      ("/*MODULES*/", inlined(Self.modules)), ("/*VERSION*/", tintypeVersion), ("/*MODULE*/", module.base64),
    ]
    html = parts.reduce(String(decoding: PackageResources.offline_html, as: UTF8.self)) { page, part in
      page.replacing(part.place, with: part.text)
    }
  }

  private static let modules = [
    PackageResources.once_js, PackageResources.scene_js, PackageResources.link_js, PackageResources.engine_js,
    PackageResources.exif_js, PackageResources.photo_js, PackageResources.lens_js, PackageResources.stage_js,
    PackageResources.controls_js,
    PackageResources.editor_js, PackageResources.offline_js,
  ]
}
