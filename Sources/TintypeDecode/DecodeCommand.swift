import TintypeImage
import TintypeSystem

/// `tintype-decode`, which tintype starts for a photo: it gives up all rights but to read it, and sends back its rows.
@main enum DecodeCommand {
  static func main() {
    guard !serveDecoding(CommandLine.arguments) else { return }
    print(
      "tintype-decode is started by tintype for photos that are decoded in confinement, and does nothing by itself.")
    // EX_USAGE, as of a wrong command line.
    exit(64)
  }
}
