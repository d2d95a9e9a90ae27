import CFuzzDriver
import TintypeDiagnostics
import TintypeTables

/// The reader of `.cube` files: for any bytes a table, which gives a color for any color, or a complaint that can be
/// shown.
@main enum FuzzTable {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    _ = LLVMFuzzerRunDriver(&count, &arguments) { data, size in
      let file = SourceFile(name: "fuzz.cube", text: Array(UnsafeBufferPointer(start: data, count: size)))
      switch CubeFileReader.read(file, name: "fuzz.cube") {
      case .success(let table):
        for color in [[0, 0.5, 1], [.nan, -.infinity, .infinity], [0.25, 0.75, -3e38]] as [[Float]] {
          precondition(table(color).count == 3 && table.exact(color.map(Double.init)).count == 3, "a color")
        }
      case .failure(let complaint):
        let span = complaint.diagnostic.primary.location.span
        precondition(span.end <= size && !complaint.diagnostic.rendered.isEmpty, "a place in the file")
      }
      return 0
    }
  }
}
