import TintypeExport

/// The embedded files of the page. No other files are served.
enum StudioPage {
  private static let files: [String: (type: String, bytes: [UInt8])] = [
    "": ("text/html; charset=utf-8", PackageResources.index_html),
    "style.css": ("text/css; charset=utf-8", PackageResources.style_css),
    "app.js": (script, PackageResources.app_js),
    "server.js": (script, PackageResources.server_js),
    "once.js": (script, PackageResources.once_js),
    "controls.js": (script, PackageResources.controls_js),
    "editor.js": (script, PackageResources.editor_js),
    "stage.js": (script, PackageResources.stage_js),
    "crop.js": (script, PackageResources.crop_js),
    "camera.js": (script, PackageResources.camera_js),
    "painter.js": (script, PackageResources.painter_js),
    "lens.js": (script, PackageResources.lens_js),
    "exif.js": (script, PackageResources.exif_js),
    "album.js": (script, PackageResources.album_js),
    "batch.js": (script, PackageResources.batch_js),
    "comparing.js": (script, PackageResources.comparing_js),
    "filmstrip.js": (script, PackageResources.filmstrip_js),
    "masks.js": (script, PackageResources.masks_js),
    "tiles.js": (script, PackageResources.tiles_js),
    "tintype.js": (script, Array(webRuntime.utf8)),
  ]

  private static let script = "text/javascript; charset=utf-8"

  static func file(_ path: String) -> StudioResponse? {
    files[path].map { StudioResponse($0.type, $0.type == script ? withoutComments($0.bytes) : $0.bytes) }
  }

  /// A script without its lines of comments, which browsers do not need.
  private static func withoutComments(_ script: [UInt8]) -> [UInt8] {
    let lines = script.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var isInside = false
    let code = lines.filter { line in
      let text = line.drop { $0 == UInt8(ascii: " ") }
      guard isInside || text.starts(with: "/**".utf8) else { return !text.starts(with: "//".utf8) }
      isInside = !text.reversed().starts(with: "/*".utf8)
      return false
    }
    return Array(code.joined(separator: [UInt8(ascii: "\n")]))
  }
}
