import TintypeTables

extension ColorTable {
  /// A short description of a table: `"film.cube", 1D of 1024, then 33 x 33 x 33`.
  var described: String {
    let forms = stages.map { $0.shape == .curves ? "1D of \($0.edge)" : "\($0.edge) x \($0.edge) x \($0.edge)" }
    return "\"\(name)\", \(forms.joined(separator: ", then "))"
  }
}
