/// Reads declarations.
///
/// Whatever the input is, the parser neither crashes nor hangs: it takes time in proportion to the input. What it can't
/// read becomes a diagnostic at the place, and it goes on behind it.
struct Parser {
  /// Reads one declaration, as the compiler sends it.
  static func declaration(in source: SourceText) -> (Member?, [Diagnostic]) {
    (nil, [])
  }

  /// Reads a whole file, or what stands between the braces of a type.
  static func members(in source: SourceText) -> ([Member], [Diagnostic]) {
    ([], [])
  }

  /// Reads one attribute.
  static func attribute(in source: SourceText) -> (Attribute?, [Diagnostic]) {
    (nil, [])
  }

  /// Reads the statements at the top level of a body, with or without its braces.
  static func statements(in body: SourceSlice) -> [Statement] {
    []
  }
}
