/// A diagnostic that the compiler reports at a place in the source.
struct Diagnostic: Sendable {
  enum Severity: String, Sendable {
    case error, warning, note
  }

  let severity: Severity
  let message: String
  /// The highlighted part. The message appears at its start.
  let place: SourceSlice
  var notes: [Note] = []
  var fixIts: [FixIt] = []
}

/// A further message of a diagnostic, at another place.
struct Note: Sendable {
  let message: String
  let place: SourceSlice
}

/// A change that resolves a diagnostic.
struct FixIt: Sendable {
  let message: String
  let edits: [Edit]
}

/// A part of a fix: replaces a slice of the source. An empty slice is a place to insert text.
struct Edit: Sendable {
  let replaced: SourceSlice
  let replacement: String
}
