import StoreTrace

/// Lays out the text of a field. Unlike a paragraph, it is broken anywhere, so that each character has its place.
package enum FieldText {
  /// The lines of a text.
  package static func wrapped(_ text: String, columns: Int) -> [String] {
    var lines = [""]
    var used = 0
    for character in text {
      if character.isNewline {
        lines.append("")
        used = 0
        continue
      }
      let shown = String(character).oneLine
      if used + shown.displayWidth > columns {
        lines.append("")
        used = 0
      }
      lines[lines.count - 1] += shown
      used += shown.displayWidth
    }
    return lines
  }
}
