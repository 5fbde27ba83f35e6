extension String {
  /// Whether the text shows nothing: it is empty, or has only white space, control characters, and other characters
  /// without a width or a shape.
  var isBlank: Bool { allSatisfy(\.isInvisible) }

  /// The text without surrounding invisible characters.
  var withoutOuterSpace: String {
    guard let first = firstIndex(where: { !$0.isInvisible }), let last = lastIndex(where: { !$0.isInvisible }) else {
      return ""
    }
    return String(self[first...last])
  }
}

extension Character {
  /// Whether no scalar is visible by itself. A combining mark is visible, but only on a letter.
  fileprivate var isInvisible: Bool { unicodeScalars.allSatisfy(\.isInvisible) }
}

extension Unicode.Scalar {
  fileprivate var isInvisible: Bool {
    // The empty braille pattern is a symbol that looks like a space.
    if properties.isWhitespace || properties.isDefaultIgnorableCodePoint || self == "\u{2800}" { return true }
    return switch properties.generalCategory {
    case .control, .format, .nonspacingMark, .enclosingMark, .spacingMark: true
    default: false
    }
  }
}
