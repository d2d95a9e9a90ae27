/// Notes for people: each once, and so few that a hostile file cannot flood a terminal.
struct NoteList {
  private(set) var notes: [String] = []

  mutating func append(_ note: String) {
    if notes.count < 16 && !notes.contains(note) { notes.append(note) }
  }
}
