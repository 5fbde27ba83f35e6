/// What the compiler is to tell about a place in the source.
struct Diagnostic: Sendable {
  enum Severity: String, Sendable {
    case error, warning, note
  }

  let severity: Severity
  let message: String
  /// What is highlighted. The message stands where it begins.
  let place: SourceSlice
  var notes: [Note] = []
  var fixIts: [FixIt] = []
}

/// More about a diagnostic, at a place of its own.
struct Note: Sendable {
  let message: String
  let place: SourceSlice
}

/// A change that does away with a diagnostic.
struct FixIt: Sendable {
  let message: String
  let edits: [Edit]
}

/// Part of a fix: a piece of source that gives way to another. An empty piece is where something is inserted.
struct Edit: Sendable {
  let replaced: SourceSlice
  let replacement: String
}
