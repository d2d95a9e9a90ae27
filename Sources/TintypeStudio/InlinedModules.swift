/// Modules as one script: without the lines that import from each other, and without `export`.
///
/// Their names must differ, and each stands behind those that it needs.
func inlined(_ modules: [[UInt8]]) -> String {
  modules.map { module in
    String(decoding: module, as: UTF8.self).replacing(#/(?m)^import .*\n/#, with: "")
      .replacing(#/(?m)^export /#, with: "")
  }.joined(separator: "\n")
}
